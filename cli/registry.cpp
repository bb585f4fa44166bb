// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"
#include "languages/c/language.h"
#ifdef CUTTLE_HAS_PROLOG
#include "languages/prolog/language.h"
#endif

namespace cuttle::cli {

Languages all_languages() {
  Languages languages;
  languages.push_back(make_c_language());
#ifdef CUTTLE_HAS_PROLOG
  languages.push_back(make_prolog_language());
#endif
  return languages;
}

}  // namespace cuttle::cli

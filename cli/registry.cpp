// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"
#ifdef CUTTLE_HAS_C
#include "languages/c/language.h"
#endif
#ifdef CUTTLE_HAS_PROLOG
#include "languages/prolog/language.h"
#endif

namespace cuttle::cli {

Languages all_languages() {
  Languages languages;
#ifdef CUTTLE_HAS_C
  languages.push_back(make_c_language());
#endif
#ifdef CUTTLE_HAS_PROLOG
  languages.push_back(make_prolog_language());
#endif
  return languages;
}

}  // namespace cuttle::cli

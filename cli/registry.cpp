// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"
#include "languages/c/language.h"
#include "languages/erlang/language.h"
#include "languages/prolog/language.h"
#include "languages/protocol/language.h"

namespace cuttle::cli {

Languages all_languages() {
  Languages languages;
  languages.push_back(make_c_language());
  languages.push_back(make_erlang_language());
  languages.push_back(make_prolog_language());
  languages.push_back(make_protocol_language());
  return languages;
}

}  // namespace cuttle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// The text that format/2 writes for a format and its arguments; `read_back`: the program gets it.
Status format_text(Machine& m, Cell format, Cell arguments, bool read_back, std::string& out);

// A term as write/1 and its relatives show it; symbolic values as they are in this run.
std::string text_of_term(Machine& m, Cell c, bool quoted, bool ignore_ops, bool numbervars);

struct WriteStyle {
  bool quoted = false, ignore_ops = false, numbervars = true;
};
// The same when the program may get the text: integers and unquoted texts are followed, what else
// an input is in the term is fixed, which is a limitation.
std::string written_term(Machine& m, Cell c, const WriteStyle& style, bool read_back);

}  // namespace cuttle::prolog

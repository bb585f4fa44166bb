// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// The text that format/2 writes for a format and its arguments.
Status format_text(Machine& m, Cell format, Cell arguments, std::string& out);

// A term as write/1 and its relatives show it; symbolic values as they are in this run.
std::string text_of_term(Machine& m, Cell c, bool quoted, bool ignore_ops, bool numbervars);

}  // namespace cuttle::prolog

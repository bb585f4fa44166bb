// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// Makes the builtins known to a program. One function per family, each in a file of its own.
void add_builtins(Program& program);

void add_control_builtins(Program& program);
void add_type_builtins(Program& program);
void add_arithmetic_builtins(Program& program);
void add_term_builtins(Program& program);
void add_compare_builtins(Program& program);
void add_text_builtins(Program& program);
void add_database_builtins(Program& program);
void add_output_builtins(Program& program);
void add_state_builtins(Program& program);
void add_attribute_builtins(Program& program);

}  // namespace cuttle::prolog

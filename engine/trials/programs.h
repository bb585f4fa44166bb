// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trials/oracle.h"

namespace cuttle::trials {

// Programs of the literature. The number of their classes is known: docs/schedules.md.
Program writers(unsigned n);
Program readers(unsigned n);  // and one writer
Program last_zero(unsigned n);
Program indexer(unsigned n);
Program file_system(unsigned n);
Program increments(unsigned n);  // under one lock
Program account(unsigned n);     // without one
Program philosophers(unsigned n, bool ordered);
enum class BufferBug : uint8_t { none, wrong_condition, if_for_while };
Program buffer(unsigned each, BufferBug bug);
Program figure_2();  // with an input
Program figure_21();
Program figure_22();
Program section_8();
Program last_zero_with_inputs(unsigned n);
Program locks_by_input();
Program readers_with_inputs(unsigned n);
Program opposite_locks(bool by_input);

inline Domain two_inputs() {
  return {{"y", 3}, {"z", 3}};
}

}  // namespace cuttle::trials

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/prolog/machine/machine.h"

namespace cuttle::prolog {

// Code that no clause contains: what comes after a part of a control construct that was called as a
// term. Each is one instruction; its frame keeps what it needs.
struct Machine::MetaCode {
  Clause goal, then, soft_then, negation, findall, catching, mark, stop, wake;

  MetaCode() {
    fill(goal, OpCode::meta_goal, 3);
    fill(then, OpCode::meta_then, 4);
    fill(soft_then, OpCode::meta_soft_then, 4);
    fill(negation, OpCode::meta_not, 1);
    fill(findall, OpCode::findall_add, 2);
    fill(catching, OpCode::exit_catch, 1);
    fill(mark, OpCode::exit_mark, 1);
    fill(stop, OpCode::stop, 0);
  }

 private:
  static void fill(Clause& clause, OpCode op, uint32_t slots) {
    Instr instr;
    instr.op = op;
    clause.code.push_back(instr);
    clause.slots = slots;
  }
};

}  // namespace cuttle::prolog

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <z3.h>

namespace cuttle {

// Objects of Z3's C interface that go away by themselves.
//
// A context. Errors show as null terms and undefined results; exceptions must not cross the C
// interface.
class Z3Context {
 public:
  Z3Context();
  ~Z3Context() { Z3_del_context(z3_); }
  Z3Context(const Z3Context&) = delete;
  Z3Context& operator=(const Z3Context&) = delete;
  Z3_context get() const { return z3_; }

 private:
  Z3_context z3_;
};

// A solver that gives up after a while, or after so much work (0: no limit). Must not outlive its
// context.
class Z3SolverObject {
 public:
  Z3SolverObject(Z3_context context, unsigned timeout_ms, unsigned work = 0);
  ~Z3SolverObject() { Z3_solver_dec_ref(z3_, solver_); }
  Z3SolverObject(const Z3SolverObject&) = delete;
  Z3SolverObject& operator=(const Z3SolverObject&) = delete;
  Z3_solver get() const { return solver_; }

 private:
  Z3_context z3_;
  Z3_solver solver_;
};

}  // namespace cuttle

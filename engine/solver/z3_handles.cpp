// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_handles.h"

namespace cuttle {

Z3Context::Z3Context() {
  const Z3_config config = Z3_mk_config();
  z3_ = Z3_mk_context_rc(config);
  Z3_del_config(config);
  Z3_set_error_handler(z3_, [](Z3_context, Z3_error_code) {});
}

Z3SolverObject::Z3SolverObject(Z3_context context, unsigned timeout_ms, unsigned work)
    : z3_(context), solver_(Z3_mk_solver(context)) {
  Z3_solver_inc_ref(z3_, solver_);
  const Z3_params params = Z3_mk_params(z3_);
  Z3_params_inc_ref(z3_, params);
  Z3_params_set_uint(z3_, params, Z3_mk_string_symbol(z3_, "timeout"), timeout_ms);
  if (work != 0) Z3_params_set_uint(z3_, params, Z3_mk_string_symbol(z3_, "rlimit"), work);
  Z3_solver_set_params(z3_, solver_, params);
  Z3_params_dec_ref(z3_, params);
}

}  // namespace cuttle

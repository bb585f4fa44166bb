// SPDX-License-Identifier: Apache-2.0
#include "cli/command.h"
#include "languages/c/driver/wrapper.h"

namespace cuttle::cli {

int compile_c(const Context& context) {
  return run_compiler_wrapper(false, context.settings.operands);
}

int compile_cxx(const Context& context) {
  return run_compiler_wrapper(true, context.settings.operands);
}

}  // namespace cuttle::cli

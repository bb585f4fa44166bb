// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/program/checks.h"
#include "languages/c/pass/program/tables.h"
#include "languages/c/pass/values/shape.h"

namespace cuttle {

// What the instrumentation of a module shares.
struct Unit {
  const RuntimeAbi& abi;
  Tables& tables;
  Shapes& shapes;
  const llvm::DataLayout& layout;
  Checks checks;
};

}  // namespace cuttle

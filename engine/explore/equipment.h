// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>

#include "engine/expr/pool.h"
#include "engine/solver/solver.h"
#include "engine/target/target.h"

namespace cuttle {

// What a worker works with. Expressions are never taken out of a pool, and what targets and solvers
// remember grows with it; a worker whose pool has become large asks for new equipment.
struct Equipment {
  std::unique_ptr<ExprPool> pool;
  std::unique_ptr<Target> target;
  std::unique_ptr<Solver> solver;
};
using EquipmentFactory = std::function<Result<Equipment>()>;

}  // namespace cuttle

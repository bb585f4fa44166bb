// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "engine/support/result.h"
#include "engine/target/steps.h"

namespace cuttle {

// Says what the steps of a C program do: of the build that logs them.
Result<std::unique_ptr<Stepper>> make_c_stepper(const std::filesystem::path& program);

}  // namespace cuttle

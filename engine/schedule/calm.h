// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/path/test_case.h"
#include "engine/schedule/study.h"

namespace cuttle {

// The steps of an equivalent run that changes from one thread to another as seldom as a simple
// search finds: what does not depend on each other may come in any order.
std::vector<uint32_t> calm_steps(const Study& study);

}  // namespace cuttle

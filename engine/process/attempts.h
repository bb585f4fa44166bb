// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "engine/target/target.h"
#include "engine/walls/warden.h"

namespace cuttle {

// Tells of something that the walls refused a run, at a place of the program ("date.c:88"; may be
// empty): what an ordinary user would have been refused as well is a note, anything else limits the
// run, because its path may depend on it.
void tell_of(const Attempt& attempt, const std::string& place, Execution& execution,
             TargetInfo& info);

}  // namespace cuttle

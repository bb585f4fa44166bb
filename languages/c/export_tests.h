// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/target/language.h"

namespace cuttle {

// The formats "c" and "gtest" of `cuttle export`: tests of a function (--function) as C code.
Result<Exported> export_unit_tests(const ExportRequest& request);

}  // namespace cuttle

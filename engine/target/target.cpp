// SPDX-License-Identifier: Apache-2.0
#include "engine/target/target.h"

namespace cuttle {

std::string to_string(const SourceLocation& location) {
  if (location.file.empty()) return "?";
  if (location.line == 0) return location.file;
  return location.file + ":" + std::to_string(location.line);
}

}  // namespace cuttle

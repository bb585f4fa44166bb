// SPDX-License-Identifier: Apache-2.0
#include "engine/target/target.h"

namespace cuttle {

std::string to_string(const SourceLocation& location) {
  if (location.file.empty()) return "?";
  if (location.line == 0) return location.file;
  return location.file + ":" + std::to_string(location.line);
}

Confirmation cut_off_confirmation() {
  Confirmation confirmation;
  confirmation.cut_off = true;
  confirmation.why = "the time ended before it was replayed; --resume replays it";
  confirmation.outcome.kind = Outcome::Kind::lost;
  confirmation.outcome.message = "the time ended";
  return confirmation;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/program/checks.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Metadata.h>

#include <cstdlib>

using namespace llvm;

namespace cuttle {
namespace {

constexpr const char* mark = "cuttle.check";

}  // namespace

Checks Checks::from_environment() {
  Checks checks;
  const char* wanted = std::getenv("CUTTLE_CHECKS");
  const char* threads = std::getenv("CUTTLE_THREADS");
  const StringRef how = threads != nullptr ? threads : "";
  checks.nothing_else = how == "only";
  checks.threads = checks.nothing_else || how == "announce";
  checks.of_models = how == "models";
  SmallVector<StringRef, 4> names;
  StringRef(wanted != nullptr ? wanted : "").split(names, ',', -1, false);
  for (StringRef name : names) {
    checks.signed_overflow |= name == "signed-overflow";
    checks.shift |= name == "shift";
    checks.cast |= name == "cast";
    checks.nan |= name == "nan";
    checks.memory &= name != "no-memory";
  }
  return checks;
}

void mark_check(Instruction& instruction) {
  instruction.setMetadata(mark, MDNode::get(instruction.getContext(), {}));
}

bool has_check(const Instruction& instruction) {
  return instruction.getMetadata(mark) != nullptr;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/path/bug_kind.h"

#include <algorithm>
#include <array>

namespace cuttle {

std::span<const BugKindRow> common_bug_kinds() {
  static const std::array<BugKindRow, 13> rows = {{
      {"assertion", "An assertion of the program does not hold."},
      {"error-call", "The program reaches its error function."},
      {"abort", "The program aborts."},
      {"segfault", "The program accesses memory that it does not have."},
      {"division-by-zero", "The program divides by zero."},
      {"overflow", "Signed arithmetic or a shift overflows."},
      {"out-of-bounds", "The program accesses an object outside its bounds."},
      {"use-after-free", "The program uses memory after it was freed."},
      {"leak", "The program loses memory."},
      {"uncaught-exception", "An exception is not caught."},
      {"timeout", "The program does not come to an end.", false},
      {"deadlock", "All threads wait for each other.", false},
      {"data-race", "Two threads access the same data at the same time.", false},
  }};
  return rows;
}

BugKindRow row_of(const BugKind& kind) {
  for (const BugKindRow& row : common_bug_kinds())
    if (row.name == kind.name()) return row;
  return {kind.name(), {}};
}

bool is_bug_kind_name(std::string_view text) {
  constexpr size_t longest = 64;
  if (text.empty() || text.size() > longest || text.front() == '-' || text.back() == '-')
    return false;
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  });
}

}  // namespace cuttle

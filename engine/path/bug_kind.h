// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <span>
#include <string>
#include <string_view>

namespace cuttle {

// What kind of bug: a name such as "use-after-free", as people see it and as stores keep it. The
// set is open: a language names kinds of its own and explains them in TargetInfo::bug_kinds.
class BugKind {
 public:
  BugKind() : BugKind("assertion") {}
  explicit BugKind(std::string name) : name_(std::move(name)) {}

  const std::string& name() const { return name_; }
  friend auto operator<=>(const BugKind&, const BugKind&) = default;

  static const BugKind assertion, error_call, abort, segfault, division_by_zero, overflow,
      out_of_bounds, use_after_free, leak, uncaught_exception, timeout, deadlock, data_race;

 private:
  std::string name_;
};

inline const BugKind BugKind::assertion{"assertion"}, BugKind::error_call{"error-call"},
    BugKind::abort{"abort"}, BugKind::segfault{"segfault"},
    BugKind::division_by_zero{"division-by-zero"}, BugKind::overflow{"overflow"},
    BugKind::out_of_bounds{"out-of-bounds"}, BugKind::use_after_free{"use-after-free"},
    BugKind::leak{"leak"}, BugKind::uncaught_exception{"uncaught-exception"},
    BugKind::timeout{"timeout"}, BugKind::deadlock{"deadlock"}, BugKind::data_race{"data-race"};

inline const std::string& to_string(const BugKind& kind) {
  return kind.name();
}

// Is this the name of a kind, known or not? Lower-case words with hyphens between them.
bool is_bug_kind_name(std::string_view text);

// What people should know of a kind.
struct BugKindRow {
  std::string name;
  std::string meaning;        // one sentence
  bool inputs_decide = true;  // smaller inputs may show the same bug: worth minimising
  friend bool operator==(const BugKindRow&, const BugKindRow&) = default;
};

// The kinds that the engine knows, in the order of their names above.
std::span<const BugKindRow> common_bug_kinds();
// The row of one of them; a row without a meaning for a kind of some language.
BugKindRow row_of(const BugKind& kind);

}  // namespace cuttle

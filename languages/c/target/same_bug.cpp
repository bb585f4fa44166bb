// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/same_bug.h"

#include <algorithm>
#include <vector>

#include "languages/c/runtime/complaints.h"

namespace cuttle {
namespace {

struct Frame {
  std::string function, place;  // either may be empty
};

// "f at f.c:9", "f".
Frame frame_of(const std::string& text) {
  const size_t at = text.rfind(" at ");
  return at == std::string::npos ? Frame{text, {}} : Frame{text.substr(0, at), text.substr(at + 4)};
}

// Innermost first.
std::vector<Frame> frames_of(const Outcome& outcome) {
  std::vector<Frame> frames;
  for (const auto& text : outcome.stack) frames.push_back(frame_of(text));
  std::erase_if(frames, [](const Frame& f) { return f.function.empty() || f.function == "??"; });
  return frames;
}

// Builds name one file by different ways to it.
bool is_tail(const std::string& whole, const std::string& part) {
  return whole.ends_with(part) &&
         (whole.size() == part.size() || whole[whole.size() - part.size() - 1] == '/');
}

std::string without_dots(std::string place) {
  while (place.starts_with("./") || place.starts_with("../")) place.erase(0, place.find('/') + 1);
  return place;
}

bool same_line(const std::string& a, const std::string& b) {
  const std::string one = without_dots(a), other = without_dots(b);
  return !one.empty() && !other.empty() && (is_tail(one, other) || is_tail(other, one));
}

bool has_line(const std::string& place) {
  return place.find(':') != std::string::npos;
}

enum class Place { same, other, unknown };

// Optimisation took the line and put functions into their callers: what is left of the stack must
// be a part of ours, in the same order.
bool is_inlined(const std::vector<Frame>& theirs, const std::vector<Frame>& ours) {
  auto next = ours.begin();
  for (const Frame& frame : theirs) {
    next = std::find_if(next, ours.end(),
                        [&](const Frame& other) { return other.function == frame.function; });
    if (next++ == ours.end()) return false;
  }
  return true;
}

// Loops and deep recursion are caught anywhere in them: from the outside in, both stacks have to
// agree for as long as the shorter one lasts, or at least beyond the function that all begin with.
Place compare_loops(const std::vector<Frame>& ours, const std::vector<Frame>& theirs) {
  if (ours.empty()) return Place::same;
  if (theirs.empty()) return Place::unknown;
  size_t common = 0;
  while (common < std::min(ours.size(), theirs.size()) &&
         ours[ours.size() - 1 - common].function == theirs[theirs.size() - 1 - common].function)
    ++common;
  return common == std::min(ours.size(), theirs.size()) || common > 1 ? Place::same : Place::other;
}

// Endless recursion: a stack has only its innermost part.
Place compare_recursions(const std::vector<Frame>& ours, const std::vector<Frame>& theirs) {
  if (ours.empty()) return Place::same;
  if (theirs.empty()) return Place::unknown;
  const bool met = std::any_of(ours.begin(), ours.end(), [&](const Frame& frame) {
    return frame.function != "main" &&
           std::any_of(theirs.begin(), theirs.end(),
                       [&](const Frame& other) { return other.function == frame.function; });
  });
  return met || (ours.front().function == "main" && theirs.front().function == "main")
             ? Place::same
             : Place::other;
}

bool overflows_stack(const Outcome& outcome) {
  return outcome.message.find("stack overflow") != std::string::npos ||
         outcome.message.find("stack-overflow") != std::string::npos;
}

Place compare_places(const Outcome& expected, const Outcome& found) {
  const auto ours = frames_of(expected), theirs = frames_of(found);
  if (expected.bug == BugKind::timeout || expected.bug == BugKind::deadlock)
    return compare_loops(ours, theirs);
  if (overflows_stack(expected) && overflows_stack(found)) return compare_recursions(ours, theirs);
  if (expected.location.empty() && ours.empty()) return Place::same;  // nothing is claimed
  if (has_line(expected.location) && has_line(found.location)) {
    if (same_line(expected.location, found.location)) return Place::same;
    // It was noticed further in: in a function that was called there.
    const bool passed = std::any_of(theirs.begin(), theirs.end(), [&](const Frame& frame) {
      return same_line(frame.place, expected.location);
    });
    return passed ? Place::same : Place::other;
  }
  if (ours.empty() || theirs.empty()) return Place::unknown;
  const bool met = std::any_of(theirs.begin(), theirs.end(), [&](const Frame& frame) {
    return frame.function == ours.front().function;
  });
  return met || (!has_line(found.location) && is_inlined(theirs, ours)) ? Place::same
                                                                        : Place::other;
}

// What a wrong access does depends on what lies there, and on who watches.
bool is_wrong_access(const BugKind& kind) {
  return kind == BugKind::segfault || kind == BugKind::out_of_bounds ||
         kind == BugKind::use_after_free;
}

// Can `found`, at the same place, be what `expected` looks like where nobody watches for it?
bool same_kind(const BugKind& expected, const BugKind& found) {
  if (expected == found) return true;
  if (is_wrong_access(expected) && is_wrong_access(found)) return true;
  // The heap notices while it frees.
  if (is_wrong_access(expected) && found == BugKind::abort) return true;
  if (expected == BugKind::overflow) return found == BugKind::division_by_zero;  // INT_MIN / -1
  // A build without our library only dies.
  return found == BugKind::abort &&
         (expected == BugKind::assertion || expected == BugKind::error_call ||
          expected == BugKind::uncaught_exception);
}

// libc noticed, at some later time, that memory was overwritten.
bool noticed_late(const Outcome& expected, const PlainEnding& plain) {
  if (expected.bug != BugKind::out_of_bounds && expected.bug != BugKind::use_after_free)
    return false;
  if (plain.outcome.bug != BugKind::abort && plain.outcome.bug != BugKind::out_of_bounds)
    return false;
  for (const char* words :
       {"free(): ", "malloc(): ", "realloc(): ", "munmap_chunk(): ", "malloc_consolidate(): ",
        "double free or corruption", "corrupted size vs. prev_size", "corrupted double-linked list",
        "*** stack smashing detected ***"})
    if (plain.complaints.find(words) != std::string::npos) return true;
  return plain.outcome.message.find("the stack protector's canary") != std::string::npos;
}

std::string described(const Outcome& outcome) {
  std::string text = to_string(outcome.bug);
  if (!outcome.location.empty()) text += " at " + outcome.location;
  if (!outcome.message.empty()) text += " (" + outcome.message + ")";
  return text;
}

std::string difference(const Outcome& found) {
  switch (found.kind) {
    case Outcome::Kind::bug:
      return "the plain program failed in another way: " + described(found);
    case Outcome::Kind::rejected:
      return "an assumption does not hold in the plain program";
    case Outcome::Kind::lost:
      return "the plain program was lost: " + found.message;
    case Outcome::Kind::ok:
      break;
  }
  return "the plain program ended with exit code " + std::to_string(found.exit_code);
}

}  // namespace

namespace {

constexpr const char* schedule_of_another = "the schedule does not fit the plain program";

bool is_misfit(const PlainEnding& plain) {
  return plain.complaints.find(CUTTLE_COMPLAINT_MISFIT) != std::string::npos;
}

// Nobody watches for races in a plain program: that it obeys the schedule is what it can show.
Confirmation confirm_race(const Outcome& expected, const PlainEnding& plain) {
  Confirmation confirmation;
  confirmation.outcome = expected;
  if (plain.outcome.kind == Outcome::Kind::lost)
    confirmation.why = plain.outcome.message;
  else if (is_misfit(plain))
    confirmation.why = schedule_of_another;
  confirmation.confirmed = confirmation.why.empty();
  return confirmation;
}

}  // namespace

Confirmation compare_outcomes(const Outcome& expected, const PlainEnding& plain) {
  if (expected.is_bug() && expected.bug == BugKind::data_race) return confirm_race(expected, plain);
  Confirmation confirmation;
  Outcome& found = confirmation.outcome = plain.outcome;
  const bool kind = expected.is_bug() && found.is_bug() && same_kind(expected.bug, found.bug);
  Place place = kind ? compare_places(expected, found) : Place::other;
  // That all wait is noticed by the one who came last.
  if (kind && expected.bug == BugKind::deadlock) place = Place::same;
  if (place == Place::same || (found.is_bug() && noticed_late(expected, plain))) {
    confirmation.confirmed = true;
    found.bug = expected.bug;
    // One bug, one place: the explored build has said where.
    if (!expected.location.empty()) found.location = expected.location;
    found.key = usual_key(found);
  } else if (place == Place::unknown) {
    confirmation.why = "the plain program failed in the same way, but does not tell where (" +
                       found.message + "): keep its symbols, best build it with -g";
  } else if (kind) {
    confirmation.why = "the plain program failed elsewhere: " + described(found);
  } else {
    confirmation.why = difference(found);
  }
  if (!confirmation.confirmed && is_misfit(plain))
    confirmation.why = std::string(schedule_of_another) + "; " + confirmation.why;
  return confirmation;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "cli/progress.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <condition_variable>
#include <mutex>
#include <vector>

#include "engine/report/format.h"

namespace cuttle::cli {
namespace {

// Elsewhere than on a terminal: seconds between two lines, growing, so that the log of a day stays
// readable.
double next_after(double seconds) {
  return seconds < 60 ? seconds + 5 : seconds * 1.1;
}

}  // namespace

std::string progress_line(const Progress& progress) {
  auto whole = [](double seconds) {  // tenths would only flicker
    return seconds < 60 ? fmt::format("{:.0f} s", std::floor(seconds)) : seconds_text(seconds);
  };
  std::vector<std::string> parts = {
      whole(progress.seconds),
      fmt::format("{} runs ({}/s)", with_commas(progress.runs),
                  with_commas(static_cast<uint64_t>(progress.runs_per_second))),
      with_commas(progress.paths) + " paths",
      with_commas(progress.frontier) + " to try",
  };
  if (progress.coverable) {
    parts.push_back(percent_text(progress.covered, progress.coverable) + " covered");
  }
  parts.push_back(fmt::format("{} bug{}", progress.bugs, progress.bugs == 1 ? "" : "s"));
  if (progress.seconds_left >= 0) parts.push_back(whole(progress.seconds_left) + " left");
  return fmt::format("{}", fmt::join(parts, " | "));
}

void ProgressDisplay::clear() {
  if (live_) std::fputs("\r\033[K", stderr);
  live_ = false;
}

void ProgressDisplay::say(const std::string& line) {
  clear();
  fmt::print(stderr, "{}\n", line);
}

void ProgressDisplay::stage(const std::string& text) {
  if (verbosity_ > 0) return say(text);
  if (verbosity_ < 0) return;
  if (!terminal_.interactive) return say_later(text);
  clear();
  fmt::print(stderr, "{}", text.substr(0, terminal_.width - 1));
  std::fflush(stderr);
  live_ = true;
}

void ProgressDisplay::say_later(std::string text) {
  later_ = std::jthread([this, text = std::move(text)](const std::stop_token& over) {
    std::mutex mutex;
    std::condition_variable_any changed;
    std::unique_lock lock(mutex);
    const std::chrono::duration<double> patience(patience_);
    changed.wait_for(lock, over, patience, [] { return false; });
    if (!over.stop_requested()) fmt::print(stderr, "{} takes a while\n", text);
  });
}

void ProgressDisplay::stage_over() {
  later_ = {};
}

void ProgressDisplay::progress(const Progress& progress) {
  if (verbosity_ < 0) return;
  std::string line = progress_line(progress);
  if (terminal_.interactive) {
    fmt::print(stderr, "\r\033[K{}", line.substr(0, terminal_.width - 1));
    std::fflush(stderr);
    live_ = true;
  } else if (progress.seconds >= next_line_) {
    next_line_ = next_after(progress.seconds);
    say(line);
  }
}

void ProgressDisplay::bug_found(const BugReport& bug) {
  if (verbosity_ < 0) return;
  std::string what = fmt::format("{} at {}", to_string(bug.kind), bug.location);
  say(fmt::format("{} {} (run {}){}", paint(terminal_, Paint::red, "bug:"), what, bug.run,
                  bug.confirmed ? "" : ", not confirmed"));
}

void ProgressDisplay::note(const std::string& text) {
  if (verbosity_ < 0) return;
  say(fmt::format("{} {}", paint(terminal_, Paint::dim, "note:"), text));
}

}  // namespace cuttle::cli

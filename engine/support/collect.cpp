// SPDX-License-Identifier: Apache-2.0
#include "engine/support/collect.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "engine/support/patience.h"

namespace cuttle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double last_words_seconds = 0.5;

void append_bounded(std::string& text, const char* data, size_t size, size_t limit) {
  if (text.size() < limit) text.append(data, std::min(size, limit - text.size()));
}

// Reads what a stream has; false when it ended.
bool read_some(int fd, std::string& text, size_t limit) {
  char buffer[16384];
  const ssize_t size = read(fd, buffer, sizeof buffer);
  if (size > 0) append_bounded(text, buffer, static_cast<size_t>(size), limit);
  return size > 0 || (size < 0 && errno == EINTR);
}

// When to give a child up.
class Waiting {
 public:
  Waiting(const Command& command, pid_t child)
      : child_(child),
        patient_(command.patient),
        cancelled_(command.cancelled),
        patience_(command.timeout_seconds, child),
        until_(command.until) {
    if (command.timeout_seconds > 0) set();
  }
  // Not longer than this.
  Waiting(pid_t child, Deadline until)
      : child_(child), patient_(false), patience_(0, child), until_(until) {}

  int milliseconds_left() const {
    constexpr int look_after = 50;  // for being cancelled
    const int most = cancelled_ != nullptr ? look_after : 1 << 30;
    const Deadline next = std::min(time_, until_);
    if (next == Deadline::max()) return cancelled_ != nullptr ? most : -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next - Clock::now()).count();
    return left < 0 ? 0 : static_cast<int>(std::min<long long>(left, most));
  }

  // Is it over? Also asked while the child talks: it may do so for ever.
  bool over() {
    if (cancelled_ != nullptr && *cancelled_) return true;
    const auto now = Clock::now();
    if (now >= until_) return true;
    if (now < time_) return false;
    if (!patient_ || !patience_.lasts(child_)) return true;
    set();
    return false;
  }

 private:
  void set() { time_ = deadline_in(patience_.next()); }

  pid_t child_;
  bool patient_;
  const std::atomic<bool>* cancelled_ = nullptr;
  Patience patience_;
  const Deadline until_;
  Deadline time_ = Deadline::max();
};

// Reads both streams until the child itself ends; false when we were done waiting first. Children
// of the child that keep the streams open, and talk on, do not hold us up.
bool collect_until(const Talker& talker, size_t limit, Waiting waiting, CommandResult& result) {
  constexpr int most_after_the_end = 256;  // more than a pipe holds
  pollfd watched[3] = {{talker.out, POLLIN, 0}, {talker.err, POLLIN, 0}, {talker.ended, POLLIN, 0}};
  std::string* texts[2] = {&result.out, &result.err};
  int reads_left = most_after_the_end;
  bool running = true;
  while (running || reads_left-- > 0) {
    const int ready = poll(watched, 3, running ? waiting.milliseconds_left() : 0);
    if (running && !(watched[2].revents & POLLIN) && waiting.over()) return false;
    if (ready == 0 && !running) return true;
    if (ready <= 0) continue;  // interrupted, or time to look
    for (int i = 0; i < 2; ++i)
      if (watched[i].fd >= 0 && watched[i].revents != 0 &&
          !read_some(watched[i].fd, *texts[i], limit))
        watched[i].fd = -1;
    if (watched[2].fd >= 0 && watched[2].revents != 0) {
      running = false;
      watched[2].fd = -1;
    }
  }
  return true;
}

}  // namespace

void set_status(CommandResult& result, int wait_status) {
  result.wait_status = wait_status;
  result.signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
  result.exit_code = WIFSIGNALED(wait_status) ? 128 + result.signal : WEXITSTATUS(wait_status);
}

void collect(const Command& command, const Talker& talker, CommandResult& result) {
  result.timed_out =
      !collect_until(talker, command.max_output, Waiting(command, talker.pid), result);
  if (!result.timed_out || command.last_words == 0 || Clock::now() >= command.until) return;
  kill(talker.pid, command.last_words);
  const Waiting waiting(talker.pid, std::min(command.until, deadline_in(last_words_seconds)));
  collect_until(talker, command.max_output, waiting, result);
}

}  // namespace cuttle

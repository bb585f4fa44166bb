// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/swi/coprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "engine/support/subprocess.h"

namespace cuttle::prolog {

Result<void> Coprocess::start(const char* script, size_t script_size, const std::string& goal,
                              const Walls& walls) {
  stop();
  buffer_.clear();
  at_ = 0;
  printed_at_ = 0;
  timed_out_ = false;
  int reply[2], request[2];
  if (pipe2(reply, O_CLOEXEC) != 0) return Error::environment("cannot create a pipe");
  UniqueFd reply_read(reply[0]), reply_write(reply[1]);
  if (pipe2(request, O_CLOEXEC) != 0) return Error::environment("cannot create a pipe");
  UniqueFd request_read(request[0]), request_write(request[1]);
  UniqueFd text(memfd_create("cuttle-script", MFD_CLOEXEC));
  UniqueFd printed(memfd_create("cuttle-output", MFD_CLOEXEC));
  UniqueFd null(open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!text || !printed || !null) return Error::environment("cannot create a memory file");
  if (write(text.get(), script, script_size) != static_cast<ssize_t>(script_size))
    return Error::environment("cannot write the loader script");
  lseek(text.get(), 0, SEEK_SET);
  fcntl(printed.get(), F_SETFL, O_APPEND);

  std::string run =
      "open('/dev/fd/5',read,S,[encoding(utf8)]),load_files(cuttle_script,[stream(S)]),"
      "close(S)," +
      goal;
  Inmate inmate;
  inmate.program = find_program("swipl");
  inmate.arguments = {"swipl", "-q", "-f", "none", "--no-tty", "-g", run, "-t", "halt"};
  inmate.environment = environment_inside(walls);
  inmate.in = null.get();
  inmate.out = inmate.err = printed.get();
  inmate.descriptors = {{reply_write.get(), 3}, {request_read.get(), 4}, {text.get(), 5}};
  auto warden = Warden::create({.walls = walls});
  if (!warden) return warden.error();
  const auto process = (*warden)->start(inmate);
  if (!process) return process.error();
  warden_ = std::move(*warden);
  process_ = *process;
  requests_ = std::move(request_write);
  replies_ = std::move(reply_read);
  printed_ = std::move(printed);
  return {};
}

void Coprocess::stop() {
  requests_.reset();
  warden_.reset();  // and everything inside
}

bool Coprocess::freshen() {
  if (!warden_ || !warden_->written()) return false;
  if (!warden_->refresh()) stop();
  return true;
}

std::vector<Attempt> Coprocess::take_attempts() {
  return warden_ ? warden_->take_attempts() : std::vector<Attempt>();
}

bool Coprocess::send(const std::string& text) {
  struct sigaction ignore = {}, old = {};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGPIPE, &ignore, &old);
  size_t done = 0;
  while (done < text.size()) {
    ssize_t n = write(requests_.get(), text.data() + done, text.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    done += static_cast<size_t>(n);
  }
  sigaction(SIGPIPE, &old, nullptr);
  return done == text.size();
}

bool Coprocess::read_line(std::string& line, double timeout_seconds) {
  using Clock = std::chrono::steady_clock;
  auto deadline = Clock::now() + std::chrono::duration<double>(timeout_seconds);
  for (;;) {
    size_t end = buffer_.find('\n', at_);
    if (end != std::string::npos) {
      line.assign(buffer_, at_, end - at_);
      at_ = end + 1;
      return true;
    }
    buffer_.erase(0, at_);
    at_ = 0;
    if (timeout_seconds > 0) {
      double left = std::chrono::duration<double>(deadline - Clock::now()).count();
      pollfd fd{replies_.get(), POLLIN, 0};
      if (left <= 0 || poll(&fd, 1, std::max(1, static_cast<int>(left * 1000))) == 0) {
        timed_out_ = true;
        return false;
      }
    }
    char chunk[65536];
    ssize_t n = read(replies_.get(), chunk, sizeof chunk);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    buffer_.append(chunk, static_cast<size_t>(n));
  }
}

std::string Coprocess::printed() {
  std::string out;
  char chunk[4096];
  for (ssize_t n; (n = pread(printed_.get(), chunk, sizeof chunk, printed_at_)) > 0;) {
    out.append(chunk, static_cast<size_t>(n));
    printed_at_ += n;
  }
  return out;
}

std::string Coprocess::ending() {
  if (timed_out_) return "no answer in time";
  constexpr double told_seconds = 5;
  int status = 0;
  if (!warden_ || !warden_->ended(process_, status, told_seconds)) return "gone";
  stop();
  if (WIFSIGNALED(status)) return "signal " + std::to_string(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace cuttle::prolog

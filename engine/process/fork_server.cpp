// SPDX-License-Identifier: Apache-2.0
#include "engine/process/fork_server.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <utility>

#include "engine/support/patience.h"
#include "engine/trace/folders.h"

namespace cuttle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kept_complaints = 16384;
constexpr double ask_grace_seconds = 0.5;
constexpr double kill_grace_seconds = 5;
constexpr double quit_grace_seconds = 0.2;
// How often to look whether a program has died that may still have connected.
constexpr double look_seconds = 0.05;
// Nobody has this many to say in one run: without a bound a talkative program is never late.
constexpr unsigned max_messages = 64;

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string status_text(int status) {
  if (WIFSIGNALED(status)) return std::string("signal ") + strsignal(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

Launch launch_of(const ForkServer::Options& options, const ControlSocket& control) {
  Launch launch;
  launch.program = options.program;
  launch.arguments = options.arguments;
  launch.environment = options.environment;
  launch.walls = options.walls;
  launch.needed = options.needed;
  launch.data_bytes = options.data_bytes;
  launch.memory_bytes = options.memory_bytes;
  launch.trace_fd = options.trace_fd;
  launch.by_name = options.by_name;
  launch.control_fd = control.theirs();
  if (!options.by_name) return launch;
  launch.needed.push_back(control.name().parent_path());
  launch.environment.emplace_back(CUTTLE_CONTROL_SOCKET_VARIABLE, control.name().string());
  return launch;
}

}  // namespace

Result<std::unique_ptr<ForkServer>> ForkServer::start(const Options& options) {
  auto control = ControlSocket::create(options.by_name);
  if (!control) return control.error();
  auto launched = launch(launch_of(options, *control));
  if (!launched) return launched.error();
  control->close_theirs();
  std::unique_ptr<ForkServer> server(
      new ForkServer(std::move(launched).value(), std::move(control).value()));
  server->wary_ = options.by_name;
  if (auto ready = server->await_hello(options); !ready) return ready.error();
  return server;
}

Result<void> ForkServer::await_hello(const Options& options) {
  const std::string program =
      "`" + (options.name.empty() ? options.program.string() : options.name) + "'";
  const auto begin = Clock::now();
  CuttleMessage hello{};
  int status = 0;
  Wait wait = Wait::timeout;
  bool dead = false;
  // A program that has not connected yet has no socket whose end would tell of its death.
  const double seconds = std::min(options.start_seconds, seconds_until(options.until));
  for (double left = seconds; left > 0 && wait == Wait::timeout && !dead;) {
    wait = receive(hello, options.by_name ? std::min(left, look_seconds) : left);
    left = seconds - std::chrono::duration<double>(Clock::now() - begin).count();
    dead = wait == Wait::timeout && has_ended(status);
  }
  if (wait == Wait::message && hello.kind == CUTTLE_MESSAGE_HELLO) {
    enters_again_ = (hello.b & CUTTLE_HELLO_ENTERS_AGAIN) != 0;
    if (hello.a == CUTTLE_TRACE_VERSION) return {};
    return Error::usage(program + " speaks version " + std::to_string(hello.a) +
                            " of the trace, and this Cuttle version " +
                            std::to_string(CUTTLE_TRACE_VERSION),
                        options.newer_hint);
  }
  if (wait == Wait::message)
    return Error::usage(program + " said something else than HELLO: a message of kind " +
                        std::to_string(hello.kind));
  if (wait == Wait::timeout && !dead && seconds < options.start_seconds)
    return Error::environment("the time ended before " + program + " had reached " + options.ready,
                              "Give the campaign more: --time.");
  if (wait == Wait::timeout && !dead)
    return Error::environment(program + " does not reach " + options.ready + " within " +
                              std::to_string(static_cast<int>(options.start_seconds)) + " seconds");
  if (!dead) status = reap();
  drain();
  const std::string said = trimmed(said_);
  return Error::environment(program + " ended before " + options.ready + " (" +
                            status_text(status) + ")" + (said.empty() ? "" : ":\n" + said));
}

ForkServer::~ForkServer() {
  if (alive()) reap();
}

bool ForkServer::has_ended(int& status) {
  if (!alive() || !warden_->ended(process_, status)) return false;
  leave();
  return true;
}

// What it left behind goes with the walls.
void ForkServer::leave() {
  std::ranges::move(warden_->take_attempts(), std::back_inserter(attempts_));
  warden_.reset();
  control_.close();
}

int ForkServer::reap() {
  control_.close();  // asks it to quit
  int status = SIGKILL;
  // One that does so has waited for its last process: only then does the time of that count as
  // ours.
  if (!warden_->ended(process_, status, quit_grace_seconds)) {
    warden_->empty();
    warden_->ended(process_, status);
  }
  leave();
  return status;
}

std::vector<Attempt> ForkServer::take_attempts() {
  if (warden_) std::ranges::move(warden_->take_attempts(), std::back_inserter(attempts_));
  return std::exchange(attempts_, {});
}

void ForkServer::drain() {
  char buffer[4096];
  ssize_t size;
  while ((size = read(complaints_.get(), buffer, sizeof buffer)) > 0) {
    said_.append(buffer, static_cast<size_t>(size));
    if (said_.size() > 2 * kept_complaints) said_.erase(0, said_.size() - kept_complaints);
  }
}

ForkServer::Wait ForkServer::receive(CuttleMessage& message, double seconds) {
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(seconds));
  int complaints = complaints_.get();
  while (true) {
    const auto control = control_.watched();
    pollfd watched[3] = {control[0], control[1], {complaints, POLLIN, 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Wait::timeout;
    const int ready = poll(watched, 3, static_cast<int>(std::min<long long>(left, 1 << 30)));
    if (ready < 0) continue;  // interrupted
    if (watched[2].revents & POLLIN)
      drain();
    else if (watched[2].revents != 0)
      complaints = -1;  // nobody can complain any more
    if (watched[0].revents == 0 && watched[1].revents == 0) continue;
    const ControlSocket::Got got = control_.take(message);
    if (got == ControlSocket::Got::message) return Wait::message;
    if (got == ControlSocket::Got::closed) return Wait::closed;
  }
}

ForkServer::Ending ForkServer::run(double seconds, bool persistent, Deadline until) {
  said_.clear();
  CuttleMessage message{};
  // What was not asked for would be taken for an answer.
  for (unsigned i = 0; wary_ && control_.take(message) == ControlSocket::Got::message; ++i)
    if (i >= max_messages) return died("it does not stop sending messages");
  message = {};
  message.kind = CUTTLE_MESSAGE_RUN;
  if (!freshen(message)) {
    Ending ending = died("it works in a folder of an earlier run");
    ending.unheard = true;
    return ending;
  }
  const pid_t program[] = {process_.pid, persistent ? outside(group_) : 0};
  processor_.keep(program);
  if (!control_.send(message)) {
    Ending ending = died("it does not listen any more");
    ending.unheard = true;
    return ending;
  }
  return await_done(seconds, persistent, until);
}

bool ForkServer::freshen(CuttleMessage& message) {
  if (!warden_->written()) return true;
  if (!enters_again_ || !warden_->refresh()) return false;
  message.a = CUTTLE_RUN_ENTER_AGAIN;
  return true;
}

ForkServer::Ending ForkServer::await_done(double seconds, bool persistent, Deadline until) {
  // A process that does many runs says it only once.
  pid_t group = persistent || is_own(group_) ? group_ : 0;
  Patience patience(seconds, outside(group));
  CuttleMessage message{};
  for (unsigned messages = 0; messages < max_messages;) {
    const Wait wait = receive(message, std::min(patience.next(), seconds_until(until)));
    if (wait == Wait::closed) {
      Ending ending =
          is_own(group) ? own_end(Ending::How::ended) : died("it closed its control socket");
      ending.unheard = messages == 0;
      return ending;
    }
    if (wait == Wait::timeout) {
      if (int status = 0; is_own(group) && has_ended(status)) return {Ending::How::ended, status};
      if (Clock::now() >= until) return late(group, Ending::How::cut_off);
      if (patience.lasts(outside(group))) continue;
      return late(group, Ending::How::timed_out);
    }
    ++messages;
    if (message.kind == CUTTLE_MESSAGE_STARTED) {
      group = group_ = static_cast<pid_t>(message.a);
      known_ = {};
    }
    if (message.kind != CUTTLE_MESSAGE_DONE) continue;
    if (static_cast<int>(message.a) == -1) return died("it could not make a process");
    drain();
    return {Ending::How::ended, static_cast<int>(message.a)};
  }
  return died("it does not stop sending messages");
}

// A program that is late is first asked where it is (the runtime records its stack on SIGXCPU),
// then killed with all of its group. Where it is does not matter when it was cut off.
ForkServer::Ending ForkServer::late(pid_t group, Ending::How how) {
  if (group <= 1) return died("it did not answer");
  const struct {
    int signal;
    double seconds;
  } steps[] = {{SIGXCPU, ask_grace_seconds}, {SIGKILL, kill_grace_seconds}};
  for (const auto& [signal, seconds] : steps) {
    if (how == Ending::How::cut_off && signal != SIGKILL) continue;
    if (signal == SIGKILL && outside(group) <= 0) continue;
    kill_run(group, signal);
    if (is_own(group) && signal == SIGKILL) return own_end(how);
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    CuttleMessage message{};
    for (unsigned messages = 0; messages < max_messages; ++messages) {
      const double left = std::chrono::duration<double>(end - Clock::now()).count();
      const Wait wait = receive(message, left);
      if (wait == Wait::closed && is_own(group)) return own_end(how);
      if (wait == Wait::closed) return died("it closed its control socket");
      if (wait == Wait::timeout) break;
      if (message.kind != CUTTLE_MESSAGE_DONE) continue;
      drain();
      return {how, static_cast<int>(message.a)};
    }
  }
  if (outside(group) <= 0) return died("it named processes that are not its own");
  // A server that does not answer is restarted.
  return died("it did not answer");
}

ForkServer::Ending ForkServer::died(const std::string& why) {
  Ending ending{Ending::How::server_died, 0, why};
  if (alive()) {
    ending.wait_status = reap();
    drain();
  }
  return ending;
}

ForkServer::Ending ForkServer::own_end(Ending::How how) {
  Ending ending{how};
  if (alive()) ending.wait_status = reap();
  drain();
  return ending;
}

pid_t ForkServer::outside(pid_t group) {
  if (group <= 1 || !alive()) return 0;
  if (is_own(group)) return process_.pid;
  if (known_.first != group) known_ = {group, warden_->number_outside(group)};
  return std::max(known_.second, 0);
}

// The number comes from the program: only what is inside its walls is ended.
void ForkServer::kill_run(pid_t group, int signal) {
  const pid_t process = outside(group);
  if (process > 1) kill(signal == SIGKILL ? -process : process, signal);
}

}  // namespace cuttle

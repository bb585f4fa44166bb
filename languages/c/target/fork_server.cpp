// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/fork_server.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "engine/support/patience.h"

extern char** environ;

namespace cuttle {
namespace {

using Clock = std::chrono::steady_clock;

constexpr size_t kept_complaints = 16384;
constexpr double ask_grace_seconds = 0.5;
constexpr double kill_grace_seconds = 5;
constexpr int quit_grace_milliseconds = 200;

// Made before the fork; afterwards only async-signal-safe calls.
struct Plan {
  std::string program;
  std::vector<std::string> words;
  std::vector<std::string> settings;
  std::vector<char*> argv;
  std::vector<char*> envp;
  int trace = -1, control = -1, complaints = -1;
};

Plan make_plan(const ForkServer::Options& options) {
  Plan plan;
  plan.program = options.program.string();
  plan.words = {plan.program};
  plan.words.insert(plan.words.end(), options.arguments.begin(), options.arguments.end());
  for (const auto& [name, value] : options.environment) plan.settings.push_back(name + "=" + value);
  for (auto& word : plan.words) plan.argv.push_back(word.data());
  plan.argv.push_back(nullptr);
  for (char** entry = environ; *entry != nullptr; ++entry) {
    bool replaced = false;
    for (const auto& [name, value] : options.environment)
      replaced = replaced || (std::strncmp(*entry, name.c_str(), name.size()) == 0 &&
                              (*entry)[name.size()] == '=');
    if (!replaced) plan.envp.push_back(*entry);
  }
  for (auto& setting : plan.settings) plan.envp.push_back(setting.data());
  plan.envp.push_back(nullptr);
  return plan;
}

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become_server(const Plan& plan) {
  setsid();
  reset_signals();
  // The same addresses in each start, where the system lets us: pinned pointers then stay equal.
  personality(ADDR_NO_RANDOMIZE);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  dup2(null, STDIN_FILENO);
  dup2(null, STDOUT_FILENO);
  dup2(plan.complaints, STDERR_FILENO);
  syscall(SYS_close_range, 3u, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  // Neither of the two may be overwritten by the copy of the other.
  const int control = fcntl(plan.control, F_DUPFD_CLOEXEC, CUTTLE_CONTROL_FD + 1);
  dup2(plan.trace, CUTTLE_TRACE_FD);
  dup2(control, CUTTLE_CONTROL_FD);
  execve(plan.program.c_str(), plan.argv.data(), plan.envp.data());
  const char text[] = "cannot be executed\n";
  (void)!write(STDERR_FILENO, text, sizeof text - 1);
  _exit(127);
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string status_text(int status) {
  if (WIFSIGNALED(status)) return std::string("signal ") + strsignal(WTERMSIG(status));
  return "exit code " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Result<std::unique_ptr<ForkServer>> ForkServer::start(const Options& options) {
  int sockets[2], pipes[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return Error::environment(std::string("cannot make a socket: ") + std::strerror(errno));
  UniqueFd ours(sockets[0]), theirs(sockets[1]);
  if (pipe2(pipes, O_CLOEXEC) != 0)
    return Error::environment(std::string("cannot make a pipe: ") + std::strerror(errno));
  UniqueFd complaints(pipes[0]), complain(pipes[1]);
  fcntl(complaints.get(), F_SETFL, O_NONBLOCK);
  Plan plan = make_plan(options);
  plan.trace = options.trace_fd;
  plan.control = theirs.get();
  plan.complaints = complain.get();

  const pid_t child = fork();
  if (child < 0)
    return Error::environment(std::string("cannot start a process: ") + std::strerror(errno));
  if (child == 0) become_server(plan);
  theirs.reset();
  complain.reset();
  std::unique_ptr<ForkServer> server(new ForkServer(child, std::move(ours), std::move(complaints)));
  CuttleMessage hello{};
  const Wait wait = server->receive(hello, options.start_seconds);
  const std::string program = "`" + options.program.string() + "'";
  if (wait == Wait::message && hello.kind == CUTTLE_MESSAGE_HELLO) {
    if (hello.a == CUTTLE_TRACE_VERSION) return server;
    return Error::usage(program + " was built by another version of Cuttle",
                        "build it again with this one's `cuttle cc'");
  }
  if (wait == Wait::timeout)
    return Error::environment(program + " does not reach main within " +
                              std::to_string(static_cast<int>(options.start_seconds)) + " seconds");
  int status = 0;
  waitpid(child, &status, 0);
  server->pid_ = -1;
  server->drain();
  const std::string said = trimmed(server->said_);
  return Error::environment(program + " ended before main (" + status_text(status) + ")" +
                            (said.empty() ? "" : ":\n" + said));
}

ForkServer::~ForkServer() {
  reap();
}

void ForkServer::reap() {
  if (pid_ <= 0) return;
  control_.reset();  // asks it to quit
  // One that does so has waited for its last process: only then does the time of that count as
  // ours.
  for (int i = 0; i < quit_grace_milliseconds; ++i) {
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = -1;
      return;
    }
    usleep(1'000);
  }
  kill(-pid_, SIGKILL);
  kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
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
  pollfd watched[2] = {{control_.get(), POLLIN, 0}, {complaints_.get(), POLLIN, 0}};
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return Wait::timeout;
    const int ready = poll(watched, 2, static_cast<int>(std::min<long long>(left, 1 << 30)));
    if (ready < 0) continue;  // interrupted
    if (watched[1].revents & POLLIN)
      drain();
    else if (watched[1].revents != 0)
      watched[1].fd = -1;  // nobody can complain any more
    if (watched[0].revents == 0) continue;
    const ssize_t size = recv(control_.get(), &message, sizeof message, MSG_DONTWAIT);
    if (size == static_cast<ssize_t>(sizeof message)) return Wait::message;
    if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return Wait::closed;
  }
}

ForkServer::Ending ForkServer::run(double seconds, bool persistent) {
  said_.clear();
  CuttleMessage message{};
  message.kind = CUTTLE_MESSAGE_RUN;
  Ending ending;
  ending.how = Ending::How::server_died;
  const pid_t program[] = {pid_, persistent ? group_ : 0};
  processor_.keep(program);
  if (send(control_.get(), &message, sizeof message, MSG_NOSIGNAL) != sizeof message) return ending;
  // A program that is late is first asked where it is (the runtime records its stack on SIGXCPU),
  // then killed with all of its group.
  const struct {
    double seconds;
    int signal;
  } steps[] = {{seconds, SIGXCPU}, {ask_grace_seconds, SIGKILL}, {kill_grace_seconds, 0}};
  size_t step = 0;
  // A process that does many runs says it only once.
  pid_t group = persistent ? group_ : 0;
  Patience patience(seconds, group);
  while (true) {
    const Wait wait = receive(message, step == 0 ? patience.next() : steps[step].seconds);
    if (wait == Wait::closed) return ending;
    if (wait == Wait::timeout && step == 0 && patience.lasts(group)) continue;
    if (wait == Wait::timeout) {
      // A server that does not answer is restarted.
      if (steps[step].signal == 0 || group <= 1) return ending;
      kill(steps[step].signal == SIGKILL ? -group : group, steps[step].signal);
      ++step;
      continue;
    }
    if (message.kind == CUTTLE_MESSAGE_STARTED) group = group_ = static_cast<pid_t>(message.a);
    if (message.kind != CUTTLE_MESSAGE_DONE) continue;
    if (static_cast<int>(message.a) == -1) return ending;  // it could not fork
    drain();
    ending.how = step > 0 ? Ending::How::timed_out : Ending::How::ended;
    ending.wait_status = static_cast<int>(message.a);
    return ending;
  }
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/process/launch.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/trace/format.h"

extern char** environ;

namespace cuttle {
namespace {

// Made before the fork; afterwards only async-signal-safe calls.
struct Plan {
  std::string program;
  std::vector<std::string> words;
  std::vector<std::string> settings;
  std::vector<char*> argv;
  std::vector<char*> envp;
  uint64_t data_bytes = 0;
  int trace = -1, control = -1, complaints = -1;
};

Plan make_plan(const Launch& options) {
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
  plan.data_bytes = options.data_bytes;
  plan.trace = options.trace_fd;
  plan.control = options.control_fd;
  return plan;
}

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

[[noreturn]] void become_program(const Plan& plan) {
  setsid();
  reset_signals();
  // The same addresses in each start, where the system lets us: pinned pointers then stay equal.
  personality(ADDR_NO_RANDOMIZE);
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  const rlimit data{plan.data_bytes, plan.data_bytes};
  if (plan.data_bytes != 0) setrlimit(RLIMIT_DATA, &data);
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

}  // namespace

Result<Launched> launch(const Launch& launch) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0)
    return Error::environment(std::string("cannot make a pipe: ") + std::strerror(errno));
  Launched started;
  started.complaints.reset(pipes[0]);
  const UniqueFd complain(pipes[1]);
  fcntl(started.complaints.get(), F_SETFL, O_NONBLOCK);
  Plan plan = make_plan(launch);
  plan.complaints = complain.get();
  started.pid = fork();
  if (started.pid < 0)
    return Error::environment(std::string("cannot start a process: ") + std::strerror(errno));
  if (started.pid == 0) become_program(plan);
  return started;
}

}  // namespace cuttle

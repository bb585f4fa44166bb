// SPDX-License-Identifier: Apache-2.0
#include "engine/support/subprocess.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "engine/support/collect.h"
#include "engine/support/unique_fd.h"

extern char** environ;

namespace cuttle {
namespace {

struct Pipe {
  UniqueFd read;
  UniqueFd write;
};

std::optional<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return std::nullopt;
  return Pipe{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Everything the child needs, made before the fork: afterwards only async-signal-safe calls.
struct ChildPlan {
  std::string program;
  std::vector<std::string> environment_text;
  std::vector<char*> argv;
  std::vector<char*> envp;
  const char* directory = nullptr;
  const char* input = "/dev/null";
  rlim_t memory = RLIM_INFINITY;
  bool detached = false, background = false;
  int out = -1, err = -1, failure = -1;
};

bool overrides(const Command& command, const char* entry) {
  for (const auto& [name, value] : command.environment)
    if (std::strncmp(entry, name.c_str(), name.size()) == 0 && entry[name.size()] == '=')
      return true;
  return false;
}

ChildPlan plan_child(const Command& command, std::string program) {
  ChildPlan plan;
  plan.program = std::move(program);
  for (const auto& argument : command.arguments)
    plan.argv.push_back(const_cast<char*>(argument.c_str()));
  plan.argv.push_back(nullptr);
  for (const auto& [name, value] : command.environment)
    plan.environment_text.push_back(name + "=" + value);
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (!overrides(command, *entry)) plan.envp.push_back(*entry);
  for (auto& entry : plan.environment_text) plan.envp.push_back(entry.data());
  plan.envp.push_back(nullptr);
  if (command.memory_bytes != 0) plan.memory = command.memory_bytes;
  plan.detached = command.detached;
  plan.background = command.background;
  if (!command.input.empty()) plan.input = command.input.c_str();
  if (!command.directory.empty()) plan.directory = command.directory.c_str();
  return plan;
}

[[noreturn]] void become(const ChildPlan& plan) {
  if (plan.detached) {
    setsid();
    const rlimit no_core{1, 1};  // with 0, one is still given to who collects them
    setrlimit(RLIMIT_CORE, &no_core);
  } else {
    setpgid(0, 0);
  }
  if (plan.background) setpriority(PRIO_PROCESS, 0, 10);
  if (plan.memory != RLIM_INFINITY) {
    const rlimit memory{plan.memory, plan.memory};
    setrlimit(RLIMIT_AS, &memory);
  }
  const int input = open(plan.input, O_RDONLY | O_CLOEXEC);
  dup2(input, STDIN_FILENO);
  dup2(plan.out, STDOUT_FILENO);
  dup2(plan.err, STDERR_FILENO);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  signal(SIGPIPE, SIG_DFL);
  if (plan.directory == nullptr || chdir(plan.directory) == 0)
    execve(plan.program.c_str(), plan.argv.data(), plan.envp.data());
  const int reason = errno;
  (void)!write(plan.failure, &reason, sizeof reason);
  _exit(127);
}

int wait_child(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Error cannot_start(const Command& command, int reason) {
  return Error::environment("cannot start `" + command.arguments[0] + "': " + strerror(reason));
}

}  // namespace

Result<CommandResult> run_command(const Command& command) {
  const auto program = find_program(command.arguments.at(0));
  if (program.empty()) return cannot_start(command, ENOENT);
  auto out = make_pipe(), err = make_pipe(), failure = make_pipe();
  if (!out || !err || !failure) return cannot_start(command, errno);
  ChildPlan plan = plan_child(command, program.string());
  plan.out = out->write.get();
  plan.err = err->write.get();
  plan.failure = failure->write.get();

  const pid_t child = fork();
  if (child < 0) return cannot_start(command, errno);
  if (child == 0) become(plan);
  if (!command.detached) setpgid(child, child);
  out->write.reset();
  err->write.reset();
  failure->write.reset();

  const UniqueFd watch(static_cast<int>(syscall(SYS_pidfd_open, child, 0)));
  CommandResult result;
  collect(command, {child, watch.get(), out->read.get(), err->read.get()}, result);
  kill(-child, SIGKILL);
  const int status = wait_child(child);
  int reason = 0;
  if (read(failure->read.get(), &reason, sizeof reason) == static_cast<ssize_t>(sizeof reason))
    return cannot_start(command, reason);
  set_status(result, status);
  return result;
}

std::string shell_quoted(const std::vector<std::string>& arguments) {
  std::string text;
  for (const auto& argument : arguments) {
    if (!text.empty()) text += ' ';
    const bool plain =
        !argument.empty() && argument.find_first_not_of(
                                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                 "_-+=./:,@%") == std::string::npos;
    if (plain) {
      text += argument;
      continue;
    }
    text += '\'';
    for (char c : argument) {
      if (c == '\'')
        text += "'\\''";
      else
        text += c;
    }
    text += '\'';
  }
  return text;
}

std::filesystem::path find_program(const std::string& name) {
  const auto usable = [](const std::filesystem::path& path) {
    std::error_code ignored;
    return access(path.c_str(), X_OK) == 0 && std::filesystem::is_regular_file(path, ignored);
  };
  if (name.find('/') != std::string::npos) return usable(name) ? name : std::string();
  const char* search = std::getenv("PATH");
  std::string path = search != nullptr ? search : "/usr/local/bin:/usr/bin:/bin";
  for (size_t begin = 0; begin <= path.size();) {
    const size_t end = std::min(path.find(':', begin), path.size());
    const auto candidate = std::filesystem::path(path.substr(begin, end - begin)) / name;
    if (usable(candidate)) return candidate;
    begin = end + 1;
  }
  return {};
}

}  // namespace cuttle

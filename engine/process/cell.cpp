// SPDX-License-Identifier: Apache-2.0
#include "engine/process/cell.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/support/collect.h"

namespace cuttle {
namespace {

struct Pipe {
  UniqueFd read, write;
};

Pipe make_pipe() {
  int ends[2] = {-1, -1};
  (void)!pipe2(ends, O_CLOEXEC);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Error cannot_start(const Command& command, const std::string& why) {
  return Error::environment("cannot start `" + command.arguments[0] + "': " + why);
}

Inmate inmate_of(const Command& command, const Walls& walls, std::filesystem::path program) {
  Inmate inmate;
  inmate.program = std::move(program);
  inmate.arguments = command.arguments;
  inmate.environment = environment_with(environment_inside(walls), command.environment);
  inmate.folder = command.directory;
  inmate.address_space_bytes = command.memory_bytes;
  inmate.background = command.background;
  inmate.fixed_addresses = true;
  return inmate;
}

}  // namespace

Result<void> Cell::open() {
  if (warden_) return {};
  auto warden = Warden::create(options_);
  if (!warden) return warden.error();
  warden_ = std::move(*warden);
  return {};
}

// For the next run.
void Cell::tidy() {
  if (!warden_->empty() || (warden_->written() && !warden_->refresh())) warden_.reset();
}

Result<CommandResult> Cell::run(const Command& command, uint64_t bytes) {
  const auto program = find_program(command.arguments.at(0));
  if (program.empty()) return cannot_start(command, std::strerror(ENOENT));
  if (auto opened = open(); !opened) return opened.error();
  Pipe out = make_pipe(), err = make_pipe();
  const std::string input = command.input.empty() ? "/dev/null" : command.input.string();
  const UniqueFd in(::open(input.c_str(), O_RDONLY | O_CLOEXEC));
  if (!in || !out.read || !err.read) return cannot_start(command, std::strerror(errno));
  Inmate inmate = inmate_of(command, options_.walls, program);
  inmate.memory_bytes = bytes;
  inmate.in = in.get();
  inmate.out = out.write.get();
  inmate.err = err.write.get();
  const auto process = warden_->start(inmate);
  if (!process) {
    warden_.reset();
    return process.error();
  }
  out.write.reset();
  err.write.reset();
  UniqueFd ended(static_cast<int>(syscall(SYS_pidfd_open, process->pid, 0)));
  if (!ended)
    ended.reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));  // it is over: always readable
  CommandResult result;
  collect(command, {process->pid, ended.get(), out.read.get(), err.read.get()}, result);
  // Its own end, when it came to that.
  int status = SIGKILL;
  constexpr double told_seconds = 5;
  const bool known = !result.timed_out && warden_->ended(*process, status, told_seconds);
  tidy();
  if (warden_ && !known) warden_->ended(*process, status);
  if (warden_ && !warden_->failure().empty()) return cannot_start(command, warden_->failure());
  set_status(result, status);
  return result;
}

std::vector<Attempt> Cell::take_attempts() {
  return warden_ ? warden_->take_attempts() : std::vector<Attempt>();
}

}  // namespace cuttle

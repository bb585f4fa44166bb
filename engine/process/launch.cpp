// SPDX-License-Identifier: Apache-2.0
#include "engine/process/launch.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/trace/format.h"

namespace cuttle {

Result<Launched> launch(const Launch& launch) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0)
    return Error::environment(std::string("cannot make a pipe: ") + std::strerror(errno));
  Launched started;
  started.complaints.reset(pipes[0]);
  const UniqueFd complain(pipes[1]);
  fcntl(started.complaints.get(), F_SETFL, O_NONBLOCK);
  auto warden = Warden::create({.walls = launch.walls, .needed = launch.needed});
  if (!warden) return warden.error();
  started.warden = std::move(*warden);
  Inmate inmate;
  inmate.program = launch.program;
  inmate.arguments = {launch.program.string()};
  inmate.arguments.insert(inmate.arguments.end(), launch.arguments.begin(), launch.arguments.end());
  inmate.environment = environment_with(environment_inside(launch.walls), launch.environment);
  inmate.err = complain.get();
  inmate.descriptors = {{launch.trace_fd, CUTTLE_TRACE_FD}, {launch.control_fd, CUTTLE_CONTROL_FD}};
  if (launch.by_name) inmate.named = {{CUTTLE_TRACE_FILE_VARIABLE, CUTTLE_TRACE_FD}};
  inmate.data_bytes = launch.data_bytes;
  inmate.memory_bytes = launch.memory_bytes;
  inmate.fixed_addresses = true;
  inmate.server = true;
  const auto process = started.warden->start(inmate);
  if (!process) return process.error();
  started.process = *process;
  return started;
}

}  // namespace cuttle

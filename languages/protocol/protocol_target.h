// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "engine/process/fork_server.h"
#include "engine/target/target.h"
#include "engine/trace/memory.h"
#include "engine/walls/walls.h"

namespace cuttle::protocol {

// A program that writes the trace itself.
struct Program {
  std::string name;                  // for reports: "testme.toy"
  std::vector<std::string> command;  // [0] is a path
  std::filesystem::path scratch;     // an existing folder for short-lived files
  Walls walls;                       // around its runs
  std::filesystem::path keep_trace;  // where to leave the trace of each run; empty: nowhere
  double start_seconds = 8;          // until it says HELLO
};

// The program, ready for runs, and the trace that it writes.
struct Running {
  std::unique_ptr<TraceMemory> trace;
  std::unique_ptr<ForkServer> server;
};
Result<Running> start_program(const Program& program, const RunLimits& limits);

// Takes a program that runs; starts another one when it has died. One object per worker. It is
// confirmed by the same command without a trace: engine/trace/replay_format.h.
std::unique_ptr<Target> make_protocol_target(ExprPool& pool, const Program& program,
                                             Running running);

}  // namespace cuttle::protocol

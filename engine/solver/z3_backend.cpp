// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/z3_backend.h"

#include <algorithm>

#include "engine/solver/z3_worker.h"

namespace cuttle {

namespace {

// Nodes that a worker may know; then a fresh one takes over, so that its memory stays bounded.
constexpr size_t max_nodes = 400'000;

// Z3 is asked to stop a little earlier than it is killed, so that it usually lives on.
double polite_timeout(double seconds) {
  return std::max(seconds * 0.8, seconds - 0.2);
}

}  // namespace

bool Z3Backend::ensure_running() {
  if (child_.running() && encoder_.sent() < max_nodes) return true;
  encoder_.forget();
  const uint64_t memory = memory_bytes_;
  ++restarts_;
  return child_.start(
      [memory](int channel) { run_z3_worker(channel, static_cast<unsigned>(memory >> 20)); },
      // Some room beyond Z3's own limit, which gives the better message.
      memory + memory / 4);
}

Z3Backend::Reply Z3Backend::solve(std::span<const ExprId> constraints, double timeout_seconds,
                                  unsigned work) {
  const Deadline deadline = deadline_in(timeout_seconds);
  if (!ensure_running()) return {Answer::unknown, {}, "cannot start Z3"};
  ByteWriter request;
  request.number(
      static_cast<uint64_t>(std::clamp(polite_timeout(timeout_seconds), 0.001, 4e6) * 1000));
  request.number(work);
  encoder_.define(constraints, request);
  request.number(constraints.size());
  for (ExprId e : constraints) request.number(e.index);

  std::vector<uint8_t> reply;
  ChildProcess::Status status = child_.send(request.bytes(), deadline);
  if (status == ChildProcess::Status::ok) status = child_.receive(reply, deadline);
  if (status != ChildProcess::Status::ok) return give_up(status);
  return decode(reply);
}

Z3Backend::Reply Z3Backend::give_up(ChildProcess::Status status) {
  child_.kill();
  // A worker dies of nothing but its memory limit, unless Z3 itself crashes.
  return {Answer::unknown, {}, status == ChildProcess::Status::timeout ? "timeout" : "memory"};
}

Z3Backend::Reply Z3Backend::decode(std::span<const uint8_t> message) {
  ByteReader in(message);
  Reply reply;
  reply.answer = static_cast<Answer>(in.byte());
  if (reply.answer == Answer::unknown) reply.why = in.text();
  if (reply.answer == Answer::sat) {
    while (!in.at_end() && in.ok()) {
      const VarId var = static_cast<VarId>(in.number());
      reply.values.emplace_back(var, in.value(pool_.variable_info(var).sort));
    }
  }
  if (!in.ok()) return give_up(ChildProcess::Status::died);
  return reply;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/path/kept_runs.h"

namespace cuttle {
namespace {

template <typename T>
uint64_t bytes_of(const std::vector<T>& list) {
  return list.capacity() * sizeof(T);
}

uint64_t bytes_of(const Execution& execution) {
  const uint64_t values = execution.inputs.limit() + execution.preferred.limit();
  return sizeof execution + values * sizeof(std::optional<Value>) + bytes_of(execution.choices) +
         bytes_of(execution.alternatives) + bytes_of(execution.conditions) +
         bytes_of(execution.shared_ways) + bytes_of(execution.covered) +
         bytes_of(execution.limitations);
}

}  // namespace

KeptRun::KeptRun(KeptRuns& keeper, std::shared_ptr<const Execution> execution)
    : keeper_(keeper), execution_(std::move(execution)) {
  keeper_.add(*this);
}

KeptRun::~KeptRun() {
  if (execution_) keeper_.let_go(*this);
}

std::shared_ptr<KeptRun> KeptRuns::keep(std::shared_ptr<const Execution> execution) {
  return std::make_shared<KeptRun>(*this, std::move(execution));
}

void KeptRuns::restore(KeptRun& run, std::shared_ptr<const Execution> execution) {
  if (run.execution_) let_go(run);
  run.execution_ = std::move(execution);
  add(run);
}

void KeptRuns::let_all_go() {
  while (!runs_.empty()) let_go(*runs_.front());
}

void KeptRuns::add(KeptRun& run) {
  run.bytes_ = bytes_of(*run.execution_);
  run.place_ = runs_.insert(runs_.end(), &run);
  bytes_ += run.bytes_;
  while (bytes_ > max_bytes_ && runs_.size() > 1) let_go(*runs_.front());
}

void KeptRuns::let_go(KeptRun& run) {
  bytes_ -= run.bytes_;
  runs_.erase(run.place_);
  run.execution_.reset();
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/parents.h"

namespace cuttle {

void Parents::let_all_go() {
  kept_.let_all_go();
  ++pools_;
}

void Parents::remember(uint64_t run, std::shared_ptr<KeptRun> kept) {
  constexpr size_t most = 4096;
  if (!remembered_.insert_or_assign(run, std::move(kept)).second) return;
  oldest_.push_back(run);
  if (oldest_.size() <= most) return;
  remembered_.erase(oldest_.front());
  oldest_.pop_front();
}

std::shared_ptr<KeptRun> Parents::known(uint64_t run) const {
  const auto found = remembered_.find(run);
  return found == remembered_.end() || !found->second->execution() ? nullptr : found->second;
}

std::optional<std::vector<ExprId>> Parents::conditions_of(const Piece& piece) {
  std::shared_ptr<KeptRun> kept = known(piece.run);
  if (kept == nullptr) {
    const std::shared_ptr<const Execution> execution = repeat(piece.run);
    if (!execution) return {};
    kept = kept_.keep(execution);
    remember(piece.run, kept);
  }
  const std::shared_ptr<const Execution> run = kept->execution();
  if (!run) return {};
  std::vector<ExprId> conditions;
  for (const uint32_t choice : piece.choices) {
    if (choice >= run->choices.size()) return {};
    conditions.push_back(run->choices[choice].condition);
  }
  return conditions;
}

std::shared_ptr<const Execution> Parents::repeat(uint64_t run) {
  Result<PortableTestCase> stored = records_.test(run);
  if (!stored) {
    fail_(stored.error());
    return nullptr;
  }
  return repeat(*stored);
}

std::shared_ptr<const Execution> Parents::repeat(const PortableTestCase& stored) {
  Result<TestCase> test = from_portable(*equipment_.pool, stored);
  if (!test) {
    fail_(test.error());
    return nullptr;
  }
  return execute_(*test);
}

std::shared_ptr<const Execution> Parents::of(const Flip& flip) {
  if (flip.parent->execution()) return flip.parent->execution();
  do {
    std::shared_ptr<const Execution> execution = repeat(flip.parent_run);
    if (!execution) return nullptr;
    if (flip.index < execution->choices.size() &&
        execution->choices[flip.index].site == flip.site) {
      kept_.restore(*flip.parent, execution);
      return execution;
    }
  } while (takes_care(*equipment_.target));
  return nullptr;
}

bool Parents::exclude(Flip& flip, const Execution& parent) {
  if (flip.alternative != kAnyOther || flip.excluded_in == pools_) return true;
  flip.excluded = {parent.choices[flip.index].condition};
  flip.excluded_in = pools_;
  for (uint64_t sibling : flip.siblings) {
    std::shared_ptr<const Execution> execution = repeat(sibling);
    if (!execution || flip.index >= execution->choices.size()) return false;
    flip.excluded.push_back(execution->choices[flip.index].condition);
  }
  return true;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/solver/layer.h"
#include "engine/solver/literals.h"
#include "engine/solver/model_evaluator.h"

namespace cuttle {

// A map that forgets what was not used for a while: entries live in two generations, and when the
// young one is full, the old one is dropped.
template <typename Key, typename Item>
class Generations {
 public:
  explicit Generations(uint64_t max_weight) : max_weight_(max_weight) {}

  // Null when unknown. Valid until the next insertion.
  Item* find(const Key& key) {
    if (const auto found = young_.find(key); found != young_.end()) return &found->second;
    const auto found = old_.find(key);
    if (found == old_.end()) return nullptr;
    auto node = old_.extract(found);
    return &young_.insert(std::move(node)).position->second;
  }
  // Makes room for `weight` (bytes, roughly) and returns the item.
  Item& add(const Key& key, uint64_t weight) {
    if ((weight_ += weight) > max_weight_ / 2) {
      old_ = std::move(young_);
      young_.clear();
      weight_ = weight;
    }
    return young_[key];
  }
  size_t size() const { return young_.size() + old_.size(); }

 private:
  std::unordered_map<Key, Item> young_, old_;
  uint64_t max_weight_;
  uint64_t weight_ = 0;  // of the young generation
};

// Answers from what is known already: the hint, models of the same constraints or of the same goal,
// and cores of constraints that contradict each other, each of which decides every query that
// contains it.
class ReuseLayer : public Layer {
 public:
  ReuseLayer(ModelEvaluator& evaluator, uint64_t memory_bytes, Layer* next);
  void solve(Problem& problem, Verdict& out) override;

 private:
  using Model = std::shared_ptr<const std::vector<std::pair<VarId, Value>>>;
  using Core = std::shared_ptr<const std::vector<ExprId>>;

  bool try_hint(Problem& problem, Verdict& out);
  bool try_cores(Problem& problem, Verdict& out);
  bool try_models(Problem& problem, Verdict& out);
  bool try_model(Problem& problem, const Model& model, Verdict& out);
  bool contains(Problem& problem, const std::vector<ExprId>& core);
  void learn_core(Problem& problem, const Verdict& verdict);
  void learn_model(Problem& problem, const Verdict& verdict);
  uint64_t key_of(Problem& problem) const;

  ModelEvaluator& evaluator_;
  Generations<LiteralCode, std::vector<Core>> cores_;    // by each of their literals
  Generations<LiteralCode, std::vector<Model>> models_;  // by the goal they were found for
  Generations<uint64_t, Model> exact_;                   // by the hash of all constraints
  std::vector<LiteralCode> goal_codes_;
  uint64_t& by_hint_ = counter("hint");
  uint64_t& by_core_ = counter("core");
  uint64_t& by_exact_ = counter("exact");
  uint64_t& by_goal_ = counter("goal_model");
};

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <random>

#include "engine/search/strategy.h"

namespace cuttle {

// Bounded depth-first search: flips the deepest open choice of the latest run, and returns to
// earlier ones when a subtree is done (the paper's compute_next_input). Needs the least memory.
class DepthFirst : public Strategy {
 public:
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return flips_.size(); }

 private:
  std::deque<Flip> flips_;
};

// Breadth-first: the shallowest open choice of all runs; among equals, the oldest.
class BreadthFirst : public Strategy {
 public:
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return flips_.size(); }

 private:
  std::map<std::pair<uint32_t, uint64_t>, Flip> flips_;  // by depth and age
  uint64_t age_ = 0;
};

// Each open flip is equally likely to be next.
class UniformRandom : public Strategy {
 public:
  explicit UniformRandom(uint64_t seed) : random_(seed) {}
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return flips_.size(); }

 private:
  std::optional<Flip> take(size_t index);

  std::mt19937_64 random_;
  std::vector<Flip> flips_;
};

// Generational search: all flips of one run form a generation; those of the run that covered the
// most that was new go first.
class Generational : public Strategy {
 public:
  void add(std::vector<Flip> flips) override;
  std::optional<Flip> next() override;
  std::optional<Flip> drop_worst() override;
  size_t size() const override { return flips_.size(); }

 private:
  struct Key {
    uint32_t novelty;
    uint32_t generation;
    uint64_t age;
    friend bool operator<(const Key& a, const Key& b) {
      if (a.novelty != b.novelty) return a.novelty > b.novelty;
      if (a.generation != b.generation) return a.generation < b.generation;
      return a.age < b.age;
    }
  };
  std::map<Key, Flip> flips_;
  uint64_t age_ = 0;
};

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/search/strategies.h"

#include <utility>

#include "engine/search/directed.h"
#include "engine/search/mixture.h"
#include "engine/search/rare.h"

namespace cuttle {
namespace {

// Removes and returns the flip that `position` of a map points to.
template <typename Map>
Flip extract(Map& flips, typename Map::iterator position) {
  Flip flip = std::move(position->second);
  flips.erase(position);
  return flip;
}

}  // namespace

void DepthFirst::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) flips_.push_back(std::move(flip));
}

std::optional<Flip> DepthFirst::next() {
  if (flips_.empty()) return std::nullopt;
  Flip flip = std::move(flips_.back());
  flips_.pop_back();
  return flip;
}

std::optional<Flip> DepthFirst::drop_worst() {
  if (flips_.empty()) return std::nullopt;
  Flip flip = std::move(flips_.front());
  flips_.pop_front();
  return flip;
}

void BreadthFirst::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    auto key = std::make_pair(flip.index, age_++);
    flips_.emplace(key, std::move(flip));
  }
}

std::optional<Flip> BreadthFirst::next() {
  if (flips_.empty()) return std::nullopt;
  return extract(flips_, flips_.begin());
}

std::optional<Flip> BreadthFirst::drop_worst() {
  if (flips_.empty()) return std::nullopt;
  return extract(flips_, std::prev(flips_.end()));
}

void UniformRandom::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) flips_.push_back(std::move(flip));
}

std::optional<Flip> UniformRandom::take(size_t index) {
  Flip flip = std::move(flips_[index]);
  if (index + 1 != flips_.size()) flips_[index] = std::move(flips_.back());
  flips_.pop_back();
  return flip;
}

std::optional<Flip> UniformRandom::next() {
  if (flips_.empty()) return std::nullopt;
  // Modulo instead of a distribution: the same seed must give the same campaign with every
  // standard library; the bias is far below one in a billion.
  return take(random_() % flips_.size());
}

std::optional<Flip> UniformRandom::drop_worst() {
  return next();
}

void Generational::add(std::vector<Flip> flips) {
  for (Flip& flip : flips) {
    Key key{flip.novelty, flip.generation, age_++};
    flips_.emplace(key, std::move(flip));
  }
}

std::optional<Flip> Generational::next() {
  if (flips_.empty()) return std::nullopt;
  return extract(flips_, flips_.begin());
}

std::optional<Flip> Generational::drop_worst() {
  if (flips_.empty()) return std::nullopt;
  return extract(flips_, std::prev(flips_.end()));
}

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names = {"auto",         "dfs", "bfs",  "random",
                                                 "generational", "cfg", "rare", "repeat"};
  return names;
}

std::unique_ptr<Strategy> make_strategy(const std::string& name, uint64_t seed) {
  if (name == "auto") return std::make_unique<Mixture>(seed);
  if (name == "dfs") return std::make_unique<DepthFirst>();
  if (name == "bfs") return std::make_unique<BreadthFirst>();
  if (name == "random") return std::make_unique<UniformRandom>(seed);
  if (name == "generational") return std::make_unique<Generational>();
  if (name == "cfg") return std::make_unique<FlowDirected>();
  if (name == "rare") return std::make_unique<RareFirst>(RareFirst::Tell::kinds);
  if (name == "repeat") return std::make_unique<RareFirst>(RareFirst::Tell::times);
  return nullptr;
}

}  // namespace cuttle

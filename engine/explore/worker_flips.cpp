// SPDX-License-Identifier: Apache-2.0
// The part of the worker that chooses, tries and hands over flips.
#include <algorithm>

#include "engine/explore/worker.h"

namespace cuttle {
namespace {

Limitation went_another_way() {
  return {Reason::divergence, {}, "a recorded run went another way"};
}

}  // namespace

// The last one whose node the advisor finds half done; one that is not ends the pursuit.
std::optional<Flip> Worker::next_pursued() {
  while (!pursued_.empty()) {
    Flip flip = std::move(pursued_.back());
    pursued_.pop_back();
    if (session_.frontier.state_of(flip) != PathTree::State::pending) continue;
    if (session_.on_flips()->is_half_done(flip.node)) return flip;
    pursued_.clear();
  }
  pursuit_.seen.clear();
  return {};
}

// Hard ones come last, but now and then one of them gets its turn: there may be no end to the rest.
std::optional<Flip> Worker::next_flip() {
  from_pursuit_ = false;
  if (!pursued_.empty()) {
    std::optional<Flip> flip = next_pursued();
    from_pursuit_ = flip.has_value();
    if (flip) return flip;
  }
  if (!put_off_.empty() && runs_since_hard_ >= runs_between_hard_) {
    runs_since_hard_ = 0;
    Flip flip = std::move(put_off_.front());
    put_off_.pop_front();
    return flip;
  }
  if (strategy_->size() == 0 && !put_off_.empty()) {
    strategy_->add(std::vector<Flip>(std::make_move_iterator(put_off_.begin()),
                                     std::make_move_iterator(put_off_.end())));
    put_off_.clear();
  }
  return strategy_->next();
}

void Worker::settle(const Flip& flip, Closed why, const std::optional<Limitation>& limitation) {
  const auto order = session_.frontier.in_order();
  std::vector<Parcel> opened = session_.frontier.settle(flip, why);
  if (limitation) session_.bulletin.add({*limitation});
  session_.check(session_.share.resolve(stored(flip), limitation));
  for (Parcel& parcel : opened) session_.exchange.give(std::move(parcel));
}

// The kind of the choice decides what flips it.
Flipper& Worker::flipper_of(const Flip& flip, const Execution& parent) {
  if (parent.choices[flip.index].kind == ChoiceKind::race) return schedule_flipper_;
  return input_flipper_;
}

// False: the advisor knows better than to try it, now or ever.
bool Worker::is_advised(Flip& flip) {
  switch (session_.on_flips()->advise(flip.node, flip.alternative)) {
    case FlipAdvisor::Advice::try_it:
      return true;
    case FlipAdvisor::Advice::subsumed:
      settle(flip, Closed::subsumed, std::nullopt);
      return false;
    case FlipAdvisor::Advice::later:
      session_.frontier.release(flip);
      // Of a flip that is pursued the strategy has a copy.
      if (!from_pursuit_) put_off_.push_back(std::move(flip));
      return false;
  }
  return true;
}

void Worker::try_flip(Flip flip) {
  if (!session_.frontier.claim(flip)) {
    // A copy of it may be with somebody who pursues something.
    const bool elsewhere = session_.on_flips() != nullptr &&
                           session_.frontier.state_of(flip) == PathTree::State::claimed;
    if (!elsewhere) settle(flip, Closed::run, std::nullopt);
    return;
  }
  if (session_.on_flips() != nullptr && !is_advised(flip)) return;
  const std::shared_ptr<const Execution> parent = parents_.of(flip);
  if (!parent || !parents_.exclude(flip, *parent)) {
    if (session_.budget.is_over()) return put_back(flip);
    settle(flip, Closed::given_up, went_another_way());
    return;
  }
  Attempt attempt = flipper_of(flip, *parent).attempt(flip, *parent);
  switch (attempt.result) {
    case Attempt::Result::test:
      run(attempt.test, &flip, &attempt.expected);
      return;
    case Attempt::Result::infeasible:
      settle(flip, Closed::infeasible, std::nullopt);
      return;
    case Attempt::Result::put_off:
      session_.frontier.release(flip);
      put_off_.push_back(std::move(flip));
      return;
    case Attempt::Result::undecided:
      break;
  }
  if (session_.budget.stopping()) {  // the budget ended, not the solver's wits
    put_back(flip);
    return;
  }
  if (attempt.laborious) runs_between_hard_ *= 2;
  settle(flip, Closed::given_up,
         Limitation{Reason::solver_unknown, place_of(target().info(), flip.site), attempt.why});
}

Flip Worker::make_flip(const std::shared_ptr<KeptRun>& parent, const Execution& execution,
                       const PathTree::Opened& open) {
  Flip flip;
  flip.parent = parent;
  flip.index = open.choice;
  flip.site = execution.choices[open.choice].site;
  flip.alternative = open.alternative;
  flip.node = open.node;
  name_steps(flip, execution);
  return flip;
}

// `steps_` looks at the execution already.
void Worker::name_steps(Flip& flip, const Execution& parent) {
  flip.step = steps_.of(flip.index, flip.alternative);
  flip.taken_step = steps_.of(flip.index, parent.choices[flip.index].taken);
}

void Worker::add_flips(std::shared_ptr<const Execution> execution, const Booked& booked,
                       uint64_t run, uint32_t generation, uint32_t novelty, bool pursues) {
  if (booked.opened.empty()) return;
  const std::shared_ptr<KeptRun> parent = parents_.keep(execution);
  std::vector<Flip> flips;
  flips.reserve(booked.opened.size());
  steps_.begin(*execution);
  for (const PathTree::Opened& open : booked.opened) {
    Flip& flip = flips.emplace_back(make_flip(parent, *execution, open));
    flip.parent_run = run;
    flip.generation = generation;
    flip.novelty = novelty;
  }
  if (listeners_.openings != nullptr) listeners_.openings->notice(flips);
  if (pursues) pursued_.insert(pursued_.end(), flips.begin(), flips.end());
  strategy_->add(std::move(flips));
  bound_frontier();
}

void Worker::bound_frontier() {
  const Config& config = session_.config;
  const uint64_t bound = std::max<uint64_t>(1, config.max_frontier / std::max(1u, config.jobs));
  while (strategy_->size() > bound) {
    std::optional<Flip> worst = strategy_->drop_worst();
    if (!worst) return;
    settle(*worst, Closed::given_up,
           Limitation{Reason::frontier, place_of(target().info(), worst->site),
                      "too many open flips"});
  }
}

// Gives away what this worker misses least: flips of one run, so that it is executed again once for
// all of them. A quarter of what there is: the worst of many strategies have the most behind them.
void Worker::donate() {
  Parcel parcel;
  const size_t most = std::min(Parcel::most, strategy_->size() / 4 + 1);
  while (strategy_->size() >= 2 && parcel.items.size() < most) {
    std::optional<Flip> flip = strategy_->drop_worst();
    if (!flip) break;
    if (!parcel.items.empty() && flip->parent_run != parcel.run) {
      strategy_->add({std::move(*flip)});
      break;
    }
    parcel.run = flip->parent_run;
    if (const auto& parent = flip->parent->execution(); parent && !parcel.test)
      parcel.test = to_portable(pool(), test_of(*parent));
    parcel.generation = flip->generation;
    parcel.novelty = flip->novelty;
    parcel.items.push_back({stored(*flip), flip->node, flip->then, flip->holds});
  }
  if (!parcel.items.empty()) session_.exchange.give(std::move(parcel));
}

// A run without a flip that comes by must not take for new what an earlier one took.
void Worker::know_siblings(const Flip& flip) {
  for (uint64_t sibling : flip.siblings) {
    const std::shared_ptr<const Execution> execution = parents_.repeat(sibling);
    if (execution && flip.index < execution->choices.size())
      session_.frontier.know(flip.node, execution->choices[flip.index].taken);
  }
}

void Worker::unpack(const Parcel& parcel) {
  std::shared_ptr<KeptRun> parent = parents_.known(parcel.run);
  const std::shared_ptr<const Execution> execution = parent        ? parent->execution()
                                                     : parcel.test ? parents_.repeat(*parcel.test)
                                                                   : parents_.repeat(parcel.run);
  if (!execution) return;
  if (was_cut_off(*execution)) return session_.exchange.give(parcel);
  if (!parent) parent = parents_.keep(execution);
  steps_.begin(*execution);
  std::vector<PathTree::Opened> opened;
  if (parcel.items.front().node == 0)
    opened = session_.frontier.restore(*execution, parcel,
                                       end_within(*execution, session_.config.max_depth));
  for (const Parcel::Item& item : parcel.items) {
    PathTree::Opened open{item.flip.choice, item.alternative(), item.node};
    for (const PathTree::Opened& restored : opened)
      if (restored.choice == open.choice && restored.alternative == open.alternative)
        open.node = restored.node;
    const bool usable = open.node != 0 && open.choice < execution->choices.size();
    Flip flip;
    if (usable) {
      flip = make_flip(parent, *execution, open);
    } else {
      flip.index = open.choice;
      flip.alternative = open.alternative;
      flip.node = open.node;
    }
    flip.parent_run = parcel.run;
    flip.generation = parcel.generation;
    flip.novelty = parcel.novelty;
    flip.siblings = item.flip.siblings;
    flip.then = item.then;
    if (usable && session_.frontier.strays_follow()) know_siblings(flip);
    flip.holds = item.holds;
    if (usable)
      strategy_->add({std::move(flip)});
    else
      settle(flip, Closed::given_up, went_another_way());
  }
}

}  // namespace cuttle

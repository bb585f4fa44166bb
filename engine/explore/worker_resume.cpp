// SPDX-License-Identifier: Apache-2.0
// The part of the worker that takes up a campaign whose order an advisor decides: what the advisor
// knew comes back by showing it all runs again.
#include "engine/explore/worker.h"
#include "engine/path/path_digest.h"

namespace cuttle {
namespace {

void add(PathDigest& digest, SiteId site, AlternativeId alternative) {
  digest.add(site);
  digest.add(alternative);
}

// The digests of the path up to each real choice, before and behind it.
PathDigest before(const Execution& run, uint32_t choice) {
  PathDigest digest;
  for (uint32_t i = 0; i < choice && i < run.choices.size(); ++i)
    if (is_real(run.choices[i])) add(digest, run.choices[i].site, run.choices[i].taken);
  return digest;
}

}  // namespace

void Worker::repeat_runs(uint64_t count) {
  if (count == 0) return;
  Repeated repeated;
  for (const bool is_first : {true, false}) {
    for (uint64_t number = 1; number <= count; ++number) {
      if (session_.budget.stopping() || !renew_equipment()) return;
      if (!session_.share.store().test(number)) continue;  // it was never finished
      const std::shared_ptr<const Execution> execution = parents_.repeat(number);
      if (!execution || was_cut_off(*execution)) return;
      if (is_first)
        note_steps(*execution, repeated);
      else
        repeat_run(number, execution, repeated);
    }
  }
  for (Parcel& parcel : repeated.open) {
    std::erase_if(parcel.items, [&](const Parcel::Item& item) {
      return !session_.frontier.is_pending(item.node, item.alternative());
    });
    if (!parcel.items.empty()) session_.exchange.give(std::move(parcel));
  }
}

void Worker::note_steps(const Execution& execution, Repeated& repeated) const {
  PathDigest digest;
  for (const Choice& choice : execution.choices) {
    if (!is_real(choice)) continue;
    add(digest, choice.site, choice.taken);
    repeated.taken.insert({digest.high(), digest.low()});
  }
}

// What was open at the end, or taken by a later run, stays; the rest was settled without a run. Of
// that, too, stays what nobody can say the reason of: it is tried again.
void Worker::repeat_run(uint64_t number, const std::shared_ptr<const Execution>& execution,
                        Repeated& repeated) {
  const PathEnd end =
      session_.advisor->end_of(*execution, 0, end_within(*execution, session_.config.max_depth));
  Booked booked = session_.frontier.book_again(number, *execution, end);
  session_.bulletin.know_order(*execution);
  std::vector<Parcel> parcels = std::move(booked.parcels);
  Parcel own;
  own.run = number;
  for (const PathTree::Opened& opened : booked.opened)
    own.items.push_back({{number, opened.choice, opened.alternative, {}}, opened.node, {}});
  if (!own.items.empty()) parcels.push_back(std::move(own));
  for (size_t i = 0; i < parcels.size(); ++i) {
    Parcel stays;
    stays.run = parcels[i].run;
    for (Parcel::Item& item : parcels[i].items) {
      if (session_.was_open(item.flip) || was_taken(*execution, number, item, repeated)) {
        stays.items.push_back(std::move(item));
        continue;
      }
      const std::optional<Closed> why = settled_before(item);
      if (!why) {
        stays.items.push_back(std::move(item));
        continue;
      }
      for (Parcel& next : session_.frontier.forgo(item.node, item.alternative(), *why))
        parcels.push_back(std::move(next));
    }
    if (!stays.items.empty()) repeated.open.push_back(std::move(stays));
  }
  session_.frontier.drain();
}

// Nothing: nobody can say.
std::optional<Closed> Worker::settled_before(const Parcel::Item& item) {
  if (session_.on_flips() == nullptr) return Closed::infeasible;
  switch (session_.on_flips()->settled_before(item.node, item.alternative())) {
    case FlipAdvisor::Settled::infeasible:
      return Closed::infeasible;
    case FlipAdvisor::Settled::subsumed:
      return Closed::subsumed;
    case FlipAdvisor::Settled::unknown:
      break;
  }
  return {};
}

// Flips of earlier runs, whose turn came only now, count as taken: they were, or are open.
bool Worker::was_taken(const Execution& execution, uint64_t number, const Parcel::Item& item,
                       const Repeated& repeated) const {
  if (item.flip.run != number) return true;
  PathDigest digest = before(execution, item.flip.choice);
  if (item.then) {
    for (const PathStep& step : *item.then) add(digest, step.site, step.alternative);
  } else {
    add(digest, execution.choices[item.flip.choice].site, item.flip.alternative);
  }
  return repeated.taken.contains({digest.high(), digest.low()});
}

}  // namespace cuttle

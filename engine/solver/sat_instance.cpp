// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/sat_instance.h"

#include <cadical.hpp>

namespace cuttle {

namespace {

class Brake : public CaDiCaL::Terminator {
 public:
  explicit Brake(Meter& meter) : meter_(meter) {}
  bool terminate() override { return !meter_.look(); }

 private:
  Meter& meter_;
};

}  // namespace

SatInstance::SatInstance(Style style) : cadical_(std::make_unique<CaDiCaL::Solver>()) {
  cadical_->set("quiet", 1);
  cadical_->set("profile", 0);  // it would ask for the time several times per query
  if (style == Style::quick) cadical_->configure("plain");
  const Lit truth = new_variable();
  add({&truth, 1});
}

SatInstance::~SatInstance() = default;

void SatInstance::add(std::span<const Lit> clause) {
  if (spoilt_) return;
  spend(1);
  for (Lit lit : clause) cadical_->add(lit);
  cadical_->add(0);
  ++clauses_;
}

void SatInstance::prefer(Lit lit) {
  cadical_->phase(lit);
}

Answer SatInstance::solve(std::span<const Lit> assumptions, int max_conflicts, Meter& meter) {
  timed_out_ = spoilt_;
  if (spoilt_) return Answer::unknown;
  for (Lit lit : assumptions) cadical_->assume(lit);
  cadical_->limit("conflicts", max_conflicts);
  Brake brake(meter);
  cadical_->connect_terminator(&brake);
  const int status = cadical_->solve();
  cadical_->disconnect_terminator();
  timed_out_ = !meter.look();
  return status == 10 ? Answer::sat : status == 20 ? Answer::unsat : Answer::unknown;
}

bool SatInstance::value(Lit lit) {
  return cadical_->val(lit) > 0;
}

bool SatInstance::failed(Lit lit) {
  return cadical_->failed(lit);
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
// What guards may ask about processes.
#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

namespace {

// The machine is on its own.
Cases node(Call& call) {
  return call.value(call.heap().atom("nonode@nohost"));
}

Cases node_of(Call& call) {
  constexpr KindMask kinds = mask_of(TermKind::pid, TermKind::reference, TermKind::port);
  return call.value_if(call.shadow.is_kind(call.arg(0), kinds), call.heap().atom("nonode@nohost"));
}

Cases self(Call& call) {
  Term pid;
  pid.kind = TermKind::pid;
  pid.text = call.shadow.self;
  return call.value(call.heap().opaque(std::move(pid)));
}

constexpr ModelRow rows[] = {
    {"erlang", "node", 0, node},
    {"erlang", "node", 1, node_of},
    {"erlang", "self", 0, self},
};

}  // namespace

std::span<const ModelRow> process_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay

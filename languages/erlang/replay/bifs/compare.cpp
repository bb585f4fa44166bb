// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

namespace {

Cases identical(Call& call) {
  return call.truth(call.shadow.identical(call.arg(0), call.arg(1)));
}
Cases not_identical(Call& call) {
  return call.truth(call.pool().not_(call.shadow.identical(call.arg(0), call.arg(1))));
}
Cases equal(Call& call) {
  return call.truth(call.shadow.equal(call.arg(0), call.arg(1), false));
}
Cases not_equal(Call& call) {
  return call.truth(call.pool().not_(call.shadow.equal(call.arg(0), call.arg(1), false)));
}
Cases less(Call& call) {
  return call.truth(call.shadow.less(call.arg(0), call.arg(1)));
}
Cases less_equal(Call& call) {
  return call.truth(call.pool().not_(call.shadow.less(call.arg(1), call.arg(0))));
}
Cases greater(Call& call) {
  return call.truth(call.shadow.less(call.arg(1), call.arg(0)));
}
Cases greater_equal(Call& call) {
  return call.truth(call.pool().not_(call.shadow.less(call.arg(0), call.arg(1))));
}

// Of equal ones the first.
Cases minimum(Call& call) {
  ExprId second = call.shadow.less(call.arg(1), call.arg(0));
  return call.value(
      call.shadow.mux({{call.pool().not_(second), call.arg(0)}, {second, call.arg(1)}}));
}
Cases maximum(Call& call) {
  ExprId second = call.shadow.less(call.arg(0), call.arg(1));
  return call.value(
      call.shadow.mux({{call.pool().not_(second), call.arg(0)}, {second, call.arg(1)}}));
}

constexpr ModelRow rows[] = {
    {"erlang", "=:=", 2, identical}, {"erlang", "=/=", 2, not_identical},
    {"erlang", "==", 2, equal},      {"erlang", "/=", 2, not_equal},
    {"erlang", "<", 2, less},        {"erlang", "=<", 2, less_equal},
    {"erlang", ">", 2, greater},     {"erlang", ">=", 2, greater_equal},
    {"erlang", "min", 2, minimum},   {"erlang", "max", 2, maximum},
};

}  // namespace

std::span<const ModelRow> compare_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay

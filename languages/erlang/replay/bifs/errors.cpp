// SPDX-License-Identifier: Apache-2.0
// What raises.
#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

namespace {

template <ErrorClass error_class>
Cases raise(Call& call) {
  return {{call.shadow.yes(), call.arg(0), true, error_class}};
}

constexpr ModelRow rows[] = {
    {"erlang", "error", 1, raise<ErrorClass::error>},
    {"erlang", "error", 2, raise<ErrorClass::error>},
    {"erlang", "error", 3, raise<ErrorClass::error>},
    {"erlang", "exit", 1, raise<ErrorClass::exit>},
    {"erlang", "throw", 1, raise<ErrorClass::throw_>},
};

}  // namespace

std::span<const ModelRow> error_models() {
  return rows;
}

}  // namespace cuttle::erlang::replay

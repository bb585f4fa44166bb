// SPDX-License-Identifier: Apache-2.0
// std::optional, std::variant, std::function and smart pointers.
#include <cuttle/cuttle.h>

#include <functional>
#include <memory>
#include <optional>
#include <variant>

static std::optional<int> half(int x) {
  if (x % 2 != 0) return std::nullopt;
  return x / 2;
}

struct Visitor {
  int operator()(int x) const { return x; }
  int operator()(char c) const { return c - 'a'; }
};

int main() {
  int x;
  char c;
  CUTTLE_input(x);
  CUTTLE_input(c);
  std::variant<int, char> either;
  if (const auto quotient = half(x))
    either = *quotient;
  else
    either = c;
  auto shared = std::make_shared<int>(std::visit(Visitor(), either));
  const std::function<int(int)> add = [shared](int y) { return *shared + y; };
  CUTTLE_assert(add(1) != 20);  // bug: assertion
  return 0;
}
// expect: paths == 4
// expect: exhausted

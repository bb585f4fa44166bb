/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <string>

struct Trace {
  const char* name;
  explicit Trace(const char* n) : name(n) { std::printf("+%s ", name); }
  ~Trace() { std::printf("-%s ", name); }
};

struct Problem {
  int code;
  double weight;
};

static int risky(int n) {
  Trace trace("risky");
  if (n == 1) throw std::runtime_error("one");
  if (n == 2) throw Problem{n, 2.5};
  if (n == 3) throw n;
  if (n == 4) throw std::string("four");
  return n * 2;
}

static int handled(int n) try {
  Trace outer("outer");
  try {
    Trace inner("inner");
    return risky(n);
  } catch (const std::exception& e) {
    std::printf("[%s] ", e.what());
    return -1;
  } catch (Problem p) {
    std::printf("[problem %d %.1f] ", p.code, p.weight);
    if (p.code == 2) throw;
    return -2;
  }
} catch (const Problem& p) {
  return -20 - p.code;
} catch (int i) {
  return -30 - i;
}

static int nested(int depth) {
  auto guard = std::make_unique<Trace>("deep");
  if (depth == 0) throw std::out_of_range("bottom");
  return nested(depth - 1) + 1;
}

int main() {
  for (int n = 0; n < 5; ++n) {
    try {
      std::printf("%d\n", handled(n));
    } catch (const std::string& s) {
      std::printf("string %s\n", s.c_str());
    } catch (...) {
      std::printf("other\n");
    }
  }
  try {
    std::printf("%d\n", nested(3));
  } catch (const std::logic_error& e) {
    std::printf("logic %s\n", e.what());
  }
  try {
    std::string("abc").at(7);
  } catch (const std::out_of_range&) {
    std::printf("range\n");
  }
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Frames that were left by an exception, below those that go on.
#include <cuttle/cuttle.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

struct Block {
  char bytes[48];
};

[[gnu::noinline]] static void fill(char *p, int n) {
  for (int i = 0; i < n; i++) p[i] = static_cast<char>(i);
}
[[gnu::noinline]] static void deep(int n, bool out) {
  char frame[24], more[3];
  fill(frame, sizeof frame);
  fill(more, sizeof more);
  if (n == 0 && out) throw std::runtime_error("out");
  if (n > 0) deep(n - 1, out);
}
[[gnu::noinline]] static int by_value(Block b, int n) {
  fill(b.bytes, sizeof b.bytes);
  return n ? by_value(b, n - 1) + b.bytes[3] : 0;
}

int main() {
  unsigned char n;
  CUTTLE_input(n);
  CUTTLE_assume(n < 4);
  int k = 0;
  while (k < n) k++;
  int sum = 0;
  for (int round = 0; round < 3; round++) {
    try {
      deep(5 * k, round != 1);
    } catch (const std::exception &) {
      sum += by_value(Block{}, 4 * k);
    }
    std::vector<std::string> words(static_cast<size_t>(k) + 1, std::string(20, 'a'));
    words[0] += std::to_string(round);
    std::sort(words.begin(), words.end());
    sum += by_value(Block{}, k) + static_cast<int>(words.front().size());
  }
  return sum == 12345;
}
// expect: exhausted
// expect: runs == 4
// expect: bugs == 0

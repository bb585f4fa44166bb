// SPDX-License-Identifier: Apache-2.0
// A queue whose owner takes from one end and a thief from the other, after Chase and Lev. BROKEN: the
// owner takes the last one without asking.
#include <cuttle/cuttle.h>

#include <array>
#include <atomic>
#include <thread>

namespace {

class Queue {
 public:
  void push(int item) {
    const int b = bottom_.load();
    items_[b % 4].store(item);
    bottom_.store(b + 1);
  }
  int take() {
    const int b = bottom_.load() - 1;
    bottom_.store(b);
    int t = top_.load();
    if (t > b) {
      bottom_.store(b + 1);
      return 0;
    }
    int item = items_[b % 4].load();
    if (t < b) return item;
#ifndef BROKEN
    if (!top_.compare_exchange_strong(t, t + 1)) item = 0;
#else
    top_.store(t + 1);
#endif
    bottom_.store(b + 1);
    return item;
  }
  int steal() {
    int t = top_.load();
    if (t >= bottom_.load()) return 0;
    const int item = items_[t % 4].load();
    return top_.compare_exchange_strong(t, t + 1) ? item : 0;
  }

 private:
  std::atomic<int> top_ = 0, bottom_ = 0;
  std::array<std::atomic<int>, 4> items_{};
};

}  // namespace

int main() {
  Queue queue;
  queue.push(1);
  queue.push(2);
  std::array<std::atomic<int>, 3> seen{};
  std::thread thief([&] { seen[queue.steal()]++; });
  seen[queue.take()]++;
  seen[queue.take()]++;
  thief.join();
  CUTTLE_assert(seen[1] == 1 && seen[2] == 1);
}

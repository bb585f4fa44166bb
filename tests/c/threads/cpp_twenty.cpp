// SPDX-License-Identifier: Apache-2.0
// C++20: std::jthread, latch, barrier, counting_semaphore, atomic wait and notify; KIND says which.
#include <cuttle/cuttle.h>

#include <atomic>
#include <barrier>
#include <latch>
#include <semaphore>
#include <thread>

namespace {

std::atomic<int> data = 0;

#if KIND == 1
std::atomic<int> ready = 0;
void give() {
  data = 1;
  ready = 1;
  ready.notify_one();
}
void take() { ready.wait(0); }
#elif KIND == 2
std::latch latch(1);
void give() {
  data = 1;
  latch.count_down();
}
void take() { latch.wait(); }
#elif KIND == 3
std::barrier barrier(2);
void give() {
  data = 1;
  barrier.arrive_and_wait();
}
void take() { barrier.arrive_and_wait(); }
#else
std::counting_semaphore<4> semaphore(0);
void give() {
  data = 1;
  semaphore.release();
}
void take() { semaphore.acquire(); }
#endif

}  // namespace

int main() {
  std::jthread taker([] {
    take();
    CUTTLE_assert(data == 1);
  });
  std::jthread giver(give);
}

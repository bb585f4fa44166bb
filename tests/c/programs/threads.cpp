// SPDX-License-Identifier: Apache-2.0
// std::thread, std::async, a mutex and an atomic counter: each thread branches on its own input.
#include <cuttle/cuttle.h>

#include <atomic>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

int main() {
  int data[3];
  int hits = 0;
  std::atomic<int> misses = 0;
  std::mutex guard;
  CUTTLE_input_array(data, 3);
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      if (data[i] == 100 * i + 7) {
        const std::lock_guard<std::mutex> lock(guard);
        ++hits;
      } else {
        ++misses;
      }
    });
  for (auto& thread : threads) thread.join();
  CUTTLE_assert(hits + misses == 3);
  auto sum = std::async(std::launch::async, [&] { return data[0] + data[1] + data[2]; });
  if (hits == 3) CUTTLE_assert(sum.get() != 321);  // bug: assertion
  return 0;
}
// run: --threads free
// expect: paths == 8
// expect: incomplete threads
// expect: stdout threads.cpp:19  schedules are not explored

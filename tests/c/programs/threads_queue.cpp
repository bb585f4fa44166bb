// SPDX-License-Identifier: Apache-2.0
// One thread hands on what it has decided to another, through a queue with a mutex and a condition.
// The other begins when all is there: otherwise what is found would depend on the schedule.
#include <cuttle/cuttle.h>

#include <condition_variable>
#include <mutex>
#include <queue>
#include <thread>

int main() {
  unsigned char data[3];
  std::queue<int> queue;
  std::mutex guard;
  std::condition_variable changed;
  bool done = false;
  int large = 0;
  CUTTLE_input_array(data, 3);
  std::thread consumer([&] {
    std::unique_lock<std::mutex> lock(guard);
    changed.wait(lock, [&] { return done; });
    for (; !queue.empty(); queue.pop())
      if (queue.front() > 100) ++large;
  });
  std::thread producer([&] {
    for (int value : data) {
      const std::lock_guard<std::mutex> lock(guard);
      if (value % 2 == 1) queue.push(value);
      changed.notify_one();
    }
    const std::lock_guard<std::mutex> lock(guard);
    done = true;
    changed.notify_one();
  });
  producer.join();
  consumer.join();
  CUTTLE_assert(large < 3);  // bug: assertion
  return 0;
}
// run: --threads free
// expect: incomplete threads
// expect: divergences

// SPDX-License-Identifier: Apache-2.0
// std::promise, std::future and std::async. BROKEN: the result is taken before it is asked for.
#include <cuttle/cuttle.h>

#include <future>
#include <thread>

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  int other = 0;
  std::thread worker([&] {
    other = 5;
    promise.set_value(37);
#ifdef BROKEN
    other = 6;
#endif
  });
  const int value = future.get();
  CUTTLE_assert(value + other == 42);
  worker.join();
  auto task = std::async(std::launch::async, [] { return 3; });
  CUTTLE_assert(task.get() == 3);
}

// SPDX-License-Identifier: Apache-2.0
// std::thread and std::mutex: a counter with two halves. BROKEN: one of the threads forgets the lock.
#include <cuttle/cuttle.h>

#include <mutex>
#include <thread>
#include <vector>

namespace {

std::mutex mutex;
int low = 0, high = 0;

void add(bool careful) {
  std::unique_lock<std::mutex> lock(mutex, std::defer_lock);
  if (careful) lock.lock();
  ++low;
  ++high;
  CUTTLE_assert(low == high);
}

}  // namespace

int main() {
  std::vector<std::thread> threads;
#ifdef BROKEN
  threads.emplace_back(add, false);
#else
  threads.emplace_back(add, true);
#endif
  threads.emplace_back(add, true);
  for (auto& thread : threads) thread.join();
}

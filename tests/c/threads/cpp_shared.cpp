// SPDX-License-Identifier: Apache-2.0
// std::shared_mutex. BROKEN: the writer has a share only.
#include <cuttle/cuttle.h>

#include <atomic>
#include <mutex>
#include <shared_mutex>
#include <thread>

namespace {

std::shared_mutex mutex;
std::atomic<int> first = 0, second = 0;

void change() {
#ifdef BROKEN
  const std::shared_lock lock(mutex);
#else
  const std::unique_lock lock(mutex);
#endif
  first = 1;
  second = 1;
}

void look() {
  const std::shared_lock lock(mutex);
  CUTTLE_assert(first == second);
}

}  // namespace

int main() {
  std::thread writer(change), reader(look);
  writer.join();
  reader.join();
}

// SPDX-License-Identifier: Apache-2.0
// std::condition_variable: a message box. BROKEN: waits without looking whether the message is there,
// and may wait for ever.
#include <cuttle/cuttle.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace {

std::mutex mutex;
std::condition_variable arrived;
bool there = false;

void receive() {
  std::unique_lock<std::mutex> lock(mutex);
#ifdef BROKEN
  arrived.wait(lock);
#else
  arrived.wait(lock, [] { return there; });
#endif
  CUTTLE_assert(there);
}

void send() {
  const std::lock_guard<std::mutex> lock(mutex);
  there = true;
  arrived.notify_one();
}

}  // namespace

int main() {
  std::thread receiver(receive), sender(send);
  receiver.join();
  sender.join();
}

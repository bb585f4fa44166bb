// SPDX-License-Identifier: Apache-2.0
// A pool of threads. BROKEN: it may stop before the last task is taken.
#include <cuttle/cuttle.h>

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace {

class Pool {
 public:
  explicit Pool(int size) {
    for (int i = 0; i < size; ++i) threads_.emplace_back([this] { work(); });
  }
  void add(std::function<void()> task) {
    const std::lock_guard<std::mutex> lock(mutex_);
    tasks_.push_back(std::move(task));
    changed_.notify_one();
  }
  void stop() {
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      stopping_ = true;
      changed_.notify_all();
    }
    for (auto& thread : threads_) thread.join();
  }

 private:
  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        changed_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
#ifdef BROKEN
        if (stopping_) return;
#else
        if (tasks_.empty()) return;
#endif
        task = std::move(tasks_.front());
        tasks_.pop_front();
      }
      task();
    }
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::function<void()>> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace

int main() {
  int done = 0;
  Pool pool(1);
  pool.add([&done] { ++done; });
  pool.stop();
  CUTTLE_assert(done == 1);
}

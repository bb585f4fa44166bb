/* SPDX-License-Identifier: Apache-2.0 */
/* flags: -std=c++20 */
#include <coroutine>
#include <cstdio>

struct Generator {
  struct promise_type {
    int current = 0;
    Generator get_return_object() {
      return {std::coroutine_handle<promise_type>::from_promise(*this)};
    }
    std::suspend_always initial_suspend() { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int value) {
      current = value;
      return {};
    }
    void return_void() {}
    void unhandled_exception() {}
  };
  std::coroutine_handle<promise_type> handle;
  bool next() {
    handle.resume();
    return !handle.done();
  }
};

static Generator squares(int count) {
  for (int i = 0; i < count; ++i) co_yield i* i;
}

int main() {
  Generator g = squares(5);
  int sum = 0;
  while (g.next()) sum += g.handle.promise().current;
  g.handle.destroy();
  std::printf("%d\n", sum);
  return 0;
}

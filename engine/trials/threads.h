// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <coroutine>
#include <exception>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/expr/evaluator.h"
#include "engine/target/language.h"

namespace cuttle::trials {

// A thread of a program under test: a coroutine that stops before each visible operation.
class Thread {
 public:
  struct promise_type {
    Thread get_return_object() {
      return Thread(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() { failed = std::current_exception(); }
    std::exception_ptr failed;
  };
  explicit Thread(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  Thread(Thread&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  Thread& operator=(Thread&&) = delete;
  ~Thread() {
    if (handle_) handle_.destroy();
  }
  void resume() { handle_.resume(); }
  bool done() const { return handle_.done(); }
  std::exception_ptr failed() const { return handle_.promise().failed; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

struct Failure {
  std::string message;
};

// What a thread asks for next.
struct Request {
  enum class Kind : uint8_t {
    start,
    read,
    write,
    add,
    swap,
    lock,
    try_lock,
    share,
    unlock,
    unshare,
    wait,
    wake,
    signal,
    broadcast,
    post,
    acquire,
    arrive,
    leave,
    await,
    stop,
  };
  Kind kind = Kind::start;
  uint32_t object = 0, other = 0;
  ExprId value, wanted;
  bool may_end = false;  // wait: without a signal
};

class World;

// What a thread can do. Objects are small numbers; values are 8 bits.
class Self {
 public:
  Self(World& world, uint32_t index) : world_(world), index_(index) {}

  struct Awaitable {
    World& world;
    uint32_t thread;
    Request request;
    bool await_ready() const noexcept { return false; }
    void await_suspend(std::coroutine_handle<>) const;
    ExprId await_resume() const;
  };
  Awaitable read(uint32_t object) { return ask({Request::Kind::read, object, 0, {}, {}}); }
  Awaitable write(uint32_t object, ExprId value) {
    return ask({Request::Kind::write, object, 0, value, {}});
  }
  Awaitable write(uint32_t object, uint64_t value) { return write(object, number(value)); }
  Awaitable add(uint32_t object, uint64_t value) {
    return ask({Request::Kind::add, object, 0, number(value), {}});
  }
  // Compare and swap; 1: done.
  Awaitable swap(uint32_t object, uint64_t expected, uint64_t value) {
    return ask({Request::Kind::swap, object, 0, number(value), number(expected)});
  }
  Awaitable lock(uint32_t lock) { return ask({Request::Kind::lock, lock, 0, {}, {}}); }
  Awaitable try_lock(uint32_t lock) { return ask({Request::Kind::try_lock, lock, 0, {}, {}}); }
  Awaitable unlock(uint32_t lock) { return ask({Request::Kind::unlock, lock, 0, {}, {}}); }
  Awaitable share(uint32_t lock) { return ask({Request::Kind::share, lock, 0, {}, {}}); }
  Awaitable unshare(uint32_t lock) { return ask({Request::Kind::unshare, lock, 0, {}, {}}); }
  Awaitable wait(uint32_t condition, uint32_t lock, bool may_end = false) {
    return ask({Request::Kind::wait, condition, lock, {}, {}, may_end});
  }
  // The second half of a wait; 1: nobody had signalled.
  Awaitable wake(uint32_t condition, uint32_t lock) {
    return ask({Request::Kind::wake, condition, lock, {}, {}});
  }
  Awaitable signal(uint32_t condition) {
    return ask({Request::Kind::signal, condition, 0, {}, {}});
  }
  Awaitable broadcast(uint32_t condition) {
    return ask({Request::Kind::broadcast, condition, 0, {}, {}});
  }
  Awaitable post(uint32_t semaphore) { return ask({Request::Kind::post, semaphore, 0, {}, {}}); }
  Awaitable acquire(uint32_t semaphore) {
    return ask({Request::Kind::acquire, semaphore, 0, {}, {}});
  }
  Awaitable arrive(uint32_t barrier) { return ask({Request::Kind::arrive, barrier, 0, {}, {}}); }
  Awaitable leave(uint32_t barrier) { return ask({Request::Kind::leave, barrier, 0, {}, {}}); }
  // Reads again after having read what it could not use: not before somebody wrote there.
  Awaitable await(uint32_t object) { return ask({Request::Kind::await, object, 0, {}, {}}); }

  ExprId number(uint64_t value);
  ExprId input(const std::string& name, unsigned width = 8);
  bool branch(ExprId condition);  // of the inputs and of what was read
  uint64_t value(ExprId e);       // as it is in this run
  ExprPool& pool();
  void check(bool holds, const char* message) {
    if (!holds) throw Failure{message};
  }

 private:
  Awaitable ask(Request request) { return {world_, index_, request}; }
  World& world_;
  uint32_t index_;
};

using Body = std::function<Thread(Self&)>;
struct Program {
  std::vector<Body> threads;
  std::map<uint32_t, uint32_t> semaphores = {};  // counts
  std::map<uint32_t, uint32_t> barriers = {};    // how many meet there
};

// One run of a program with threads.
class World {
 public:
  World(ExprPool& pool, const Program& program, const TestCase& test, Execution& execution);
  void run();

 private:
  friend class Self;
  struct State {
    Request next;
    ExprId result;
    uint32_t operations = 0, redrawn = 0;
    bool asleep = false, ended = false, signalled = false, may_end = false;
    uint64_t seen = 0;  // await: how often the place had been written when it was read last
    uint32_t round = 0;
  };
  struct Barrier {
    uint32_t round = 0, arrived = 0;
  };

  bool is_enabled(uint32_t thread) const;
  uint32_t choose(const std::vector<uint32_t>& enabled, uint32_t last);
  void race(uint32_t thread, const std::vector<uint32_t>& enabled);
  void perform(uint32_t thread);
  void go_on(uint32_t thread);
  RunEvent record_of(uint32_t thread) const;
  void wake_sleepers(const RunEvent& done);
  void tell_blocked();

  ExprPool& pool_;
  const Program& program_;
  const TestCase& test_;
  Execution& execution_;
  std::optional<Evaluator> evaluator_;
  std::vector<Self> selves_;
  std::vector<Thread> threads_;
  std::vector<State> states_;
  std::map<uint32_t, ExprId> memory_;
  std::map<uint32_t, uint64_t> writes_;
  std::map<uint32_t, uint32_t> owner_;   // of locks, + 1
  std::map<uint32_t, uint32_t> shared_;  // how many have them
  std::map<uint32_t, std::vector<uint32_t>> waiting_;
  std::map<uint32_t, uint32_t> count_;
  std::map<uint32_t, Barrier> barriers_;
  struct Chooser;
  std::shared_ptr<Chooser> chooser_;
  uint32_t steps_ = 0;
};

class ThreadedFactory : public TargetFactory {
 public:
  explicit ThreadedFactory(Program program) : program_(std::move(program)) {}
  Result<std::unique_ptr<Target>> create(ExprPool& pool) override;

 private:
  Program program_;
};

}  // namespace cuttle::trials

// SPDX-License-Identifier: Apache-2.0
#include "engine/trials/random_programs.h"

#include <memory>
#include <random>

namespace cuttle::trials {
namespace {

enum class Do : uint8_t {
  read,
  write,
  write_last,
  add,
  swap,
  lock,
  unlock,
  try_lock,
  unlock_if,
  share,
  unshare,
  wait,
  wake,
  signal,
  broadcast,
  acquire,
  post,
  meet,
  part,
  skip_unless,
  end,
};

struct Line {
  Do what = Do::end;
  uint32_t object = 0;
  uint64_t value = 0;
  uint32_t to = 0;     // skip_unless, unlock_if: of which try
  bool other = false;  // skip_unless: the second input
  bool adds = false;   // skip_unless: compares with what was read last, too
};
using Code = std::vector<Line>;

bool holds(Self& self, const Line& line, ExprId last) {
  ExprPool& pool = self.pool();
  ExprId wanted = self.number(line.value);
  if (line.adds) wanted = pool.binary(Op::bv_add, wanted, last);
  const ExprId input = self.input(line.other ? "q" : "z", 2);
  return self.branch(line.value % 2 != 0 ? pool.eq(input, wanted)
                                         : pool.binary(Op::bv_ult, wanted, input));
}

Thread interpret(Self& self, std::shared_ptr<const Code> code) {
  ExprId last = self.number(0);
  std::vector<bool> has(code->size());
  for (uint32_t at = 0; at < code->size(); ++at) {
    const Line& line = (*code)[at];
    switch (line.what) {
      case Do::read:
        last = co_await self.read(line.object);
        break;
      case Do::write:
        co_await self.write(line.object, line.value);
        break;
      case Do::write_last:
        co_await self.write(line.object, self.pool().binary(Op::bv_add, last, self.number(1)));
        break;
      case Do::add:
        last = co_await self.add(line.object, 1);
        break;
      case Do::swap:
        last = co_await self.swap(line.object, 0, line.value);
        break;
      case Do::lock:
        co_await self.lock(line.object);
        break;
      case Do::unlock:
        co_await self.unlock(line.object);
        break;
      case Do::try_lock:
        has[at] = self.value(co_await self.try_lock(line.object)) != 0;
        break;
      case Do::unlock_if:
        if (has[line.to]) co_await self.unlock(line.object);
        break;
      case Do::share:
        co_await self.share(line.object);
        break;
      case Do::unshare:
        co_await self.unshare(line.object);
        break;
      case Do::wait:
        co_await self.wait(line.object, line.to, line.other);
        break;
      case Do::wake:
        co_await self.wake(line.object, line.to);
        break;
      case Do::signal:
        co_await self.signal(line.object);
        break;
      case Do::broadcast:
        co_await self.broadcast(line.object);
        break;
      case Do::acquire:
        co_await self.acquire(line.object);
        break;
      case Do::post:
        co_await self.post(line.object);
        break;
      case Do::meet:
        co_await self.arrive(line.object);
        break;
      case Do::part:
        co_await self.leave(line.object);
        break;
      case Do::skip_unless:
        if (!holds(self, line, last)) at = line.to - 1;
        break;
      case Do::end:
        co_return;
    }
  }
}

class Author {
 public:
  Author(uint64_t seed, const Ingredients& ingredients) : random_(seed), with_(ingredients) {}

  Code thread() {
    code_.clear();
    held_.clear();
    block(3, 1 + below(2));
    return code_;
  }
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

 private:
  static constexpr uint32_t kCondition = 10, kShared = 20, kSemaphore = 30, kBarrier = 40;

  void add(Do what, uint32_t object = 0, uint64_t value = 0, uint32_t to = 0, bool other = false) {
    code_.push_back({what, object, value, to, other, false});
  }
  void block(unsigned depth, unsigned count) {
    for (unsigned i = 0; i < count; ++i) statement(depth);
  }
  void access() {
    const uint32_t object = 1 + below(2);
    switch (below(6)) {
      case 0:
      case 1:
        return add(Do::read, object);
      case 2:
        return add(Do::write, object, 1 + below(2));
      case 3:
        return add(Do::write_last, object);
      case 4:
        return add(Do::add, object);
      default:
        return add(Do::swap, object, 1 + below(2));
    }
  }
  void statement(unsigned depth) {
    const uint32_t dice = below(100);
    if (depth == 0 || dice < 35) return access();
    if (with_.others && dice < 55) return other(depth);
    if (with_.conditions && dice < 65 && !held_.empty()) return condition();
    if (with_.locks && dice < 75 && held_.size() < 2) return locked(depth);
    branch(depth);
  }
  void locked(unsigned depth) {
    uint32_t lock = 1 + below(2);
    if (!held_.empty() && held_.back() == lock) lock = 3 - lock;
    held_.push_back(lock);
    add(Do::lock, lock);
    block(depth - 1, below(3));
    add(Do::unlock, lock);
    held_.pop_back();
  }
  void condition() {
    const uint32_t lock = held_.back();
    switch (below(4)) {
      case 0:
        return add(Do::signal, kCondition);
      case 1:
        return add(Do::broadcast, kCondition);
      default:
        add(Do::wait, kCondition, 0, lock, below(4) == 0);
        return add(Do::wake, kCondition, 0, lock);
    }
  }
  void other(unsigned depth) {
    switch (below(6)) {
      case 0: {
        const auto at = static_cast<uint32_t>(code_.size());
        const uint32_t lock = 3;
        add(Do::try_lock, lock);
        block(depth - 1, below(2));
        return add(Do::unlock_if, lock, 0, at);
      }
      case 1:
        add(Do::share, kShared);
        block(0, below(2));
        return add(Do::unshare, kShared);
      case 2:
        add(Do::lock, kShared);
        block(0, below(2));
        return add(Do::unlock, kShared);
      case 3:
        return add(Do::post, kSemaphore);
      case 4:
        return add(Do::acquire, kSemaphore);
      default:
        add(Do::meet, kBarrier);
        return add(Do::part, kBarrier);
    }
  }
  void branch(unsigned depth) {
    const auto at = static_cast<uint32_t>(code_.size());
    code_.push_back({Do::skip_unless, 0, below(4), 0, below(2) == 0, below(2) == 0});
    block(depth - 1, 1 + below(2));
    code_[at].to = static_cast<uint32_t>(code_.size());
  }

  std::mt19937_64 random_;
  const Ingredients with_;
  Code code_;
  std::vector<uint32_t> held_;
};

}  // namespace

Program random_program(uint64_t seed, const Ingredients& ingredients) {
  Author author(seed, ingredients);
  Program program;
  program.semaphores[30] = author.below(2);
  program.barriers[40] = 2;
  const unsigned threads = 2 + author.below(8) / 3;
  for (unsigned i = 0; i < threads; ++i) {
    const auto code = std::make_shared<const Code>(author.thread());
    program.threads.push_back([code](Self& self) { return interpret(self, code); });
  }
  return program;
}

}  // namespace cuttle::trials

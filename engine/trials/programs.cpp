// SPDX-License-Identifier: Apache-2.0
#include "engine/trials/programs.h"

namespace cuttle::trials {
namespace {

Body writer(uint32_t object, uint64_t value) {
  return [=](Self& self) -> Thread { co_await self.write(object, value); };
}

Body reader(uint32_t object) {
  return [=](Self& self) -> Thread { co_await self.read(object); };
}

ExprId plus_one(Self& self, ExprId e) {
  return self.pool().binary(Op::bv_add, e, self.number(1));
}

}  // namespace

Program writers(unsigned n) {
  Program program;
  for (unsigned i = 0; i < n; ++i) program.threads.push_back(writer(1, i));
  return program;
}

Program readers(unsigned n) {
  Program program{{writer(1, 1)}};
  for (unsigned i = 0; i < n; ++i) program.threads.push_back(reader(1));
  return program;
}

Program figure_21() {
  return {{writer(1, 1), writer(2, 4), writer(1, 2)}};
}

Program figure_22() {
  return {{reader(1), reader(1), reader(1)}};
}

Program section_8() {
  const auto both = [](uint32_t first, uint64_t a, uint32_t second, uint64_t b) -> Body {
    return [=](Self& self) -> Thread {
      co_await self.write(first, a);
      co_await self.write(second, b);
    };
  };
  return {{both(1, 1, 1, 2), both(2, 3, 1, 4)}};
}

Program last_zero(unsigned n) {
  Program program;
  program.threads.push_back([=](Self& self) -> Thread {
    for (uint32_t i = n; self.value(co_await self.read(i)) != 0;) --i;
  });
  for (uint32_t j = 1; j <= n; ++j)
    program.threads.push_back([=](Self& self) -> Thread {
      const ExprId before = co_await self.read(j - 1);
      co_await self.write(j, plus_one(self, before));
    });
  return program;
}

Program indexer(unsigned n) {
  Program program;
  for (unsigned thread = 0; thread < n; ++thread)
    program.threads.push_back([=](Self& self) -> Thread {
      for (unsigned m = 1; m <= 4; ++m) {
        const unsigned w = m * 11 + thread;
        uint32_t at = w * 7 % 128;
        while (self.value(co_await self.swap(1 + at, 0, w)) == 0) at = (at + 1) % 128;
      }
    });
  return program;
}

Program file_system(unsigned n) {
  constexpr uint32_t blocks = 26, inodes = 32, lock_of_block = 100, lock_of_inode = 200, busy = 300,
                     inode = 400;
  Program program;
  for (unsigned thread = 0; thread < n; ++thread)
    program.threads.push_back([=](Self& self) -> Thread {
      const uint32_t i = thread % inodes;
      co_await self.lock(lock_of_inode + i);
      if (self.value(co_await self.read(inode + i)) == 0) {
        for (uint32_t b = i * 2 % blocks;; b = (b + 1) % blocks) {
          co_await self.lock(lock_of_block + b);
          const bool is_free = self.value(co_await self.read(busy + b)) == 0;
          if (is_free) {
            co_await self.write(busy + b, 1);
            co_await self.write(inode + i, b + 1);
          }
          co_await self.unlock(lock_of_block + b);
          if (is_free) break;
        }
      }
      co_await self.unlock(lock_of_inode + i);
    });
  return program;
}

Program increments(unsigned n) {
  const Body body = [](Self& self) -> Thread {
    co_await self.lock(1);
    const ExprId before = co_await self.read(1);
    co_await self.write(1, plus_one(self, before));
    co_await self.unlock(1);
  };
  return {std::vector<Body>(n, body)};
}

Program account(unsigned n) {
  const Body body = [](Self& self) -> Thread {
    const ExprId before = co_await self.read(1);
    co_await self.write(1, plus_one(self, before));
  };
  return {std::vector<Body>(n, body)};
}

Program philosophers(unsigned n, bool ordered) {
  Program program;
  for (uint32_t i = 0; i < n; ++i) {
    uint32_t first = 1 + i, second = 1 + (i + 1) % n;
    if (ordered && first > second) std::swap(first, second);
    program.threads.push_back([=](Self& self) -> Thread {
      co_await self.lock(first);
      co_await self.lock(second);
      co_await self.unlock(second);
      co_await self.unlock(first);
    });
  }
  return program;
}

Program buffer(unsigned each, BufferBug bug) {
  constexpr uint32_t lock = 1, not_empty = 2, count = 1;
  const uint32_t not_full = bug == BufferBug::wrong_condition ? not_empty : 3;
  const auto side = [=](uint64_t until, uint32_t waits_for, uint32_t tells) -> Body {
    return [=](Self& self) -> Thread {
      co_await self.lock(lock);
      while (self.value(co_await self.read(count)) != until) {
        co_await self.wait(waits_for, lock);
        co_await self.wake(waits_for, lock);
        if (bug == BufferBug::if_for_while) break;
      }
      self.check(self.value(co_await self.read(count)) == until, "buffer");
      co_await self.write(count, 1 - until);
      co_await self.signal(tells);
      co_await self.unlock(lock);
    };
  };
  Program program;
  for (unsigned i = 0; i < each; ++i) program.threads.push_back(side(0, not_full, not_empty));
  for (unsigned i = 0; i < each; ++i) program.threads.push_back(side(1, not_empty, not_full));
  return program;
}

Program figure_2() {
  return {{writer(1, 3), [](Self& self) -> Thread {
             co_await self.write(1, 2);
             const ExprId x = co_await self.read(1);
             ExprPool& pool = self.pool();
             const ExprId z = self.input("z", 3);
             self.check(!self.branch(pool.eq(plus_one(self, pool.binary(Op::bv_add, z, z)), x)),
                        "figure 2");
           }}};
}

Program last_zero_with_inputs(unsigned n) {
  Program program;
  program.threads.push_back([=](Self& self) -> Thread {
    uint32_t i = n;
    while (self.value(co_await self.read(i)) != 0) --i;
    if (self.branch(self.pool().eq(self.input("z", 3), self.number(i)))) co_await self.write(50, 1);
  });
  for (uint32_t j = 1; j <= n; ++j)
    program.threads.push_back([=](Self& self) -> Thread {
      const ExprId v = self.number(self.value(co_await self.read(j - 1)));
      const bool large =
          self.branch(self.pool().binary(Op::bv_ult, self.number(j), self.input("y", 3)));
      co_await self.write(j, large ? plus_one(self, v) : self.number(0));
    });
  return program;
}

Program locks_by_input() {
  const auto increment = [](Self& self, ExprId before) {
    return self.write(1, plus_one(self, before));
  };
  const Body careful = [=](Self& self) -> Thread {
    co_await self.lock(1);
    const ExprId before = co_await self.read(1);
    co_await increment(self, before);
    co_await self.unlock(1);
  };
  const Body sometimes = [=](Self& self) -> Thread {
    const bool locks =
        self.branch(self.pool().binary(Op::bv_ult, self.number(2), self.input("z", 3)));
    if (locks) co_await self.lock(1);
    const ExprId before = co_await self.read(1);
    co_await increment(self, before);
    if (locks) co_await self.unlock(1);
  };
  const Body looks = [](Self& self) -> Thread {
    ExprPool& pool = self.pool();
    const ExprId v = co_await self.read(1);
    const ExprId sum = pool.binary(Op::bv_add, self.input("z", 3), v);
    if (self.branch(pool.eq(sum, self.number(4)))) co_await self.write(2, 1);
  };
  const Body fails = [](Self& self) -> Thread {
    ExprPool& pool = self.pool();
    if (self.value(co_await self.read(2)) == 1)
      self.check(!self.branch(pool.eq(self.input("y", 3), self.number(3))), "locks by input");
  };
  return {{sometimes, careful, looks, fails}};
}

Program readers_with_inputs(unsigned n) {
  Program program;
  program.threads.push_back([](Self& self) -> Thread {
    co_await self.write(1, 1);
    if (self.branch(self.pool().binary(Op::bv_ult, self.number(0), self.input("y", 3))))
      co_await self.write(1, 2);
  });
  for (uint32_t k = 0; k < n; ++k)
    program.threads.push_back([=](Self& self) -> Thread {
      ExprPool& pool = self.pool();
      const ExprId v = co_await self.read(1);
      const ExprId wanted = pool.binary(Op::bv_add, v, self.number(k));
      if (self.branch(pool.eq(self.input("z", 3), wanted))) co_await self.write(2, k);
    });
  return program;
}

Program opposite_locks(bool by_input) {
  const auto two = [](uint32_t first, uint32_t second, bool by_input) -> Body {
    return [=](Self& self) -> Thread {
      uint32_t a = first, b = second;
      if (by_input && self.branch(self.pool().eq(self.input("z", 3), self.number(2))))
        std::swap(a, b);
      co_await self.lock(a);
      co_await self.lock(b);
      co_await self.unlock(b);
      co_await self.unlock(a);
    };
  };
  return {{by_input ? two(1, 2, true) : two(2, 1, false), two(1, 2, false)}};
}

}  // namespace cuttle::trials

// SPDX-License-Identifier: Apache-2.0
#include "bench/solver/programs.h"

#include <array>
#include <string_view>
#include <utility>

#include "bench/solver/structures.h"

namespace cuttle::bench {

namespace {

std::vector<ExprId> ints(Run& run, unsigned count) {
  std::vector<ExprId> result;
  for (unsigned i = 0; i < count; ++i) result.push_back(run.input("a" + std::to_string(i), 32));
  return result;
}

std::vector<ExprId> bytes(Run& run, unsigned count) {
  std::vector<ExprId> result;
  for (unsigned i = 0; i < count; ++i) result.push_back(run.input("c" + std::to_string(i), 8));
  return result;
}

void bubble_sort(Run& run, unsigned count) {
  std::vector<ExprId> a = ints(run, count);
  for (unsigned end = count; end > 1; --end) {
    for (unsigned i = 0; i + 1 < end; ++i) {
      if (run.less(a[i + 1], a[i])) std::swap(a[i], a[i + 1]);
    }
  }
}

void insertion_sort(Run& run, unsigned count) {
  std::vector<ExprId> a = ints(run, count);
  for (unsigned i = 1; i < count; ++i) {
    for (unsigned j = i; j > 0 && run.less(a[j], a[j - 1]); --j) std::swap(a[j], a[j - 1]);
  }
}

void sift_down(Run& run, std::vector<ExprId>& a, unsigned root, unsigned end) {
  while (2 * root + 1 < end) {
    unsigned child = 2 * root + 1;
    if (child + 1 < end && run.less(a[child], a[child + 1])) ++child;
    if (!run.less(a[root], a[child])) return;
    std::swap(a[root], a[child]);
    root = child;
  }
}

void heap_sort(Run& run, unsigned count) {
  std::vector<ExprId> a = ints(run, count);
  for (unsigned i = count / 2; i-- > 0;) sift_down(run, a, i, count);
  for (unsigned end = count; end-- > 1;) {
    std::swap(a[0], a[end]);
    sift_down(run, a, 0, end);
  }
}

void quick_sort(Run& run, std::vector<ExprId>& a, unsigned begin, unsigned end) {
  if (end - begin < 2) return;
  unsigned middle = begin;
  for (unsigned i = begin + 1; i < end; ++i) {
    if (run.less(a[i], a[begin])) std::swap(a[++middle], a[i]);
  }
  std::swap(a[begin], a[middle]);
  quick_sort(run, a, begin, middle);
  quick_sort(run, a, middle + 1, end);
}

// "( digits | letters ) *" in the manner of a hand-written tokenizer: bytes are promoted to int.
void tokenizer(Run& run, unsigned length) {
  const std::vector<ExprId> text = bytes(run, length);
  const auto promoted = [&](unsigned i) { return run.pool().zext(text[i], 32); };
  const auto between = [&](unsigned i, char low, char high) {
    return !run.less(promoted(i), run.constant(32, static_cast<uint64_t>(low))) &&
           !run.less(run.constant(32, static_cast<uint64_t>(high)), promoted(i));
  };
  const auto is = [&](unsigned i, char c) {
    return run.equal(promoted(i), run.constant(32, static_cast<uint64_t>(c)));
  };
  unsigned depth = 0;
  for (unsigned i = 0; i < length; ++i) {
    if (is(i, '\0')) return;
    if (is(i, ' ') || is(i, '\t') || is(i, '\n')) continue;
    if (is(i, '(')) {
      ++depth;
    } else if (is(i, ')')) {
      if (depth-- == 0) return;
    } else if (between(i, '0', '9')) {
      while (i + 1 < length && between(i + 1, '0', '9')) ++i;
    } else if (between(i, 'a', 'z')) {
      while (i + 1 < length && between(i + 1, 'a', 'z')) ++i;
    } else {
      return;
    }
  }
}

std::array<uint32_t, 256> crc_table() {
  std::array<uint32_t, 256> table;
  for (uint32_t i = 0; i < 256; ++i) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = value & 1 ? 0xEDB88320u ^ value >> 1 : value >> 1;
    table[i] = value;
  }
  return table;
}

// A record of four bytes whose bytes are looked at first, then its checksum.
void crc32(Run& run) {
  ExprPool& pool = run.pool();
  std::vector<ExprId> entries;
  for (uint32_t value : crc_table()) entries.push_back(run.constant(32, value));
  const TableId table = pool.table(entries);
  const std::vector<ExprId> text = bytes(run, 4);
  for (ExprId c : text) {
    if (run.equal(c, run.constant(8, 0))) return;
  }
  ExprId crc = run.constant(32, 0xFFFFFFFF);
  for (ExprId c : text) {
    const ExprId index = pool.binary(Op::bv_xor, pool.extract(crc, 0, 8), c);
    const ExprId rest = pool.binary(Op::bv_lshr, crc, run.constant(32, 8));
    crc = pool.binary(Op::bv_xor, pool.lookup(table, index), rest);
  }
  run.equal(pool.unary(Op::bv_not, crc), run.constant(32, 0xCAFEBABE));
}

void multiplication(Run& run) {
  const std::vector<ExprId> a = ints(run, 2);
  const ExprId product = run.pool().binary(Op::bv_mul, a[0], a[1]);
  if (!run.equal(product, run.constant(32, 1234567))) return;
  if (!run.less(run.constant(32, 1000), a[0])) return;
  run.less(run.constant(32, 1000), a[1]);
}

void string_compare(Run& run, std::string_view text, const std::vector<ExprId>& input) {
  for (size_t i = 0; i <= text.size() && i < input.size(); ++i) {
    const uint64_t wanted = i < text.size() ? static_cast<uint8_t>(text[i]) : 0;
    if (!run.equal(input[i], run.constant(8, wanted))) return;
  }
}

void commands(Run& run) {
  const std::vector<ExprId> input = bytes(run, 12);
  for (std::string_view word :
       {"cuttlefish", "squid", "octopus", "cut", "cuttle", "nautilus", "squirrel", "october"}) {
    string_compare(run, word, input);
  }
}

// h = h * 33 + c over eight bytes.
void hash(Run& run) {
  ExprPool& pool = run.pool();
  ExprId h = run.constant(32, 5381);
  for (ExprId c : bytes(run, 8)) {
    h = pool.add(pool.binary(Op::bv_mul, h, run.constant(32, 33)), pool.zext(c, 32));
  }
  run.equal(h, run.constant(32, 0x12345678));
}

// FNV-1a over eight bytes: no longer linear.
void fnv_hash(Run& run) {
  ExprPool& pool = run.pool();
  ExprId h = run.constant(32, 2166136261u);
  for (ExprId c : bytes(run, 8)) {
    h = pool.binary(Op::bv_mul, pool.binary(Op::bv_xor, h, pool.zext(c, 32)),
                    run.constant(32, 16777619));
  }
  run.equal(h, run.constant(32, 0x12345678));
}

void division(Run& run) {
  ExprPool& pool = run.pool();
  const ExprId x = run.input("x", 64), y = run.input("y", 64);
  if (run.equal(y, run.constant(64, 0))) return;
  const ExprId quotient = pool.binary(Op::bv_sdiv, x, y);
  const ExprId rest = pool.binary(Op::bv_srem, x, y);
  if (!run.equal(rest, run.constant(64, 17))) return;
  if (!run.less(run.constant(64, 1000), quotient)) return;
  if (!run.equal(pool.binary(Op::bv_urem, x, run.constant(64, 10)), run.constant(64, 3))) return;
  run.equal(pool.binary(Op::bv_udiv, x, run.constant(64, 1000)), run.constant(64, 98765));
}

// Two nested loops with symbolic bounds, and a branch on a sum.
void loops(Run& run, unsigned limit) {
  const std::vector<ExprId> a = ints(run, 3);
  for (unsigned i = 0; i < limit && run.less(run.constant(32, i), a[0]); ++i) {
    for (unsigned j = 0; j < limit && run.less(run.constant(32, j), a[1]); ++j) {
      if (run.equal(run.pool().add(a[2], run.constant(32, i * limit + j)),
                    run.constant(32, 1000))) {
        return;
      }
    }
  }
}

}  // namespace

std::vector<NamedProgram> programs() {
  return {
      {"bubble sort 5", [](Run& r) { bubble_sort(r, 5); }},
      {"bubble sort 6", [](Run& r) { bubble_sort(r, 6); }},
      {"insertion sort 6", [](Run& r) { insertion_sort(r, 6); }},
      {"heap sort 5", [](Run& r) { heap_sort(r, 5); }},
      {"quicksort 5",
       [](Run& r) {
         std::vector<ExprId> a = ints(r, 5);
         quick_sort(r, a, 0, 5);
       }},
      {"search tree 5", [](Run& r) { search_tree(r, ints(r, 5)); }},
      {"red-black tree 5", [](Run& r) { red_black_tree(r, ints(r, 5)); }},
      {"tokenizer", [](Run& r) { tokenizer(r, 6); }, 4'000},
      {"string comparison", commands},
      {"nested loops", [](Run& r) { loops(r, 12); }, 4'000},
      {"CRC-32 table", crc32},
      {"multiplication", multiplication},
      {"hash of 8 bytes", hash},
      {"FNV of 8 bytes", fnv_hash},
      {"64-bit division", division},
  };
}

}  // namespace cuttle::bench

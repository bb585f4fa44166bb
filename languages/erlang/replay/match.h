// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/erlang/replay/core.h"
#include "languages/erlang/replay/model.h"

namespace cuttle::erlang::replay {

// A module ready to be replayed.
struct LinkedModule {
  CoreModule core;
  std::vector<Cell> literals;
  std::vector<Model> models;          // by callee; null: not modelled
  std::vector<Model> checked_models;  // of opaque callees
  std::vector<uint32_t> sites;        // SiteId by line
};

// Patterns and guards of one activation of a function, as conditions. Matching binds slots, whether
// the condition holds or not: those of different clauses are different ones.
class Matcher {
 public:
  Matcher(Shadow& shadow, const LinkedModule& module, Cell* slots)
      : shadow_(shadow),
        heap_(shadow.heap()),
        pool_(shadow.pool()),
        module_(module),
        slots_(slots) {}

  Cell value(const Operand& operand);
  ExprId match(const Pattern& pattern, Cell value);
  ExprId match_all(const std::vector<Pattern>& patterns, std::span<const Cell> values);
  ExprId holds(const Guard& guard);

 private:
  // A part of a guard: under which condition it does not fail, and its values then.
  struct Tested {
    ExprId defined;
    std::vector<Cell> values;
  };
  Tested test(const Guard& guard);
  Tested test_bif(const Guard& guard);
  Tested test_case(const Guard& guard);
  ExprId match_map(const Pattern& pattern, Cell value);
  ExprId match_binary(const Pattern& pattern, Cell value);

  Shadow& shadow_;
  Heap& heap_;
  ExprPool& pool_;
  const LinkedModule& module_;
  Cell* slots_;
};

// The bits that a pattern of segments reads, one after the other (match_binary.cpp).
class BitsMatch {
 public:
  BitsMatch(Shadow& shadow, Cell bits);
  // The next segment; its size in units, if it has one. False: it cannot be.
  bool read(const Segment& segment, Cell size, Cell& out);
  // Literal bits: only the condition matters.
  ExprId end();
  ExprId condition() const { return condition_; }
  void require(ExprId condition);

 private:
  bool take_size(const Segment& segment, Cell size, uint64_t& bits);
  bool read_rest(const Segment& segment, Cell& out);
  bool read_slice(const Segment& segment, Cell size, Cell& out);
  bool read_utf(const Segment& segment, Cell& out);
  bool read_number(const Segment& segment, unsigned width, Cell& out);
  bool has(uint64_t more);  // that many bits are left

  Shadow& shadow_;
  ExprPool& pool_;
  Cell bits_;
  Int length_;
  uint64_t at_ = 0;
  ExprId condition_;
  bool ended_ = false;  // nothing may follow: a slice of unknown length came last
};

}  // namespace cuttle::erlang::replay

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>

#include "engine/trace/check.h"
#include "engine/trace/format.h"

namespace cuttle {

// The bytes of a trace whose header makes sense, and the problems found so far. Every access is
// inside the bytes, whatever the trace says.
class CheckView {
 public:
  CheckView(std::span<const uint8_t> bytes, TraceCheck& check) : bytes_(bytes), check_(check) {
    std::memcpy(&header, bytes.data(), sizeof header);
  }

  // Published elements; areas were checked before anything else looks at them.
  uint32_t count(CuttleAreaId area) const { return header.areas[area].count; }
  template <typename T>
  T get(CuttleAreaId area, uint32_t index) const {
    return at<T>(header.areas[area].offset + uint64_t{index} * sizeof(T)).value_or(T{});
  }
  template <typename T>
  std::optional<T> at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return {};
    T element;
    std::memcpy(&element, bytes_.data() + offset, sizeof element);
    return element;
  }
  const char* text(uint64_t offset) const {
    return reinterpret_cast<const char*>(bytes_.data()) + offset;
  }

  void problem(const std::string& text) {
    if (++check_.found <= TraceCheck::kMostProblems) check_.problems.push_back(text);
  }
  // "node 7: TEXT"
  void problem(const char* what, uint64_t index, const std::string& text) {
    problem(std::string(what) + " " + std::to_string(index) + ": " + text);
  }
  // Reports and gives false when the condition does not hold.
  bool want(bool condition, const char* what, uint64_t index, const std::string& text) {
    if (!condition) problem(what, index, text);
    return condition;
  }
  bool is_string(uint32_t offset) const { return offset < count(CUTTLE_AREA_STRINGS); }
  bool is_site(uint32_t site) const { return site < header.site_count; }
  TraceCheck& check() { return check_; }

  CuttleTraceHeader header;

 private:
  std::span<const uint8_t> bytes_;
  TraceCheck& check_;
};

void check_arena(CheckView& view);    // check_arena.cpp: strings, variables, nodes, tables
void check_program(CheckView& view);  // check_program.cpp: modules, sites, points, sources
void check_run(CheckView& view);      // check_run.cpp: threads, blobs, records, reads, outcome

}  // namespace cuttle

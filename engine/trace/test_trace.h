// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/trace/memory.h"

namespace cuttle {

// Plays the program: writes traces by hand. For tests.
class TestTrace {
 public:
  TestTrace() : memory(TraceMemory::create(small_sizes()).value()) {}

  static CuttleTraceSizes small_sizes() {
    return {4096, 256, 1024, 16, 256, 8, 65536, 256, 4, 128, 128, 16, 80, 4096, 32};
  }

  template <typename T>
  uint32_t append(CuttleAreaId area, const T& element) {
    CuttleArea& header = memory->header()->areas[area];
    auto* elements = static_cast<T*>(cuttle_area(memory->header(), area));
    elements[header.count] = element;
    return header.count++;
  }
  // Hash-consed, as the format asks for. The value of all but constants stays 0.
  uint32_t node(uint8_t op, uint16_t width, uint32_t a = 0, uint32_t b = 0, uint32_t c = 0,
                uint64_t value = 0) {
    CuttleNode wanted{op, 0, width, a, b, c, value, 1, 0};
    auto* nodes = static_cast<CuttleNode*>(cuttle_area(memory->header(), CUTTLE_AREA_NODES));
    auto* buckets = static_cast<uint32_t*>(cuttle_area(memory->header(), CUTTLE_AREA_NODE_BUCKETS));
    const uint32_t mask = memory->capacity(CUTTLE_AREA_NODE_BUCKETS) - 1;
    uint32_t& bucket = buckets[cuttle_node_hash(&wanted) & mask];
    for (uint32_t i = bucket; i != 0; i = nodes[i].next)
      if (nodes[i].op == op && nodes[i].width == width && nodes[i].a == a && nodes[i].b == b &&
          nodes[i].c == c && nodes[i].value == value)
        return i;
    if (op != CUTTLE_OP_CONSTANT && op != CUTTLE_OP_VARIABLE)
      for (const uint32_t argument : {a, b, c})
        if (argument < memory->count(CUTTLE_AREA_NODES) && nodes[argument].depth >= wanted.depth)
          wanted.depth = nodes[argument].depth + 1;
    wanted.next = bucket;
    return bucket = append(CUTTLE_AREA_NODES, wanted);
  }
  uint32_t constant(uint16_t width, uint64_t value) {
    return node(CUTTLE_OP_CONSTANT, width, 0, 0, 0, value);
  }
  // Reads an input as the runtime does: its value comes from the engine or is zero.
  uint32_t input(const char* name, uint32_t width, const char* type = "",
                 uint32_t index = CUTTLE_NO_INDEX, uint32_t occurrence = 1) {
    const uint32_t v =
        cuttle_intern_variable(memory->header(), name, index, occurrence, width, type);
    auto* variables =
        static_cast<CuttleVariable*>(cuttle_area(memory->header(), CUTTLE_AREA_VARIABLES));
    const bool given = variables[v].value_run == memory->header()->run;
    append(CUTTLE_AREA_READS, CuttleRead{v, 0, given ? variables[v].value : 0, 0});
    if (variables[v].node == 0)
      variables[v].node = node(CUTTLE_OP_VARIABLE, static_cast<uint16_t>(width), v);
    return variables[v].node;
  }
  void choice(uint8_t kind, uint32_t site, uint32_t condition, uint32_t taken, uint64_t value = 0,
              uint16_t thread = 0, uint32_t clock = 0) {
    append(CUTTLE_AREA_RECORDS,
           CuttleChoice{kind, 0, thread, site, condition, taken, value, 0, clock});
    ++memory->header()->choices_total;
  }
  uint32_t record(const CuttleRecord& record) { return append(CUTTLE_AREA_RECORDS, record); }
  // The first thread with its children, whose names are 1, 2, ...
  void threads(uint32_t count) {
    for (uint32_t i = 0; i < count; ++i)
      append(CUTTLE_AREA_THREADS, CuttleThreadRecord{cuttle_thread_name(0, i), 0, i, 0});
  }
  void limitation(uint32_t reason, uint32_t site, const char* detail, uint64_t count) {
    const uint32_t text = cuttle_add_string(memory->header(), detail);
    append(CUTTLE_AREA_LIMITATIONS, CuttleLimitation{reason, site, text, 0, count, {}});
  }
  // One module; strings are given as one block with NULs, first byte 0.
  void module(const std::string& strings, std::vector<CuttleSite> sites,
              std::vector<CuttlePoint> points, std::vector<CuttleCase> cases,
              std::vector<uint32_t> lines) {
    CuttleModuleRecord record{};
    record.first_site = memory->header()->site_count;
    record.site_count = static_cast<uint32_t>(sites.size());
    record.first_coverage = memory->header()->areas[CUTTLE_AREA_COVERAGE].count;
    record.point_count = static_cast<uint32_t>(points.size());
    record.case_count = static_cast<uint32_t>(cases.size());
    record.line_count = static_cast<uint32_t>(lines.size());
    record.strings_size = static_cast<uint32_t>(strings.size());
    record.strings_at = data(strings.data(), strings.size());
    record.sites_at = data(sites.data(), sites.size() * sizeof(CuttleSite));
    record.points_at = data(points.data(), points.size() * sizeof(CuttlePoint));
    record.cases_at = data(cases.data(), cases.size() * sizeof(CuttleCase));
    record.lines_at = data(lines.data(), lines.size() * sizeof(uint32_t));
    memory->header()->site_count += record.site_count;
    memory->header()->areas[CUTTLE_AREA_COVERAGE].count += record.point_count;
    append(CUTTLE_AREA_MODULES, record);
  }
  void cover(uint32_t point) {
    static_cast<uint8_t*>(cuttle_area(memory->header(), CUTTLE_AREA_COVERAGE))[point] = 1;
  }

  std::unique_ptr<TraceMemory> memory;

 private:
  uint64_t data(const void* from, size_t size) {
    CuttleArea& area = memory->header()->areas[CUTTLE_AREA_MODULE_DATA];
    area.count = (area.count + 7) / 8 * 8;
    const uint64_t at = area.offset + area.count;
    if (size != 0) std::memcpy(reinterpret_cast<char*>(memory->header()) + at, from, size);
    area.count += static_cast<uint32_t>(size);
    return at;
  }
};

}  // namespace cuttle

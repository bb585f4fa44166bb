// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mman.h>

#include <map>
#include <string>

#include "engine/trace/layout.h"
#include "languages/c/runtime/core/state.h"
#include "languages/c/runtime/inputs/input_shapes.h"
#include "languages/c/runtime/memory/shadow.h"
#include "languages/c/runtime/process/crash.h"

namespace cuttle {

// Plays the engine for tests that call the runtime in the same process: a private trace, attached,
// with a run going on.
class FakeTrace {
 public:
  static CuttleTraceSizes small_sizes() {
    CuttleTraceSizes sizes = cuttle_trace_default_sizes();
    sizes.nodes = 1u << 20;
    sizes.records = 1u << 20;
    return sizes;
  }

  explicit FakeTrace(CuttleTraceSizes sizes = small_sizes()) : bytes_(cuttle_trace_bytes(&sizes)) {
    void* memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    header_ = static_cast<CuttleTraceHeader*>(memory);
    cuttle_trace_init(header_, &sizes);
    cuttle_attach(header_);
    cuttle_outcome = &header_->outcome;
    begin_run();
  }
  ~FakeTrace() {
    cuttle_rt.active = 0;
    cuttle_rt.in_run = 0;
    cuttle_rt.trace = nullptr;
    cuttle_outcome = nullptr;
    cuttle_shadow_reset();
    munmap(header_, bytes_);
  }
  FakeTrace(const FakeTrace&) = delete;
  FakeTrace& operator=(const FakeTrace&) = delete;

  // Forgets the last run, as a fresh process would; `values` are the inputs.
  void begin_run(const std::map<std::string, uint64_t>& values = {}, uint32_t width = 32) {
    cuttle_shadow_reset();
    cuttle_trace_begin_run(header_);
    for (const auto& [name, value] : values) set(name, value, width);
    cuttle_begin_run();
  }
  void set(const std::string& name, uint64_t value, uint32_t width,
           uint32_t index = CUTTLE_NO_INDEX, uint32_t occurrence = 1) {
    const uint32_t v = cuttle_intern_variable(header_, name.c_str(), index, occurrence, width, "");
    variables()[v].value = value;
    variables()[v].value_run = header_->run;
  }

  CuttleTraceHeader* header() { return header_; }
  const CuttleNode& node(uint32_t id) { return nodes()[id]; }
  const CuttleNode* nodes() {
    return static_cast<CuttleNode*>(cuttle_area(header_, CUTTLE_AREA_NODES));
  }
  CuttleVariable* variables() {
    return static_cast<CuttleVariable*>(cuttle_area(header_, CUTTLE_AREA_VARIABLES));
  }
  const CuttleChoice& choice(uint32_t i) {
    return static_cast<CuttleChoice*>(cuttle_area(header_, CUTTLE_AREA_RECORDS))[i];
  }
  const CuttleRead& read(uint32_t i) {
    return static_cast<CuttleRead*>(cuttle_area(header_, CUTTLE_AREA_READS))[i];
  }
  uint32_t count(int area) { return cuttle_area_count(header_, area); }
  // How often that limitation was met, anywhere.
  uint64_t limitations(uint32_t reason) {
    const auto* events =
        static_cast<CuttleLimitation*>(cuttle_area(header_, CUTTLE_AREA_LIMITATIONS));
    uint64_t total = 0;
    for (uint32_t i = 0; i < count(CUTTLE_AREA_LIMITATIONS); ++i)
      if (events[i].reason == reason) total += events[i].count;
    return total;
  }

 private:
  uint64_t bytes_;
  CuttleTraceHeader* header_;
};

// A fresh symbolic value: the id of a new input.
inline uint32_t symbolic(const char* name, uint32_t width, uint64_t* value = nullptr) {
  uint64_t unused;
  return cuttle_new_input(name, CUTTLE_NO_INDEX, cuttle_count_occurrence(name, width), width, "",
                          value ? value : &unused);
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "languages/erlang/vm/mapping.h"

namespace cuttle::erlang {

// The tool's end of mapping.h. The program under test may write anything anywhere: offsets and
// capacities are remembered in private memory.
class SharedMemory {
 public:
  static Result<std::unique_ptr<SharedMemory>> create(uint64_t coverage_points);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  int fd() const { return fd_.get(); }
  // Makes everything ready for a run; false when the request does not fit.
  bool prepare(std::string_view request);
  std::span<const uint8_t> answer() const;  // empty: none
  std::span<const uint64_t> events() const;
  bool truncated() const { return header()->truncated != 0; }
  std::span<const uint8_t> coverage() const;

 private:
  SharedMemory() = default;
  CuttleErlangHeader* header() const { return static_cast<CuttleErlangHeader*>(memory_); }
  uint8_t* base() const { return static_cast<uint8_t*>(memory_); }
  void write_header();

  UniqueFd fd_;
  void* memory_ = nullptr;
  CuttleErlangHeader layout_{};
};

}  // namespace cuttle::erlang

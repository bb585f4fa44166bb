// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/trace/layout.h"

namespace cuttle {

// The engine's end of a trace: makes the shared mapping and reads from it without trusting it.
//
// The layout is remembered in private memory, and elements are copied out before they are looked
// at, because the program under test can write anything anywhere at any time.
class TraceMemory {
 public:
  static Result<std::unique_ptr<TraceMemory>> create(
      const CuttleTraceSizes& sizes = cuttle_trace_default_sizes());
  ~TraceMemory();
  TraceMemory(const TraceMemory&) = delete;
  TraceMemory& operator=(const TraceMemory&) = delete;

  int fd() const { return fd_.get(); }
  CuttleTraceHeader* header() { return header_; }
  const CuttleTraceHeader* header() const { return header_; }

  // Published elements of an area, never more than it can hold.
  uint32_t count(CuttleAreaId area) const;
  uint32_t capacity(CuttleAreaId area) const { return areas_[area].capacity; }
  // A copy of one element; nothing beyond the area's capacity.
  template <typename T>
  std::optional<T> get(CuttleAreaId area, uint32_t index) const {
    if (index >= areas_[area].capacity || sizeof(T) != areas_[area].element_size) return {};
    T element;
    std::memcpy(&element, base() + areas_[area].offset + uint64_t{index} * sizeof(T), sizeof(T));
    return element;
  }
  // A copy of one element at an offset from the start of the mapping.
  template <typename T>
  std::optional<T> at(uint64_t offset, uint64_t index) const {
    if (offset > size_ || index > (size_ - offset) / sizeof(T)) return {};
    if (size_ - offset - index * sizeof(T) < sizeof(T)) return {};
    T element;
    std::memcpy(&element, base() + offset + index * sizeof(T), sizeof(T));
    return element;
  }
  // A NUL-terminated string at an offset from the start of the mapping, cut at `limit` bytes.
  std::string text_at(uint64_t offset, uint64_t limit) const;
  // Bytes at an offset from the start of the mapping; fewer where it ends.
  std::string bytes_at(uint64_t offset, uint64_t size) const;
  // A string of the strings area.
  std::string string(uint32_t offset) const;
  const uint8_t* bytes(CuttleAreaId area) const { return base() + areas_[area].offset; }

  // A blob of this run, by its offset in the area; nothing when there is none.
  struct Blob {
    uint32_t kind, size;
    uint64_t at;  // its bytes, from the start of the mapping
  };
  std::optional<Blob> blob(uint32_t offset) const;
  // Adds one. 0 when the area is full; the header must be sound.
  uint32_t add_blob(CuttleBlobKind kind, std::span<const uint8_t> bytes);

  // Adds an element to an area. False when it is full.
  template <typename T>
  bool append(CuttleAreaId area, const T& element) {
    const uint32_t index = count(area);
    if (index >= areas_[area].capacity || sizeof(T) != areas_[area].element_size) return false;
    put(area, index, element);
    header_->areas[area].count = index + 1;
    return true;
  }
  // Gives an input its value for the coming run, whether or not the program knows the input yet.
  // False when there is no room, or the index of variables is damaged. The header must be
  // sound (repair).
  bool set_input(const std::string& name, uint32_t index, uint32_t occurrence, uint32_t width,
                 const std::string& type, uint64_t value);
  // `blob` is an integer for which `value` is too small, or 0.
  bool set_input(uint32_t variable, uint64_t value, uint32_t blob = 0);
  // The variable of that identity, made when there is none; 0 when there is no room.
  uint32_t intern_variable(const std::string& name, uint32_t index, uint32_t occurrence,
                           uint32_t width, const std::string& type);

  // Is the header as we made it? Counts that shrank and areas that moved are signs that the
  // program wrote over it.
  bool intact() const;
  // Makes the header right again and empties the arena.
  void repair();
  // The arena is so full that the next run might not fit.
  bool arena_crowded() const;
  void reset_arena();
  // The strings so far (names of sources) survive reset_arena(); later ones do not.
  void keep_strings() { kept_strings_ = count(CUTTLE_AREA_STRINGS); }

 private:
  TraceMemory(UniqueFd fd, void* mapping, uint64_t size);
  template <typename T>
  void put(CuttleAreaId area, uint32_t index, const T& element) {
    std::memcpy(const_cast<uint8_t*>(base()) + areas_[area].offset + uint64_t{index} * sizeof(T),
                &element, sizeof(T));
  }
  const uint8_t* base() const { return reinterpret_cast<const uint8_t*>(header_); }

  UniqueFd fd_;
  CuttleTraceHeader* header_;
  uint64_t size_;
  std::array<CuttleArea, CUTTLE_AREA_COUNT> areas_;  // as we made them
  uint32_t generation_ = 1;
  uint32_t kept_strings_ = 1;
};

}  // namespace cuttle

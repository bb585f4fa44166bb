// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/shared.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace cuttle::erlang {
namespace {

// Memory is taken only for what is used.
constexpr uint64_t request_bytes = 16u << 20;
constexpr uint64_t answer_bytes = 16u << 20;
constexpr uint64_t event_bytes = 128u << 20;

uint64_t whole_pages(uint64_t bytes) {
  return (bytes + 4095) & ~uint64_t{4095};
}

CuttleErlangHeader layout_for(uint64_t coverage_points) {
  CuttleErlangHeader layout{};
  layout.magic = CUTTLE_ERLANG_MAGIC;
  layout.version = CUTTLE_ERLANG_VERSION;
  layout.size = whole_pages(sizeof layout);
  const auto place = [&](uint64_t& offset, uint64_t& capacity, uint64_t bytes) {
    offset = layout.size;
    capacity = bytes;
    layout.size += whole_pages(bytes);
  };
  place(layout.coverage_offset, layout.coverage_capacity, coverage_points);
  place(layout.request_offset, layout.request_capacity, request_bytes);
  place(layout.answer_offset, layout.answer_capacity, answer_bytes);
  place(layout.events_offset, layout.events_capacity, event_bytes);
  return layout;
}

}  // namespace

Result<std::unique_ptr<SharedMemory>> SharedMemory::create(uint64_t coverage_points) {
  std::unique_ptr<SharedMemory> shared(new SharedMemory);
  shared->layout_ = layout_for(coverage_points);
  shared->fd_.reset(memfd_create("cuttle-erlang", MFD_CLOEXEC));
  if (!shared->fd_ || ftruncate(shared->fd_.get(), static_cast<off_t>(shared->layout_.size)) != 0)
    return Error::environment(std::string("cannot make shared memory: ") + std::strerror(errno));
  void* memory =
      mmap(nullptr, shared->layout_.size, PROT_READ | PROT_WRITE, MAP_SHARED, shared->fd_.get(), 0);
  if (memory == MAP_FAILED)
    return Error::environment(std::string("cannot map shared memory: ") + std::strerror(errno));
  shared->memory_ = memory;
  shared->write_header();
  return shared;
}

SharedMemory::~SharedMemory() {
  if (memory_ != nullptr) munmap(memory_, layout_.size);
}

void SharedMemory::write_header() {
  std::memcpy(memory_, &layout_, sizeof layout_);
}

bool SharedMemory::prepare(std::string_view request) {
  write_header();
  if (request.size() > layout_.request_capacity) return false;
  header()->request_size = request.size();
  std::memcpy(base() + layout_.request_offset, request.data(), request.size());
  std::memset(base() + layout_.coverage_offset, 0, layout_.coverage_capacity);
  return true;
}

std::span<const uint8_t> SharedMemory::answer() const {
  return {base() + layout_.answer_offset, std::min(header()->answer_size, layout_.answer_capacity)};
}

std::span<const uint64_t> SharedMemory::events() const {
  const uint64_t bytes = std::min(header()->events_size, layout_.events_capacity);
  return {reinterpret_cast<const uint64_t*>(base() + layout_.events_offset), bytes / 8};
}

std::span<const uint8_t> SharedMemory::coverage() const {
  return {base() + layout_.coverage_offset, layout_.coverage_capacity};
}

}  // namespace cuttle::erlang

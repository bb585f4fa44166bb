// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cuttle {
namespace {

// The areas whose ids live on from run to run.
constexpr CuttleAreaId arena[] = {CUTTLE_AREA_STRINGS, CUTTLE_AREA_VARIABLES, CUTTLE_AREA_NODES,
                                  CUTTLE_AREA_TABLES, CUTTLE_AREA_TABLE_ELEMENTS};

}  // namespace

Result<std::unique_ptr<TraceMemory>> TraceMemory::create(const CuttleTraceSizes& sizes) {
  const uint64_t size = cuttle_trace_bytes(&sizes);
  UniqueFd fd(memfd_create("cuttle-trace", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  // A program that cut the file short would kill us at the next look into it.
  constexpr int fixed_size = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL;
  if (!fd || ftruncate(fd.get(), static_cast<off_t>(size)) != 0 ||
      fcntl(fd.get(), F_ADD_SEALS, fixed_size) != 0)
    return Error::environment(std::string("cannot make shared memory: ") + std::strerror(errno));
  void* mapping = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd.get(), 0);
  if (mapping == MAP_FAILED)
    return Error::environment(std::string("cannot map shared memory: ") + std::strerror(errno));
  cuttle_trace_init(static_cast<CuttleTraceHeader*>(mapping), &sizes);
  return std::unique_ptr<TraceMemory>(new TraceMemory(std::move(fd), mapping, size));
}

TraceMemory::TraceMemory(UniqueFd fd, void* mapping, uint64_t size)
    : fd_(std::move(fd)), header_(static_cast<CuttleTraceHeader*>(mapping)), size_(size) {
  std::copy(std::begin(header_->areas), std::end(header_->areas), areas_.begin());
}

TraceMemory::~TraceMemory() {
  munmap(header_, size_);
}

uint32_t TraceMemory::count(CuttleAreaId area) const {
  return std::min(cuttle_area_count(header_, area), areas_[area].capacity);
}

std::string TraceMemory::text_at(uint64_t offset, uint64_t limit) const {
  if (offset >= size_) return {};
  const char* text = reinterpret_cast<const char*>(base()) + offset;
  return std::string(text, strnlen(text, std::min(limit, size_ - offset)));
}

std::string TraceMemory::bytes_at(uint64_t offset, uint64_t size) const {
  if (offset >= size_) return {};
  return {reinterpret_cast<const char*>(base()) + offset, std::min(size, size_ - offset)};
}

std::optional<TraceMemory::Blob> TraceMemory::blob(uint32_t offset) const {
  const uint32_t end = count(CUTTLE_AREA_BLOBS);
  if (offset < sizeof(CuttleBlob) || offset % 8 != 0 || end < offset + sizeof(CuttleBlob))
    return {};
  const uint64_t at = areas_[CUTTLE_AREA_BLOBS].offset + offset;
  const auto head = *this->at<CuttleBlob>(at, 0);
  if (head.size > end - offset - sizeof(CuttleBlob)) return {};
  return Blob{head.kind, head.size, at + sizeof(CuttleBlob)};
}

uint32_t TraceMemory::add_blob(CuttleBlobKind kind, std::span<const uint8_t> bytes) {
  return cuttle_add_blob(header_, kind, bytes.data(), static_cast<uint32_t>(bytes.size()));
}

std::string TraceMemory::string(uint32_t offset) const {
  const CuttleArea& area = areas_[CUTTLE_AREA_STRINGS];
  if (offset >= area.capacity) return {};
  return text_at(area.offset + offset, std::min<uint64_t>(4095, area.capacity - offset));
}

// The same as cuttle_intern_variable(), for memory that may be damaged.
uint32_t TraceMemory::intern_variable(const std::string& name, uint32_t index, uint32_t occurrence,
                                      uint32_t width, const std::string& type) {
  const uint32_t hash = cuttle_variable_hash(name.c_str(), index, occurrence, width);
  const uint32_t bucket = hash & (areas_[CUTTLE_AREA_VARIABLE_BUCKETS].capacity - 1);
  const uint32_t first = *get<uint32_t>(CUTTLE_AREA_VARIABLE_BUCKETS, bucket);
  uint32_t v = first;
  // A damaged chain may be circular: no honest one is longer than this.
  for (uint32_t steps = count(CUTTLE_AREA_VARIABLES); v != 0; --steps) {
    const auto entry = get<CuttleVariable>(CUTTLE_AREA_VARIABLES, v);
    if (!entry || steps == 0) return 0;
    if (entry->hash == hash && entry->index == index && entry->occurrence == occurrence &&
        entry->width == width && string(entry->name) == name)
      return v;
    v = entry->next;
  }
  v = count(CUTTLE_AREA_VARIABLES);
  const uint32_t text = cuttle_add_string(header_, name.c_str());
  if (v >= areas_[CUTTLE_AREA_VARIABLES].capacity || text == 0) return 0;
  CuttleVariable made{};
  made.name = text;
  made.index = index;
  made.occurrence = occurrence;
  made.width = width;
  made.type = cuttle_add_string(header_, type.c_str());
  made.hash = hash;
  made.next = first;
  put(CUTTLE_AREA_VARIABLES, v, made);
  put(CUTTLE_AREA_VARIABLE_BUCKETS, bucket, v);
  header_->areas[CUTTLE_AREA_VARIABLES].count = v + 1;
  return v;
}

bool TraceMemory::set_input(uint32_t variable, uint64_t value, uint32_t blob) {
  if (variable == 0 || variable >= count(CUTTLE_AREA_VARIABLES)) return false;
  auto entry = *get<CuttleVariable>(CUTTLE_AREA_VARIABLES, variable);
  entry.value = value;
  entry.value_run = header_->run;
  entry.blob = blob;
  put(CUTTLE_AREA_VARIABLES, variable, entry);
  return true;
}

bool TraceMemory::set_input(const std::string& name, uint32_t index, uint32_t occurrence,
                            uint32_t width, const std::string& type, uint64_t value) {
  return set_input(intern_variable(name, index, occurrence, width, type), value);
}

bool TraceMemory::intact() const {
  if (header_->magic != CUTTLE_TRACE_MAGIC || header_->version != CUTTLE_TRACE_VERSION ||
      header_->total_size != size_ || header_->generation != generation_)
    return false;
  for (int i = 0; i < CUTTLE_AREA_COUNT; ++i) {
    const CuttleArea& now = header_->areas[i];
    const CuttleArea& made = areas_[i];
    if (now.offset != made.offset || now.element_size != made.element_size ||
        now.capacity != made.capacity || now.count > made.capacity)
      return false;
  }
  return true;
}

void TraceMemory::repair() {
  header_->magic = CUTTLE_TRACE_MAGIC;
  header_->version = CUTTLE_TRACE_VERSION;
  header_->header_size = sizeof(CuttleTraceHeader);
  header_->total_size = size_;
  header_->generation = generation_;
  for (int i = 0; i < CUTTLE_AREA_COUNT; ++i) {
    const uint32_t published = std::min(header_->areas[i].count, areas_[i].capacity);
    header_->areas[i] = areas_[i];
    header_->areas[i].count = published;
  }
  reset_arena();
}

bool TraceMemory::arena_crowded() const {
  return std::any_of(std::begin(arena), std::end(arena), [&](CuttleAreaId area) {
    return count(area) > areas_[area].capacity / 4 * 3;
  });
}

void TraceMemory::reset_arena() {
  cuttle_trace_reset_arena(header_);
  header_->areas[CUTTLE_AREA_STRINGS].count = kept_strings_;
  generation_ = header_->generation;
}

}  // namespace cuttle

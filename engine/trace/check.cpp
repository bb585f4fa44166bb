// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/check.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <bit>
#include <cerrno>

#include "engine/support/unique_fd.h"
#include "engine/trace/check_view.h"

namespace cuttle {
namespace {

struct AreaRule {
  const char* name;
  uint32_t element_size;
  uint32_t unused;  // elements at the start that nobody may use
  bool buckets;     // a power of two of them, never counted
};
constexpr AreaRule area_rules[CUTTLE_AREA_COUNT] = {
    {"strings", 1, 1, false},
    {"variables", sizeof(CuttleVariable), 1, false},
    {"variable buckets", 4, 0, true},
    {"nodes", sizeof(CuttleNode), 1, false},
    {"node buckets", 4, 0, true},
    {"tables", sizeof(CuttleTable), 1, false},
    {"table buckets", 4, 0, true},
    {"table elements", 4, 0, false},
    {"modules", sizeof(CuttleModuleRecord), 0, false},
    {"module data", 1, 0, false},
    {"coverage", 1, 0, false},
    {"sources", sizeof(CuttleSource), 0, false},
    {"records", sizeof(CuttleRecord), 0, false},
    {"reads", sizeof(CuttleRead), 0, false},
    {"limitations", sizeof(CuttleLimitation), 0, false},
    {"threads", sizeof(CuttleThreadRecord), 0, false},
    {"blobs", 1, sizeof(CuttleBlob), false},
    {"schedule", sizeof(CuttleStep), 0, false},
};

// False when nothing else can be looked at.
bool check_header(CheckView& view, uint64_t size) {
  const CuttleTraceHeader& header = view.header;
  if (header.magic != CUTTLE_TRACE_MAGIC) {
    view.problem("the magic number is wrong: this is no trace");
    return false;
  }
  if (header.version != CUTTLE_TRACE_VERSION) {
    view.problem("the version is " + std::to_string(header.version) + ", not " +
                 std::to_string(CUTTLE_TRACE_VERSION));
    return false;
  }
  if (header.header_size != sizeof header)
    view.problem("the header's size is " + std::to_string(header.header_size) + ", not " +
                 std::to_string(sizeof header));
  if (header.total_size > size)
    view.problem("total_size is " + std::to_string(header.total_size) + ", but there are " +
                 std::to_string(size) + " bytes");
  if (header.generation == 0) view.problem("the generation is 0");
  if (header.site_count == 0) view.problem("site_count is 0; site 0 is the unknown place");
  if (header.truncated > 1) view.problem("truncated is neither 0 nor 1");
  constexpr uint32_t known = CUTTLE_FEATURE_CLOCKS | CUTTLE_FEATURE_RACES |
                             CUTTLE_FEATURE_ACCESSES | CUTTLE_FEATURE_SEGMENTS |
                             CUTTLE_FEATURE_RESULTS;
  if (header.features_given & ~known) view.problem("features_given has unknown bits");
  if (header.features_wanted & ~known) view.problem("features_wanted has unknown bits");
  return header.total_size <= size;
}

// An area that is wrong counts as empty from here on.
void check_areas(CheckView& view) {
  for (int i = 0; i < CUTTLE_AREA_COUNT; ++i) {
    CuttleArea& area = view.header.areas[i];
    const AreaRule& rule = area_rules[i];
    const std::string name = std::string("area ") + rule.name + ": ";
    const uint64_t total = view.header.total_size;
    const uint64_t bytes = uint64_t{area.capacity} * rule.element_size;
    std::string wrong;
    if (area.element_size != rule.element_size)
      wrong = "elements have " + std::to_string(area.element_size) + " bytes, not " +
              std::to_string(rule.element_size);
    else if (area.offset < sizeof(CuttleTraceHeader) || area.offset > total ||
             bytes > total - area.offset)
      wrong = "it does not lie inside the mapping, behind the header";
    else if (area.offset % 64 != 0)
      wrong = "its offset is no multiple of 64";
    else if (area.count > area.capacity)
      wrong = "its count " + std::to_string(area.count) + " is above its capacity " +
              std::to_string(area.capacity);
    else if (area.count < rule.unused)
      wrong =
          "its count is below " + std::to_string(rule.unused) + ", which every trace begins with";
    else if (rule.buckets && (area.count != 0 || !std::has_single_bit(area.capacity)))
      wrong = "buckets are a power of two and are not counted";
    if (wrong.empty()) continue;
    view.problem(name + wrong);
    area.offset = total;
    area.count = area.capacity = 0;
  }
}

void check_overlaps(CheckView& view) {
  for (int i = 0; i < CUTTLE_AREA_COUNT; ++i)
    for (int j = i + 1; j < CUTTLE_AREA_COUNT; ++j) {
      const CuttleArea &a = view.header.areas[i], &b = view.header.areas[j];
      if (a.capacity == 0 || b.capacity == 0) continue;
      const uint64_t a_end = a.offset + uint64_t{a.capacity} * a.element_size;
      const uint64_t b_end = b.offset + uint64_t{b.capacity} * b.element_size;
      if (a.offset < b_end && b.offset < a_end)
        view.problem(std::string("areas ") + area_rules[i].name + " and " + area_rules[j].name +
                     " overlap");
    }
}

}  // namespace

TraceCheck check_trace(std::span<const uint8_t> bytes) {
  TraceCheck check;
  if (bytes.size() < sizeof(CuttleTraceHeader)) {
    check.found = 1;
    check.problems.push_back("there are " + std::to_string(bytes.size()) +
                             " bytes, fewer than the header has");
    return check;
  }
  CheckView view(bytes, check);
  if (!check_header(view, bytes.size())) return check;
  check_areas(view);
  check_overlaps(view);
  check.run = view.header.run;
  check_arena(view);
  check_program(view);
  check_run(view);
  return check;
}

Result<TraceCheck> check_trace_file(const std::filesystem::path& file) {
  const UniqueFd fd(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status{};
  if (!fd || fstat(fd.get(), &status) != 0)
    return Error::environment("cannot read " + file.string() + ": " + std::strerror(errno));
  if (!S_ISREG(status.st_mode))
    return Error::usage(file.string() + " is no regular file; name a file with a trace in it");
  const auto size = static_cast<size_t>(status.st_size);
  if (size == 0) return check_trace({});
  void* mapping = mmap(nullptr, size, PROT_READ, MAP_PRIVATE, fd.get(), 0);
  if (mapping == MAP_FAILED)
    return Error::environment("cannot map " + file.string() + ": " + std::strerror(errno));
  TraceCheck check = check_trace({static_cast<const uint8_t*>(mapping), size});
  munmap(mapping, size);
  return check;
}

std::string to_string(const TraceCheck& check) {
  std::string text = "run " + std::to_string(check.run) + ": ";
  const std::pair<uint32_t, const char*> counts[] = {
      {check.modules, " modules, "},      {check.sites, " sites, "},
      {check.variables, " inputs, "},     {check.nodes, " nodes, "},
      {check.records, " records ("},      {check.choices, " choices), "},
      {check.threads, " threads, "},      {check.reads, " inputs read, "},
      {check.limitations, " limitations"}};
  for (const auto& [count, name] : counts) text += std::to_string(count) + name;
  return text;
}

}  // namespace cuttle

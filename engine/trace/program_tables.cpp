// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/program_tables.h"

#include <algorithm>

namespace cuttle {
namespace {

// Bounds that no honest module exceeds; a damaged record must not make us allocate without end.
constexpr uint32_t max_cases_per_site = 1u << 20;
constexpr uint32_t max_arms_per_site = 1u << 20;
constexpr uint32_t max_lines_per_block = 1u << 20;

std::string module_string(const TraceMemory& trace, const CuttleModuleRecord& module,
                          uint32_t offset) {
  if (offset >= module.strings_size) return {};
  return trace.text_at(module.strings_at + offset, module.strings_size - offset);
}

}  // namespace

uint32_t ProgramTables::update(const TraceMemory& trace) {
  const uint32_t before = modules_;
  for (; modules_ < trace.count(CUTTLE_AREA_MODULES); ++modules_) {
    const auto module = trace.get<CuttleModuleRecord>(CUTTLE_AREA_MODULES, modules_);
    if (!module) break;
    read_sites(trace, *module);
    read_points(trace, *module);
  }
  return modules_ - before;
}

void ProgramTables::read_sites(const TraceMemory& trace, const CuttleModuleRecord& module) {
  if (module.site_count > trace.capacity(CUTTLE_AREA_MODULE_DATA) / sizeof(CuttleSite)) return;
  if (module.first_site > trace.capacity(CUTTLE_AREA_MODULE_DATA)) return;
  const size_t end = size_t{module.first_site} + module.site_count;
  if (sites_.size() < end) sites_.resize(end);
  for (uint32_t i = 0; i < module.site_count; ++i) {
    const auto site = trace.at<CuttleSite>(module.sites_at, i);
    if (!site) return;
    sites_[module.first_site + i] = {module_string(trace, module, site->file), site->line,
                                     site->column, module_string(trace, module, site->function)};
    if (site->kind != CUTTLE_SITE_SWITCH || site->case_count > max_cases_per_site ||
        site->arm_count == 0 || site->arm_count > max_arms_per_site)
      continue;
    Switch& entry = switches_[module.first_site + i];
    entry.cases.clear();
    entry.arms = site->arm_count;
    for (uint32_t c = 0; c < site->case_count; ++c) {
      const auto one = trace.at<CuttleCase>(module.cases_at, uint64_t{site->first_case} + c);
      if (one && one->arm < entry.arms) entry.cases.emplace_back(one->value, one->arm);
    }
    collect_shared(entry);
  }
}

void ProgramTables::collect_shared(Switch& entry) {
  std::vector<std::vector<uint64_t>> values(entry.arms - 1);
  for (const auto& [value, arm] : entry.cases)
    if (arm < values.size()) values[arm].push_back(value);
  entry.shared.clear();
  for (std::vector<uint64_t>& arm : values) {
    std::sort(arm.begin(), arm.end());
    entry.shared.push_back(
        arm.size() > 1 ? std::make_shared<const std::vector<uint64_t>>(std::move(arm)) : nullptr);
  }
}

void ProgramTables::read_points(const TraceMemory& trace, const CuttleModuleRecord& module) {
  const uint64_t end = uint64_t{module.first_coverage} + module.point_count;
  if (end > trace.capacity(CUTTLE_AREA_COVERAGE)) return;
  if (bytes_.size() < end) bytes_.resize(end);
  for (uint32_t i = 0; i < module.point_count; ++i) {
    const auto point = trace.at<CuttlePoint>(module.points_at, i);
    if (!point) return;
    Byte& byte = bytes_[module.first_coverage + i];
    if (point->flags & CUTTLE_SITE_SYSTEM) continue;
    byte.file = module_string(trace, module, point->file);
    byte.function = module_string(trace, module, point->function);
    byte.is_branch = point->kind == CUTTLE_POINT_ARM && point->site < module.site_count &&
                     !(point->flags & CUTTLE_SITE_ARTIFICIAL);
    if (byte.is_branch) byte.site = module.first_site + point->site;
    for (uint32_t n = 0; n < std::min(point->line_count, max_lines_per_block); ++n)
      if (const auto line = trace.at<uint32_t>(module.lines_at, uint64_t{point->first_line} + n);
          line && *line != 0)
        byte.lines.push_back(*line);
  }
}

const ProgramTables::Switch* ProgramTables::switch_at(SiteId site) const {
  const auto found = switches_.find(site);
  return found == switches_.end() ? nullptr : &found->second;
}

std::vector<CoverageFamily> ProgramTables::make_families() {
  CoverageFamily branches{"branches", {}}, lines{"lines", {}};
  points_.assign(bytes_.size(), {});
  for (size_t i = 0; i < bytes_.size(); ++i) {
    const Byte& byte = bytes_[i];
    if (!byte.is_branch || byte.site >= sites_.size() || sites_[byte.site].line == 0) continue;
    points_[i].push_back(static_cast<uint32_t>(branches.points.size()));
    branches.points.push_back(sites_[byte.site]);
  }
  // Lines in the order of the source, each once.
  std::map<std::pair<std::string, uint32_t>, std::string> places;
  for (const Byte& byte : bytes_)
    for (uint32_t line : byte.lines) places.try_emplace({byte.file, line}, byte.function);
  std::map<std::pair<std::string, uint32_t>, uint32_t> numbers;
  for (const auto& [place, function] : places) {
    numbers[place] = static_cast<uint32_t>(branches.points.size() + lines.points.size());
    lines.points.push_back({place.first, place.second, 0, function});
  }
  for (size_t i = 0; i < bytes_.size(); ++i)
    for (uint32_t line : bytes_[i].lines)
      if (const auto found = numbers.find({bytes_[i].file, line}); found != numbers.end())
        points_[i].push_back(found->second);
  return {std::move(branches), std::move(lines)};
}

const std::vector<uint32_t>& ProgramTables::points_of(uint32_t coverage_byte) const {
  static const std::vector<uint32_t> none;
  return coverage_byte < points_.size() ? points_[coverage_byte] : none;
}

}  // namespace cuttle

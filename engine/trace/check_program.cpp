// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "engine/trace/check_view.h"

namespace cuttle {
namespace {

class ModuleCheck {
 public:
  ModuleCheck(CheckView& view, uint32_t index)
      : view_(view),
        index_(index),
        module_(view.get<CuttleModuleRecord>(CUTTLE_AREA_MODULES, index)) {}

  void run() {
    const bool tables =
        is_inside(module_.sites_at, module_.site_count, sizeof(CuttleSite), "sites") &
        is_inside(module_.points_at, module_.point_count, sizeof(CuttlePoint), "points") &
        is_inside(module_.cases_at, module_.case_count, sizeof(CuttleCase), "cases") &
        is_inside(module_.lines_at, module_.line_count, 4, "lines") &
        is_inside(module_.edges_at, module_.edge_count, sizeof(CuttleEdge), "edges") &
        is_inside(module_.strings_at, module_.strings_size, 1, "strings");
    want(module_.first_site >= 1 && module_.first_site <= view_.header.site_count &&
             module_.site_count <= view_.header.site_count - module_.first_site,
         "its sites are beyond site_count");
    const uint32_t coverage = view_.count(CUTTLE_AREA_COVERAGE);
    want(module_.first_coverage <= coverage &&
             module_.point_count <= coverage - module_.first_coverage,
         "its points are beyond the coverage area's count");
    if (!tables) return;
    strings();
    for (uint32_t i = 0; i < module_.site_count; ++i) site(i);
    for (uint32_t i = 0; i < module_.point_count; ++i) point(i);
    for (uint32_t i = 0; i < module_.edge_count; ++i) edge(i);
  }

 private:
  bool want(bool condition, const std::string& text) {
    return view_.want(condition, "module", index_, text);
  }
  bool want(bool condition, const char* what, uint32_t i, const std::string& text) {
    return condition || want(false, std::string(what) + " " + std::to_string(i) + ": " + text);
  }

  bool is_inside(uint64_t at, uint64_t count, uint64_t size, const char* what) {
    if (count == 0) return true;
    const CuttleArea& data = view_.header.areas[CUTTLE_AREA_MODULE_DATA];
    const uint64_t begin = data.offset, end = data.offset + data.count;
    const bool inside = at >= begin && at <= end && count * size <= end - at;
    const uint64_t alignment = size == sizeof(CuttleCase) ? 8 : size == 1 ? 1 : 4;
    return want(inside, std::string("its ") + what + " are not in the module data") &&
           want(at % alignment == 0, std::string("its ") + what + " are not aligned");
  }
  bool is_string(uint32_t offset) const { return offset < module_.strings_size; }

  void strings() {
    if (module_.strings_size == 0) return;
    const char* text = view_.text(module_.strings_at);
    want(text[0] == 0, "the first byte of its strings is not 0");
    want(text[module_.strings_size - 1] == 0, "the last of its strings is not terminated");
    want(is_string(module_.name), "its name is no string");
  }

  void site(uint32_t i) {
    const auto site = *view_.at<CuttleSite>(module_.sites_at + uint64_t{i} * sizeof(CuttleSite));
    want(is_string(site.file) && is_string(site.function), "site", i,
         "its file or function is no string");
    want(site.kind >= CUTTLE_SITE_BRANCH && site.kind <= CUTTLE_SITE_OPERATION, "site", i,
         "there is no kind " + std::to_string(site.kind));
    want(site.first_point == CUTTLE_NONE ||
             (site.first_point <= module_.point_count &&
              site.arm_count <= module_.point_count - site.first_point),
         "site", i, "its points are not there");
    if (site.kind == CUTTLE_SITE_BRANCH)
      want(site.arm_count == 2, "site", i, "a branch has two arms");
    if (site.kind != CUTTLE_SITE_SWITCH) return;
    want(site.arm_count != 0, "site", i, "a switch has at least its default");
    if (!want(site.first_case <= module_.case_count &&
                  site.case_count <= module_.case_count - site.first_case,
              "site", i, "its cases are not there"))
      return;
    for (uint32_t c = 0; c < site.case_count; ++c) {
      const uint64_t at = module_.cases_at + (uint64_t{site.first_case} + c) * sizeof(CuttleCase);
      want(view_.at<CuttleCase>(at)->arm + 1 < site.arm_count, "site", i,
           "case " + std::to_string(c) + " has no arm, or the default's");
    }
  }

  void point(uint32_t i) {
    const auto point =
        *view_.at<CuttlePoint>(module_.points_at + uint64_t{i} * sizeof(CuttlePoint));
    const bool arm = point.kind == CUTTLE_POINT_ARM;
    want(arm || point.kind == CUTTLE_POINT_BLOCK, "point", i,
         "there is no kind " + std::to_string(point.kind));
    want(arm ? point.site < module_.site_count : point.site == CUTTLE_NONE, "point", i,
         "its site is not there");
    want(is_string(point.file) && is_string(point.function), "point", i,
         "its file or function is no string");
    want(point.first_line <= module_.line_count &&
             point.line_count <= module_.line_count - point.first_line,
         "point", i, "its lines are not there");
  }

  void edge(uint32_t i) {
    const auto edge = *view_.at<CuttleEdge>(module_.edges_at + uint64_t{i} * sizeof(CuttleEdge));
    want(edge.from < module_.point_count &&
             (edge.to < module_.point_count || edge.to == CUTTLE_NONE),
         "edge", i, "its points are not there");
    want(edge.callee == CUTTLE_NONE || is_string(edge.callee), "edge", i,
         "its callee is no string");
  }

  CheckView& view_;
  uint32_t index_;
  CuttleModuleRecord module_;
};

}  // namespace

void check_program(CheckView& view) {
  for (uint32_t i = 0; i < view.count(CUTTLE_AREA_MODULES); ++i) ModuleCheck(view, i).run();
  for (uint32_t i = 0; i < view.count(CUTTLE_AREA_SOURCES); ++i) {
    const auto source = view.get<CuttleSource>(CUTTLE_AREA_SOURCES, i);
    view.want(source.kind >= CUTTLE_SOURCE_STDIN && source.kind <= CUTTLE_SOURCE_WORLD &&
                  view.is_string(source.name),
              "source", i, "its kind or its name is wrong");
  }
  view.check().modules = view.count(CUTTLE_AREA_MODULES);
  view.check().sites = std::max(view.header.site_count, 1u) - 1;
}

}  // namespace cuttle

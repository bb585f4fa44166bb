// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "engine/trace/format.h"
#include "languages/c/pass/abi/runtime_abi.h"

namespace cuttle {

// What a module tells the engine about itself: its sites, the cases of its switches, its coverage
// points with their lines, its control flow and its global objects. Emitted as constants, and
// registered with the runtime by a constructor.
class Tables {
 public:
  explicit Tables(const RuntimeAbi& abi);

  // A place for a report or a choice. Asking again for the same place gives the same site.
  uint32_t site(CuttleSiteKind kind, const llvm::Instruction& at);
  // A branch or a switch: always a site of its own. The caller fills in its cases and points.
  uint32_t decision(CuttleSiteKind kind, const llvm::Instruction& at);
  CuttleSite& operator[](uint32_t site) { return sites_[site]; }

  uint32_t add_point(const CuttlePoint& point);
  void add_lines(uint32_t point, const std::vector<uint32_t>& lines);
  const CuttlePoint& point(uint32_t index) const { return points_[index]; }
  void add_case(uint64_t value, uint32_t arm) { cases_.push_back({value, arm, 0}); }
  uint32_t case_count() const { return static_cast<uint32_t>(cases_.size()); }
  void add_edge(uint32_t from, uint32_t to) { edges_.push_back({from, to, CUTTLE_NONE, 0}); }
  void add_call(uint32_t from, llvm::StringRef callee) {
    edges_.push_back({from, CUTTLE_NONE, string(callee), 0});
  }
  uint32_t string(llvm::StringRef text);

  // Code for the number of a site in the whole program, and for covering a point.
  llvm::Value* site_number(Builder& b, uint32_t site) const;
  void cover(Builder& b, uint32_t point) const;

  // A string that the program's code can pass to the runtime.
  llvm::Constant* text(llvm::StringRef text);

  // The variables that there are now are the module's: what changes them later keeps their sizes.
  void note_globals();

  // Adds the tables and the constructor. Call last.
  void emit();

 private:
  llvm::Constant* records(const void* data, size_t count, size_t size, const char* name);
  llvm::Function* routine(const char* name, llvm::FunctionCallee callee);

  const RuntimeAbi& abi_;
  llvm::GlobalVariable* module_ = nullptr;   // CuttleModule
  llvm::GlobalVariable* globals_ = nullptr;  // CuttleGlobal of each variable
  unsigned global_count_ = 0;
  std::vector<CuttleSite> sites_;
  std::vector<CuttlePoint> points_;
  std::vector<CuttleCase> cases_;
  std::vector<CuttleEdge> edges_;
  std::vector<uint32_t> lines_;
  std::string strings_;
  std::map<std::string, uint32_t> string_offsets_;
  std::map<std::string, llvm::Constant*> texts_;
  std::map<std::tuple<uint32_t, uint32_t, uint32_t, uint32_t, uint32_t>, uint32_t> known_sites_;
};

// Of a place in the source: its file as the compiler was told it, joined with the folder when
// relative to one that is not where the compiler ran.
std::string source_file(const llvm::DIScope* scope);
bool is_system_file(llvm::StringRef path);

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/objects.h"

#include <algorithm>

#include "languages/c/steps/step_table.h"

namespace cuttle {

uint64_t Objects::number(const Name& name, uint64_t size) {
  const auto [at, fresh] = numbers_.try_emplace(name, rows_.size() + kFirst);
  if (fresh) rows_.push_back({name, size});
  return at->second;
}

std::optional<uint64_t> Objects::global(const std::string& name) {
  const ProgramImage::Symbol* symbol = image_.find(name);
  if (symbol == nullptr || symbol->is_function) return {};
  return number({Kind::global, symbol->address}, symbol->size);
}

std::optional<uint64_t> Objects::global_at(uint64_t address) {
  const ProgramImage::Symbol* symbol = image_.at(address);
  if (symbol == nullptr || symbol->is_function) return {};
  return number({Kind::global, symbol->address}, symbol->size);
}

uint64_t Objects::function(const std::string& name) {
  const auto [at, fresh] = function_numbers_.try_emplace(name, functions_.size());
  if (fresh) functions_.push_back(name);
  return at->second;
}

// Functions that only their module knows have its mark there: "name..digits".
std::optional<std::string> Objects::name_in_text(const ProgramImage::Symbol& function) {
  if (!function.is_local) return function.name;
  if (!local_functions_) {
    local_functions_.emplace();
    for (const ProgramImage::Symbol* table : image_.named("cuttle.steps")) {
      const StepTable steps(image_.text(table->address));
      for (const std::string& name : steps.functions()) {
        const size_t mark = name.find("..");
        if (mark == std::string::npos) continue;
        const auto [at, fresh] = local_functions_->try_emplace(name.substr(0, mark), name);
        if (!fresh) at->second.clear();
      }
    }
  }
  const auto found = local_functions_->find(function.name);
  if (found == local_functions_->end() || found->second.empty()) return {};
  const auto same = image_.named(function.name);
  const bool alone = std::count_if(same.begin(), same.end(), [&](const auto* symbol) {
                       return symbol->name == function.name;
                     }) == 1;
  return alone ? std::optional(found->second) : std::nullopt;
}

// Does code of the program run before main? Nobody logs it.
bool Objects::begins_late() {
  if (!begins_late_) {
    const auto tables = image_.named("cuttle.steps");
    begins_late_ = std::any_of(tables.begin(), tables.end(), [&](const auto* table) {
      return image_.text(table->address).starts_with("C\n");
    });
  }
  return *begins_late_;
}

std::optional<Value> Objects::initial(const Cell& cell) {
  const Name& name = name_of(cell.object);
  if (name.kind == Kind::alive || name.kind == Kind::count)
    return Value::bits(cell.size * 8, uint64_t{0});
  if (name.kind != Kind::global || begins_late()) return {};
  const uint64_t begin = name.a + cell.offset, end = begin + cell.size;
  if (image_.is_adjusted(begin, end)) {
    const auto target = image_.pointer(begin);
    if (!target || cell.size != 8) return {};
    const ProgramImage::Symbol* symbol = image_.at(*target);
    if (symbol == nullptr) return {};
    if (symbol->is_function) {
      const auto name = name_in_text(*symbol);
      if (!name || *target != symbol->address) return {};
      return Value::bits(64, address(code(*name), 0));
    }
    return Value::bits(64, address(number({Kind::global, symbol->address}, symbol->size),
                                   static_cast<int64_t>(*target - symbol->address)));
  }
  std::vector<uint8_t> bytes;
  for (uint64_t at = begin; at < end; ++at) {
    const auto byte = image_.byte(at);
    if (!byte) return {};
    bytes.push_back(*byte);
  }
  return Value::from_bytes(bytes);
}

}  // namespace cuttle

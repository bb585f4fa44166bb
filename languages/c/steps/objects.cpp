// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/objects.h"

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

std::optional<Value> Objects::initial(const Cell& cell) {
  const Name& name = name_of(cell.object);
  if (name.kind == Kind::alive || name.kind == Kind::count)
    return Value::bits(cell.size * 8, uint64_t{0});
  if (name.kind != Kind::global) return {};
  const uint64_t begin = name.a + cell.offset, end = begin + cell.size;
  if (image_.is_adjusted(begin, end)) {
    const auto target = image_.pointer(begin);
    if (!target || cell.size != 8) return {};
    const ProgramImage::Symbol* symbol = image_.at(*target);
    if (symbol == nullptr || (symbol->is_function && symbol->is_local)) return {};
    if (symbol->is_function)
      return *target == symbol->address
                 ? std::optional(Value::bits(64, address(code(symbol->name), 0)))
                 : std::nullopt;
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

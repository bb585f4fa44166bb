// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/wire.h"

namespace cuttle::walls {
namespace {

void put(std::string& bytes, const std::string& text) {
  const auto size = static_cast<uint32_t>(text.size());
  bytes.append(reinterpret_cast<const char*>(&size), sizeof size);
  bytes += text;
}

bool take(std::string_view& bytes, std::string& text) {
  uint32_t size = 0;
  if (bytes.size() < sizeof size) return false;
  std::memcpy(&size, bytes.data(), sizeof size);
  bytes.remove_prefix(sizeof size);
  if (bytes.size() < size) return false;
  text = bytes.substr(0, size);
  bytes.remove_prefix(size);
  return true;
}

}  // namespace

Packed::Packed(std::string_view bytes) {
  std::string name, value;
  while (take(bytes, name) && take(bytes, value)) add(name, value);
}

std::string Packed::bytes() const {
  std::string bytes;
  for (const auto& [name, values] : lists_)
    for (const auto& value : values) {
      put(bytes, name);
      put(bytes, value);
    }
  return bytes;
}

const std::vector<std::string>& Packed::all(const std::string& name) const {
  static const std::vector<std::string> none;
  const auto found = lists_.find(name);
  return found == lists_.end() ? none : found->second;
}

std::string Packed::first(const std::string& name) const {
  const auto& values = all(name);
  return values.empty() ? std::string() : values.front();
}

uint64_t Packed::number(const std::string& name) const {
  const std::string text = first(name);
  return text.empty() ? 0 : std::stoull(text);
}

}  // namespace cuttle::walls

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/build_cache.h"

#include <array>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace cuttle {

namespace fs = std::filesystem;

void Digest::mix(const char* data, size_t size) {
  for (size_t i = 0; i < size; ++i) {
    const auto byte = static_cast<unsigned char>(data[i]);
    first_ = (first_ ^ byte) * 0x100000001b3ull;
    second_ = (second_ ^ byte) * 0xd6e8feb86659fd93ull;
    second_ ^= second_ >> 32;
  }
}

Digest& Digest::add(std::string_view text) {
  const uint64_t size = text.size();  // so that "ab","c" differs from "a","bc"
  mix(reinterpret_cast<const char*>(&size), sizeof size);
  mix(text.data(), text.size());
  return *this;
}

Digest& Digest::add_contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) return add("missing").add(file.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return add(text.view());
}

Digest& Digest::add_identity(const fs::path& file) {
  std::error_code failed;
  add(file.string());
  add(std::to_string(fs::file_size(file, failed)));
  const auto time = fs::last_write_time(file, failed);
  return add(std::to_string(failed ? 0 : time.time_since_epoch().count()));
}

std::string Digest::text() const {
  std::array<char, 33> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%016llx%016llx",
                static_cast<unsigned long long>(first_), static_cast<unsigned long long>(second_));
  return buffer.data();
}

std::vector<fs::path> read_dependencies(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream buffer;
  buffer << stream.rdbuf();
  const std::string text = buffer.str();
  std::vector<fs::path> found;
  std::string word;
  size_t at = text.find(": ");
  if (at == std::string::npos) return found;
  const auto flush = [&] {
    if (!word.empty()) found.emplace_back(std::move(word));
    word.clear();
  };
  for (at += 2; at < text.size(); ++at) {
    const char c = text[at];
    const char next = at + 1 < text.size() ? text[at + 1] : '\0';
    if (c == '\\' && (next == '\n' || next == '\r')) continue;
    if (c == '\\' && (next == ' ' || next == '#')) {
      word += next;
      ++at;
    } else if (c == '$' && next == '$') {
      word += c;
      ++at;
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      flush();
    } else {
      word += c;
    }
  }
  flush();
  return found;
}

namespace {
fs::path key_file(const fs::path& product) {
  return product.string() + ".key";
}
}  // namespace

std::string stored_key(const fs::path& product) {
  std::error_code ignored;
  if (!fs::exists(product, ignored)) return {};
  std::ifstream stream(key_file(product));
  std::string key;
  stream >> key;
  return key;
}

void store_key(const fs::path& product, const std::string& key) {
  std::ofstream(key_file(product)) << key << '\n';
}

void forget_key(const fs::path& product) {
  std::error_code ignored;
  fs::remove(key_file(product), ignored);
}

}  // namespace cuttle

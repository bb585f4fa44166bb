// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace cuttle {

// A digest that decides whether a build product is still good. Not cryptographic.
class Digest {
 public:
  Digest& add(std::string_view text);
  // The contents of a file; a file that cannot be read counts as different from every other.
  Digest& add_contents(const std::filesystem::path& file);
  // Path, size and time of a file, for large ones that change rarely (the compiler).
  Digest& add_identity(const std::filesystem::path& file);
  std::string text() const;  // 32 hexadecimal digits

 private:
  void mix(const char* data, size_t size);
  uint64_t first_ = 0xcbf29ce484222325ull;
  uint64_t second_ = 0x9e3779b97f4a7c15ull;
};

// The prerequisites named in a make dependency file as clang -MD writes it; empty when there is
// none.
std::vector<std::filesystem::path> read_dependencies(const std::filesystem::path& file);

// A product FILE carries the key it was made under in FILE.key.
std::string stored_key(const std::filesystem::path& product);
void store_key(const std::filesystem::path& product, const std::string& key);
void forget_key(const std::filesystem::path& product);

}  // namespace cuttle

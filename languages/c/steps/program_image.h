// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/support/result.h"

namespace cuttle {

// A program as it lies in its file (64-bit ELF): its variables and functions, and what they hold
// before it is started. Addresses are those of the file.
class ProgramImage {
 public:
  struct Symbol {
    uint64_t address = 0, size = 0;
    std::string name;
    bool is_function = false, is_local = false;
  };
  static Result<ProgramImage> read(const std::filesystem::path& file);

  const Symbol* find(const std::string& name) const;
  std::vector<const Symbol*> named(const std::string& beginning) const;
  const Symbol* at(uint64_t address) const;  // whose bytes contain the address
  // One byte; nothing outside the program's data.
  std::optional<uint8_t> byte(uint64_t address) const;
  // A pointer that is adjusted where the program is loaded: what it points to.
  std::optional<uint64_t> pointer(uint64_t address) const;
  // Does something between the addresses depend on where the program is loaded, or on libraries?
  bool is_adjusted(uint64_t begin, uint64_t end) const;
  // The text that begins there, to its NUL.
  std::string text(uint64_t address) const;

 private:
  struct Section {
    uint64_t address, size, offset;
    bool in_file;
  };
  void read_symbols(uint64_t offset, uint64_t size, uint64_t names);
  void read_relocations(uint64_t offset, uint64_t size);
  template <typename T>
  std::optional<T> get(uint64_t offset) const;

  std::string contents_;
  std::vector<Section> sections_;
  std::map<uint64_t, Symbol> by_address_;
  std::map<std::string, uint64_t> by_name_;
  std::map<uint64_t, std::optional<uint64_t>> adjusted_;  // nothing: by a library's address
};

}  // namespace cuttle

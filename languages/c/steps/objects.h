// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <unordered_map>

#include "engine/target/steps.h"
#include "languages/c/steps/program_image.h"

namespace cuttle {

// The objects of a program's state, by names that mean the same in all runs, and pointers to them:
// the address of byte n of object k is (k << 32) + n.
class Objects {
 public:
  enum class Kind : uint8_t {
    global,    // a = its address in the file
    code,      // a = function
    variable,  // a local variable in memory: a = depth of calls, b = function, c = its number
    value,     // a value in a register: the same
    incoming,  // what a phi takes: the same
    result,    // of the function at depth a
    heap,      // a = where it is allocated, b = which one
    alive,     // of that object: 1 between malloc and free
    count,     // a = where: how many were allocated there
  };
  struct Name {
    Kind kind;
    uint64_t a = 0, b = 0, c = 0;
    friend auto operator<=>(const Name&, const Name&) = default;
  };
  struct Place {
    uint64_t object = 0;
    int64_t offset = 0;
  };

  explicit Objects(const ProgramImage& image) : image_(image) {}

  uint64_t number(const Name& name, uint64_t size);
  uint64_t size_of(uint64_t object) const { return rows_[object - kFirst].size; }
  const Name& name_of(uint64_t object) const { return rows_[object - kFirst].name; }
  // A variable.
  std::optional<uint64_t> global(const std::string& name);
  uint64_t code(const std::string& name) { return number({Kind::code, function(name)}, 0); }
  std::optional<uint64_t> global_at(uint64_t address);
  uint64_t function(const std::string& name);
  const std::string& function_name(uint64_t number) const { return functions_[number]; }
  const ProgramImage& image() const { return image_; }

  static uint64_t address(uint64_t object, int64_t offset) {
    return (object << 32) + static_cast<uint64_t>(offset);
  }
  // What a cell holds when the program begins.
  std::optional<Value> initial(const Cell& cell);

 private:
  static constexpr uint64_t kFirst = 16;
  struct Row {
    Name name;
    uint64_t size;
  };
  // How the texts of the modules call a function; nothing: not one that they know.
  std::optional<std::string> name_in_text(const ProgramImage::Symbol& function);
  bool begins_late();

  const ProgramImage& image_;
  std::optional<std::map<std::string, std::string>> local_functions_;  // "": several
  std::optional<bool> begins_late_;
  std::vector<Row> rows_;
  std::map<Name, uint64_t> numbers_;
  std::unordered_map<std::string, uint64_t> function_numbers_;
  std::vector<std::string> functions_;
};

// Where the objects of one run are in memory.
class Placement {
 public:
  void add(uint64_t address, uint64_t size, uint64_t object) { at_[address] = {size, object}; }
  void remove(uint64_t address) { at_.erase(address); }
  std::optional<Objects::Place> find(uint64_t address) const {
    auto after = at_.upper_bound(address);
    if (after == at_.begin()) return {};
    const auto& [begin, what] = *std::prev(after);
    if (address - begin > what.first) return {};
    return Objects::Place{what.second, static_cast<int64_t>(address - begin)};
  }

 private:
  std::map<uint64_t, std::pair<uint64_t, uint64_t>> at_;
};

}  // namespace cuttle

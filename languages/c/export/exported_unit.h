// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace cuttle {

// A function under test.
struct ExportedFunction {
  struct Parameter {
    std::string name;
    std::string type;     // plain, as inputs have it: "struct cell *"
    std::string written;  // as the source says it: "const cell_t *"
  };
  std::string name;    // as the user gave it
  std::string call;    // as code says it: "shapes::Square::area"
  std::string result;  // plain type
  std::vector<Parameter> parameters;

  // In a sequence; see languages/c/unit/sequence.h.
  bool makes = false, replaces = false, ends = false;
  std::vector<unsigned> objects, addresses;

  bool is_method() const { return !parameters.empty() && parameters.front().name == "this"; }
};

// What the plug-in listed when the unit was compiled (languages/c/unit/unit_driver.h).
struct ExportedUnit {
  std::vector<ExportedFunction> functions;
  bool is_sequence = false;
  std::string start;        // SequencePlan::Start
  unsigned objects = 0;     // that the calls of a sequence share
  std::string object_type;  // "struct stack"

  // Functions whose results are inputs, by their symbols, with the type of the result.
  std::map<std::string, std::string> stubs;
  std::set<std::string> static_stubs;            // those that other files cannot replace
  std::map<std::string, std::string> callbacks;  // the same behind pointers, by names in inputs
  std::map<std::string, std::string> tables;     // of virtual functions: class -> symbol
  std::map<std::string, std::string> bases;      // parts of objects that are base classes
  std::map<std::string, std::string> flexible;   // structures -> their last array, of any length
  std::set<std::string> constants;               // members that are const
  std::set<std::string> incomplete;              // types that are only declared

  std::string source;  // as the tests include it
  bool cxx = false;

  // "insert", or "create, insert, remove".
  std::string title() const;
  const ExportedFunction* find(const std::string& name) const;
};

// Adds what a list says; true when the driver was made in that file.
bool read_unit_list(const std::filesystem::path& list, ExportedUnit& unit);

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "languages/c/export/exported_unit.h"
#include "languages/c/target/input_graph.h"

namespace cuttle {

// The functions whose results are inputs, as far as the tests use them. Each gives the results that
// a test has put into its array, and zeros afterwards.
class ExportedStubs {
 public:
  explicit ExportedStubs(const ExportedUnit& unit);

  // The stub behind a pointer to a function, which is a member or parameter of that name. Empty:
  // there cannot be one.
  std::string callback(const std::string& member, const std::string& type);

  // An input "compare()" or "compare()#2" is a result: the array's element that it goes to. Empty:
  // it is no result.
  std::string result_place(const std::string& input, const InputValue& value);

  // Code for the file with the tests; and a C file of its own, empty when it is not needed.
  std::string in_tests() const;
  std::string in_own_file() const;
  // Tests are wrong when the unit calls such a function, but not the stub.
  bool can_replace() const { return unit_.static_stubs.empty(); }

 private:
  struct Stub {
    std::string name;  // in code
    std::string type;  // of the result
    unsigned results = 0;
  };
  static std::string body(const Stub& stub);

  const ExportedUnit& unit_;
  std::map<std::string, Stub> callbacks_;  // by the name in inputs
  std::map<std::string, Stub> functions_;
};

}  // namespace cuttle

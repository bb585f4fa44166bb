// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/path/test_case.h"

namespace cuttle {

// A value of a test case as a C programmer sees it: a scalar, or something made of parts.
struct InputValue {
  // Scalars.
  std::string type;  // "int", "struct cell *"; empty: not a scalar
  unsigned width = 0;
  uint64_t value = 0;

  // Structures and arrays, in the order of the declaration.
  struct Part;
  std::vector<Part> parts;

  bool is_pointer() const;
  bool is_function() const { return type.find("(*)") != std::string::npos; }
  bool is_stream() const { return width == 1 && type == "FILE *"; }  // NULL or stdout
  // One of the words that the type lists, "stop|insert|remove"; a call has its arguments as parts.
  bool is_word() const { return type.find('|') != std::string::npos; }
  bool is_call() const { return type.starts_with("stop|"); }
  std::string word() const;
  // An array has numbers for names.
  bool is_array() const;
  const InputValue* find(const std::string& part) const;
};
struct InputValue::Part {
  std::string name;  // "next", "3"
  InputValue value;
};

// The inputs of a test case with the objects that pointers lead to (languages/c/runtime/graph.h).
// Objects have the names of their type and a number, "cell1", "cell2", in the order in which one
// meets them, however the run had numbered them.
class InputGraph {
 public:
  explicit InputGraph(const PortableTestCase& test);

  // Is there anything that a list of scalars would not show?
  bool is_graph() const { return is_graph_; }

  // Inputs of the environment, which are no variables of the program.
  const PortableTestCase& others() const { return others_; }

  // The variables, in the order in which the run read them.
  const std::vector<InputValue::Part>& variables() const { return variables_; }
  // The objects that can be reached, first met first. Objects with a type such as "struct cell".
  struct Object {
    std::string name;  // "cell1"
    std::string type;  // "struct cell"
    InputValue value;
    unsigned mentions = 0;  // pointers to it
  };
  const std::vector<Object>& objects() const { return objects_; }
  // The object that a pointer points to; none: NULL.
  const Object* target(const InputValue& pointer) const;

 private:
  void collect(const PortableTestCase& test);
  void reach(const InputValue& value);

  bool is_graph_ = false;
  PortableTestCase others_;
  std::vector<InputValue::Part> variables_;
  std::map<std::string, InputValue> unreached_;  // by the name in the run
  std::vector<Object> objects_;
  std::map<std::string, size_t> known_;  // name in the run -> index into objects_
  std::map<std::string, unsigned> numbers_;
};

// `p = &cell1 {v: 3, next: &cell1}`, one line per variable.
std::vector<std::string> describe_graph(const InputGraph& graph);

// A picture of the graph for graphviz.
std::string graph_to_dot(const InputGraph& graph);

}  // namespace cuttle

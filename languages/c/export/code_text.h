// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "languages/c/target/input_graph.h"

namespace cuttle {

// A number as C code: "-5", "0x1.8p+1", "(-2147483647 - 1)".
std::string number_code(const InputValue& value);

// A string literal of these characters, whatever they are.
std::string literal_code(const std::string& characters);

// A type of a function, "int (*)(struct cell *, int)", in its parts.
struct FunctionType {
  std::string result;
  std::vector<std::string> parameters;
  bool understood = false;  // false for those that return functions
};
FunctionType split_function_type(const std::string& text);

// A declaration of a variable or a parameter; also of pointers to functions.
std::string declaration(const std::string& type, const std::string& name);

// A type that can be used like a name: arrays cannot be, "char[4]".
std::string speakable(const std::string& type);

// Part of a name in code: "read_sensor" for "read_sensor()", "Box_int" for "Box<int>".
std::string identifier(const std::string& name);

}  // namespace cuttle

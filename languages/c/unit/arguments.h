// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>

#include <optional>
#include <string>
#include <vector>

namespace cuttle {

// A parameter as the programmer sees it.
struct Parameter {
  std::string name;
  const llvm::DIType* type = nullptr;
  bool never_null = false;
};

// An argument as the machine code takes it: a structure may come in several of them.
struct Argument {
  enum class From {
    memory,   // the bytes of a parameter from `offset` on
    address,  // the address of a parameter's memory
    result,   // the address where the result goes
  };
  From from = From::memory;
  unsigned parameter = 0;
  uint64_t offset = 0;
};

struct Signature {
  std::vector<Parameter> parameters;
  std::vector<Argument> arguments;  // one for each of the function's
};

// How to call a function with given parameters. The compiler has already decided how structures are
// passed; what it decided can be seen at the function's beginning, where the arguments are stored
// into the parameters' variables. When there is no way, `why` says so.
std::optional<Signature> signature_of(llvm::Function& function, std::string& why);

}  // namespace cuttle

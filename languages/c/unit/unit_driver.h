// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

#include "languages/c/unit/options.h"

namespace cuttle {

// Makes a function of the module the whole program.
//
//   int insert(struct list *l, int value);
//
//   int main(void) {
//     struct list *l; int value;
//     __cuttle_input_typed(&l, &type_of_l, "l", &bounds);
//     __cuttle_input_typed(&value, &type_of_value, "value", &bounds);
//     insert(l, value);
//     return 0;
//   }
//
// With --sequence it calls several functions (sequence.h). The program's own main goes. Modules
// without the function only lose their main. Without a function the program stays as it is. In both
// cases CUTTLE_input of structures and pointers gets to know their types. What happened is written
// to the list, line by line:
//
//   function NAME     a function of this source file
//   found NAME        one of those that are asked for, followed by
//   call NAME         how code says it
//   result PLAIN-TYPE, and its parameters (tabs between the words):
//   parameter NAME PLAIN-TYPE TYPE
//   sequence START OBJECTS TYPE, and for each function: role NAME WHAT-IT-DOES
//   chosen            the driver was made in this file
//   problem TEXT      why none was made although the name fits
//
// and for code that is to make the same inputs without Cuttle:
//
//   stub SYMBOL TYPE  a function whose results, of that type, are inputs; static-stub likewise
//   callback NAME TYPE    the same behind pointers to functions
//   vtable CLASS SYMBOL, base NAME CLASS, constant MEMBER, incomplete TYPE,
//   flexible TYPE MEMBER
class UnitDriverPass : public llvm::PassInfoMixin<UnitDriverPass> {
 public:
  explicit UnitDriverPass(UnitOptions options) : options_(std::move(options)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  UnitOptions options_;
};

}  // namespace cuttle

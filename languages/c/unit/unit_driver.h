// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/PassManager.h>

#include <string>

namespace cuttle {

// Makes a function of the module the whole program.
//
//   int area(int width, unsigned char depth);     int main(void) {
//                                                   int width; unsigned char depth;
//                                             =>    __cuttle_input(&width, 4, "width", "int");
//                                                   __cuttle_input(&depth, 1, "depth", "unsigned
//                                                   char"); area(width, depth); return 0;
//                                                 }
//
// The program's own main goes. Modules without the function only lose their main. What happened is
// written to the list, line by line:
//
//   function NAME     a function of this source file
//   chosen NAME       the driver was made for this one
//   problem TEXT      why none was made although the name fits
class UnitDriverPass : public llvm::PassInfoMixin<UnitDriverPass> {
 public:
  UnitDriverPass(std::string function, std::string list)
      : function_(std::move(function)), list_(std::move(list)) {}

  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }

 private:
  std::string function_;
  std::string list_;
};

}  // namespace cuttle

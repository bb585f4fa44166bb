// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/DenseMap.h>

#include <functional>
#include <string>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Numbers for the values of a function: its arguments first.
class ValueNames {
 public:
  ValueNames(llvm::Function& function, const llvm::DataLayout& layout);
  bool has(const llvm::Value& value) const { return numbers_.count(&value) != 0; }
  unsigned number(const llvm::Value& value) const { return numbers_.lookup(&value); }
  unsigned fresh() { return next_++; }

 private:
  llvm::DenseMap<const llvm::Value*, unsigned> numbers_;
  unsigned next_ = 0;
};

// A suffix for names that only the module knows.
std::string own_suffix(const llvm::Module& module);
// What the text calls a function: the same in all modules only where it is the same function.
std::string name_in_text(const llvm::Function& function);

// Something that the program has to log at an instruction, for who reads the text.
struct StepNote {
  llvm::Instruction* at;
  bool behind;
  uint32_t kind, what;  // CuttleStepNote
  llvm::Value* value;
  llvm::Type* load = nullptr;  // not `value`, but what is there
};

// Writes what one segment does, line by line (languages/c/steps/README.md).
class StepText {
 public:
  using SegmentOf = std::function<unsigned(const llvm::BasicBlock*)>;
  StepText(const Unit& unit, ValueNames& names) : unit_(unit), names_(names) {}

  void begin(unsigned number, unsigned line, bool point, bool entry,
             const llvm::Function& function);
  // `after`: the segment that goes on behind a call.
  void add(llvm::Instruction& instruction, const SegmentOf& segment, unsigned after);
  void keep(const llvm::Instruction& instruction);    // its value is used elsewhere
  void forget(const llvm::Instruction& instruction);  // its value is not known
  std::string text() { return text_ + "\n"; }
  llvm::ArrayRef<StepNote> notes() const { return notes_; }

 private:
  using Words = std::initializer_list<std::string>;
  void line(Words words);
  void unknown(const std::string& why) { line({"u", why}); }
  // How the text names a value; "!" when it cannot.
  std::string operand(const llvm::Value& value);
  std::string constant(const llvm::Constant& constant);
  // An address; logged unless it is the same in every activation.
  std::string address(llvm::Instruction& at, llvm::Value& pointer, bool behind = false);
  unsigned width(const llvm::Type& type) const;  // 0: not a number that the text knows
  std::string id(const llvm::Value& value) { return std::to_string(names_.number(value)); }

  void name_variables(const llvm::Function& function);
  void load(llvm::LoadInst& load);
  void store(llvm::StoreInst& store);
  void binary(llvm::BinaryOperator& instruction);
  void compare(llvm::ICmpInst& instruction);
  void compare_pointers(llvm::ICmpInst& instruction);
  void cast(llvm::CastInst& instruction);
  void offset(llvm::GetElementPtrInst& instruction);
  void call(llvm::CallBase& call, unsigned after);
  void intrinsic(llvm::IntrinsicInst& call);
  void input(llvm::CallBase& call, llvm::StringRef name);
  void numbers(llvm::CallBase& call, uint64_t bytes, uint64_t elements);
  void allocation(llvm::CallBase& call, llvm::StringRef name, llvm::Value& size);
  void hand_out(llvm::CallBase& call);
  void terminator(llvm::Instruction& end, const SegmentOf& segment);
  void incoming(llvm::Instruction& end);

  const Unit& unit_;
  ValueNames& names_;
  std::string text_;
  llvm::SmallVector<StepNote, 8> notes_;
};

}  // namespace cuttle

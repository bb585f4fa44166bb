// SPDX-License-Identifier: Apache-2.0
// What the text of a segment says of the call at its end.
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/GlobalVariable.h>

#include "languages/c/pass/flow/step_text.h"
#include "languages/c/runtime/graph.h"
#include "languages/c/runtime/step_notes.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t most_inputs = 256;  // elements of one array

// They put something out and change nothing that the program can see.
bool is_without_effect(StringRef name) {
  static const StringSet<> names = {"printf", "puts",   "putchar", "fprintf", "fputs",
                                    "fputc",  "fflush", "perror",  "putc"};
  name.consume_front("__cuttle_model_");
  return names.contains(name);
}

bool is_end(StringRef name) {
  static const StringSet<> names = {"exit",          "_exit", "abort",
                                    "__assert_fail", "_Exit", "__VERIFIER_error"};
  name.consume_front("__cuttle_model_");
  return names.contains(name);
}

StringRef text_of(const Value& value) {
  const auto* global = dyn_cast<GlobalVariable>(value.stripPointerCasts());
  if (global == nullptr || !global->hasInitializer()) return {};
  const auto* data = dyn_cast<ConstantDataSequential>(global->getInitializer());
  return data != nullptr && data->isString() ? data->getAsString() : StringRef();
}

// printf("%n") does.
bool writes_back(const CallBase& call, StringRef name) {
  if (!name.contains("printf")) return false;
  const StringRef format = text_of(*call.getArgOperand(name == "printf" ? 0 : 1));
  return format.empty() || format.contains("%n");
}

// Of an input whose type is a table (graph.h): 0 unless it is a number.
uint64_t bytes_of_scalar(const Value& type) {
  const auto* table = dyn_cast<GlobalVariable>(&type);
  const auto* row = table == nullptr || !table->hasInitializer()
                        ? nullptr
                        : dyn_cast<ConstantStruct>(table->getInitializer());
  const auto number = [&](unsigned i) {
    const auto* value = dyn_cast<ConstantInt>(row->getOperand(i));
    return value == nullptr ? 0 : value->getZExtValue();
  };
  const bool is_scalar = row != nullptr && row->getNumOperands() > 4 &&
                         number(0) == CUTTLE_TYPE_SCALAR && number(2) == 8 * number(4);
  return is_scalar ? number(4) : 0;
}

// stdout and the like.
bool is_stream_of_library(const Value& value) {
  const auto* load = dyn_cast<LoadInst>(&value);
  const auto* variable =
      load == nullptr ? nullptr : dyn_cast<GlobalVariable>(load->getPointerOperand());
  if (variable == nullptr || !variable->isDeclaration()) return false;
  static const StringSet<> names = {"stdout", "stderr"};
  return names.contains(variable->getName());
}

}  // namespace

// Whoever reads by a pointer fails when it leads nowhere.
void StepText::hand_out(CallBase& call) {
  for (Value* argument : call.args()) {
    if (!argument->getType()->isPointerTy() || is_stream_of_library(*argument)) continue;
    const Value* object = argument->stripInBoundsConstantOffsets();
    const auto* known = dyn_cast<GlobalVariable>(object);
    if (known != nullptr && known->hasInitializer()) continue;
    if (isa<AllocaInst>(object)) continue;
    line({"v", operand(*argument)});
    notes_.push_back({&call, false, CUTTLE_STEP_ADDRESS, 0, argument});
  }
}

// CUTTLE_input(x), CUTTLE_input_array(a, n): numbers are written to memory.
void StepText::input(CallBase& call, StringRef name) {
  if (name == "__cuttle_input_typed")
    return numbers(call, bytes_of_scalar(*call.getArgOperand(1)), 1);
  const bool array = name == "__cuttle_input_array";
  const auto* size = dyn_cast<ConstantInt>(call.getArgOperand(1));
  const auto* count = array ? dyn_cast<ConstantInt>(call.getArgOperand(2)) : nullptr;
  const uint64_t elements = !array ? 1 : count != nullptr ? count->getZExtValue() : most_inputs + 1;
  const StringRef type = text_of(*call.getArgOperand(array ? 4 : 3));
  const bool plain = size != nullptr && !type.contains('*') && !type.contains("struct");
  numbers(call, plain ? size->getZExtValue() : 0, elements);
}

void StepText::numbers(CallBase& call, uint64_t bytes, uint64_t elements) {
  const bool is_number = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8;
  if (!is_number || elements > most_inputs) return unknown("an input that is more than a number");
  Value* at = call.getArgOperand(0);
  const std::string to = address(call, *at);
  Type* element = IntegerType::get(call.getContext(), static_cast<unsigned>(bytes * 8));
  Builder b(call.getNextNode());
  for (uint64_t i = 0; i < elements; ++i) {
    Value* place = b.CreateConstGEP1_64(b.getInt8Ty(), at, i * bytes);
    if (auto* made = dyn_cast<Instruction>(place); made != nullptr && made != at && i > 0)
      mark_ours(made);
    notes_.push_back({&call, true, CUTTLE_STEP_INPUT, static_cast<uint32_t>(bytes * 8),
                      i == 0 ? at : place, element});
  }
  line({"I", std::to_string(bytes), std::to_string(elements), to});
}

void StepText::allocation(CallBase& call, StringRef name, Value& size) {
  const bool zero = name == "calloc";
  notes_.push_back({&call, true, CUTTLE_STEP_ALLOCATED, zero ? 1u : 0u, &call});
  line({"A", id(call), zero ? "0" : "?", operand(size)});
}

void StepText::call(CallBase& call, unsigned after) {
  const auto* callee = dyn_cast<Function>(call.getCalledOperand()->stripPointerCasts());
  StringRef name = callee != nullptr ? callee->getName() : StringRef();
  const bool defined = callee != nullptr && !callee->isDeclaration() && !is_runtime_name(name);
  const std::string next = std::to_string(after);
  if (call.isInlineAsm()) return unknown("inline assembly");
  if (call.isMustTailCall()) return unknown("a call in place of a return");
  if (callee != nullptr && !defined) {
    const StringRef plain = name.starts_with("__cuttle_model_") ? name.drop_front(15) : name;
    const bool number = width(*call.getType()) != 0;
    if (name == "__cuttle_assume" || name == "__VERIFIER_assume" || name == "klee_assume")
      return line({"?assume", operand(*call.getArgOperand(0)), next});
    if (name == "__cuttle_assert") return line({"?assert", operand(*call.getArgOperand(0)), next});
    if (name.starts_with("__VERIFIER_nondet_") && call.getType()->isIntegerTy() && number) {
      notes_.push_back({&call, true, CUTTLE_STEP_INPUT, width(*call.getType()), &call});
      return line({"N", id(call), std::to_string(width(*call.getType())), next});
    }
    if (name == "__cuttle_unit_end") return line({"j", next});
    if (name == "__cuttle_input" || name == "__cuttle_input_array" ||
        name == "__cuttle_input_typed") {
      input(call, name);
      return line({"j", next});
    }
    if (is_end(name)) return line({"n", std::string(plain.contains("xit") ? "end" : "fail")});
    if (is_without_effect(name) && call.use_empty()) {
      if (writes_back(call, plain)) return unknown("a format that may contain %n");
      hand_out(call);
      return line({"j", next});
    }
    if (plain == "malloc" || plain == "calloc") {
      Value* size = call.getArgOperand(0);
      if (plain == "calloc" &&
          (!isa<ConstantInt>(size) || !isa<ConstantInt>(call.getArgOperand(1))))
        return unknown("calloc of an unknown size");
      if (plain == "calloc")
        size = ConstantInt::get(size->getType(),
                                llvm::cast<ConstantInt>(size)->getZExtValue() *
                                    llvm::cast<ConstantInt>(call.getArgOperand(1))->getZExtValue());
      allocation(call, plain, *size);
      return line({"j", next});
    }
    if (plain == "free") {
      const std::string at = operand(*call.getArgOperand(0));
      notes_.push_back({&call, false, CUTTLE_STEP_ADDRESS, 0, call.getArgOperand(0)});
      line({"f", at});
      return line({"j", next});
    }
    // Another module may have it.
    if (is_runtime_name(name)) return unknown("a call of " + plain.str());
  }
  std::string words = "c";
  const auto add = [&](const std::string& word) { words.append(" ").append(word); };
  add(next);
  add(call.getType()->isVoidTy() ? "-" : id(call));
  add(std::to_string(width(*call.getType())));
  add(operand(*call.getCalledOperand()));
  add(std::to_string(call.arg_size()));
  for (unsigned i = 0; i < call.arg_size(); ++i)
    add(call.isByValArgument(i) ? "!" : operand(*call.getArgOperand(i)));
  line({words});
}

}  // namespace cuttle

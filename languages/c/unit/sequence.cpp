// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/sequence.h"

#include <llvm/IR/Constants.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/unit/input_calls.h"

using namespace llvm;

namespace cuttle {
namespace {

using Start = SequencePlan::Start;

class Writer {
 public:
  Writer(Module& module, TypeTables& tables, UnitCall& unit_call, const SequencePlan& plan)
      : module_(module),
        tables_(tables),
        unit_call_(unit_call),
        plan_(plan),
        pointer_(compat::pointer_type(module.getContext())),
        main_(Function::Create(FunctionType::get(Type::getInt32Ty(module.getContext()), {}, false),
                               GlobalValue::ExternalLinkage, "main", module)),
        builder_(BasicBlock::Create(module.getContext(), "entry", main_)) {}

  void write(unsigned calls) {
    make_objects();
    step_ = builder_.CreateAlloca(builder_.getInt8Ty());
    // One block behind, so that the first one keeps to variables.
    go_on("start");
    end_ = BasicBlock::Create(module_.getContext(), "end", main_);
    for (unsigned i = 1; i <= calls; ++i) write_step(i);
    builder_.CreateBr(end_);
    builder_.SetInsertPoint(end_);
    end_of_unit(builder_);
    builder_.CreateRet(builder_.getInt32(0));
  }

 private:
  // The pointer to an object, and whether calls may use it. Global, so that what is reachable from
  // here is not lost when the program ends.
  struct Object {
    GlobalVariable* pointer;
    GlobalVariable* ready;
  };

  GlobalVariable* global(Type* type, Constant* value, const char* name) {
    return new GlobalVariable(module_, type, false, GlobalValue::InternalLinkage, value, name);
  }

  void make_objects() {
    for (unsigned i = 0; i < plan_.objects && plan_.start != Start::none; ++i) {
      Constant* at = ConstantPointerNull::get(pointer_);
      if (plan_.start == Start::memory || plan_.start == Start::untouched) {
        auto* bytes = ArrayType::get(builder_.getInt8Ty(), TypeTables::size_of(plan_.type));
        auto* memory = global(bytes, ConstantAggregateZero::get(bytes), "cuttle.memory");
        memory->setAlignment(Align(16));
        at = memory;
      }
      const bool ready = plan_.start == Start::memory || plan_.start == Start::null;
      objects_.push_back({global(pointer_, at, "cuttle.object"),
                          global(builder_.getInt8Ty(), builder_.getInt8(ready), "cuttle.ready")});
    }
  }

  BasicBlock* go_on(const Twine& name) {
    auto* block = BasicBlock::Create(module_.getContext(), name, main_);
    if (builder_.GetInsertBlock()->getTerminator() == nullptr) builder_.CreateBr(block);
    builder_.SetInsertPoint(block);
    return block;
  }

  // Sequences that make no sense are no tests.
  void assume(Value* condition, const char* text) {
    Type* integer = builder_.getInt32Ty();
    FunctionCallee callee = module_.getOrInsertFunction(
        "__cuttle_assume",
        FunctionType::get(builder_.getVoidTy(), {integer, pointer_, pointer_, integer}, false));
    builder_.CreateCall(callee, {builder_.CreateZExt(condition, integer), tables_.text(text),
                                 tables_.text(""), builder_.getInt32(0)});
  }

  void write_step(unsigned number) {
    const std::string name = "step" + std::to_string(number);
    std::string words = "stop";
    for (const auto& f : plan_.functions) words += "|" + f.name;
    input_of(builder_, tables_, step_, tables_.of_words(words), name);
    Value* chosen = builder_.CreateLoad(builder_.getInt8Ty(), step_);
    assume(builder_.CreateICmpULE(chosen, builder_.getInt8(plan_.functions.size())),
           "a call of the sequence");
    auto* next = BasicBlock::Create(module_.getContext(), name + ".next", main_);
    auto* choice = builder_.CreateSwitch(chosen, end_, plan_.functions.size());
    for (unsigned i = 0; i < plan_.functions.size(); ++i) {
      auto* block = BasicBlock::Create(module_.getContext(), name + ".call", main_, next);
      choice->addCase(builder_.getInt8(static_cast<uint8_t>(i + 1)), block);
      builder_.SetInsertPoint(block);
      write_call(plan_.functions[i], name + ".");
      builder_.CreateBr(next);
    }
    builder_.SetInsertPoint(next);
  }

  Value* is_ready(const Object& object) {
    return builder_.CreateICmpNE(builder_.CreateLoad(builder_.getInt8Ty(), object.ready),
                                 builder_.getInt8(0));
  }
  void set_ready(const Object& object, Value* value) {
    builder_.CreateStore(builder_.CreateZExt(value, builder_.getInt8Ty()), object.ready);
  }

  Value* choose_object(const std::string& name) {
    std::string words;
    for (unsigned i = 1; i <= objects_.size(); ++i)
      words += (i > 1 ? "|" : "") + ("object" + std::to_string(i));
    input_of(builder_, tables_, step_, tables_.of_words(words), name);
    Value* which = builder_.CreateLoad(builder_.getInt8Ty(), step_);
    assume(builder_.CreateICmpULT(which, builder_.getInt8(objects_.size())), "an object");
    return which;
  }

  void write_call(const SequenceFunction& f, const std::string& prefix) {
    if (objects_.empty() || (f.objects.empty() && f.addresses.empty() && !f.makes)) {
      unit_call_.make(builder_, *f.function, f.signature, prefix, {});
    } else if (f.makes) {
      write_making_call(f, prefix);
    } else {
      write_using_call(f, prefix, {});
    }
  }

  // Into the first place that is free.
  void write_making_call(const SequenceFunction& f, const std::string& prefix) {
    auto* done = BasicBlock::Create(module_.getContext(), prefix + "made", main_);
    for (size_t i = 0; i < objects_.size(); ++i) {
      const bool last = i + 1 == objects_.size();
      auto* make = BasicBlock::Create(module_.getContext(), prefix + "make", main_, done);
      auto* other = BasicBlock::Create(module_.getContext(), prefix + "other", main_, done);
      if (last) {
        assume(builder_.CreateNot(is_ready(objects_[i])), "room for a new object");
        builder_.CreateBr(make);
      } else {
        builder_.CreateCondBr(is_ready(objects_[i]), other, make);
      }
      builder_.SetInsertPoint(make);
      make_object(f, objects_[i], prefix);
      builder_.CreateBr(done);
      builder_.SetInsertPoint(other);
    }
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(done);
  }

  void make_object(const SequenceFunction& f, const Object& object, const std::string& prefix) {
    if (!f.objects.empty()) {
      const std::map<unsigned, Value*> given = {
          {f.objects[0], builder_.CreateLoad(pointer_, object.pointer)}};
      unit_call_.make(builder_, *f.function, f.signature, prefix, given);
      set_ready(object, builder_.getTrue());
      return;
    }
    Value* made = unit_call_.make(builder_, *f.function, f.signature, prefix, {});
    builder_.CreateStore(made, object.pointer);
    set_ready(object, builder_.CreateIsNotNull(made));
  }

  // Which of several objects a parameter gets is an input; all objects of one call differ. One
  // after the other is decided on, by branches: at the call itself each is a plain pointer.
  void write_using_call(const SequenceFunction& f, const std::string& prefix,
                        std::vector<unsigned> chosen) {
    const size_t wanted = f.objects.empty() ? 1 : f.objects.size();
    if (chosen.size() == wanted) return write_decided_call(f, prefix, chosen);
    if (objects_.size() == 1) {
      assume(is_ready(objects_.front()), "an object");
      chosen.push_back(0);
      return write_using_call(f, prefix, chosen);
    }
    const unsigned parameter = f.objects.empty() ? f.addresses.front() : f.objects[chosen.size()];
    Value* which = choose_object(prefix + f.signature.parameters[parameter].name);
    auto* done = BasicBlock::Create(module_.getContext(), prefix + "called", main_);
    auto* choice = builder_.CreateSwitch(which, end_, objects_.size());
    for (unsigned i = 0; i < objects_.size(); ++i) {
      auto* block = BasicBlock::Create(module_.getContext(), prefix + "object", main_, done);
      choice->addCase(builder_.getInt8(static_cast<uint8_t>(i)), block);
      builder_.SetInsertPoint(block);
      bool again = false;
      for (unsigned before : chosen) again = again || before == i;
      assume(again ? builder_.getFalse() : is_ready(objects_[i]), "another object");
      if (again) {
        builder_.CreateBr(end_);
        continue;
      }
      auto with = chosen;
      with.push_back(i);
      write_using_call(f, prefix, with);
      builder_.CreateBr(done);
    }
    builder_.SetInsertPoint(done);
  }

  void write_decided_call(const SequenceFunction& f, const std::string& prefix,
                          const std::vector<unsigned>& chosen) {
    std::map<unsigned, Value*> given;
    for (size_t i = 0; i < f.objects.size(); ++i)
      given[f.objects[i]] = builder_.CreateLoad(pointer_, objects_[chosen[i]].pointer);
    for (unsigned parameter : f.addresses) given[parameter] = objects_[chosen[0]].pointer;
    Value* result = unit_call_.make(builder_, *f.function, f.signature, prefix, given);
    const Object& object = objects_[chosen[0]];
    if (f.replaces) {
      builder_.CreateStore(result, object.pointer);
      if (plan_.start == Start::missing) set_ready(object, builder_.CreateIsNotNull(result));
    }
    if (!f.ends) return;
    if (plan_.start == Start::missing || plan_.start == Start::null)
      builder_.CreateStore(ConstantPointerNull::get(pointer_), object.pointer);
    if (plan_.start == Start::missing || plan_.start == Start::untouched)
      set_ready(object, builder_.getFalse());
  }

  Module& module_;
  TypeTables& tables_;
  UnitCall& unit_call_;
  const SequencePlan& plan_;
  PointerType* pointer_;
  Function* main_;
  IRBuilder<> builder_;
  std::vector<Object> objects_;
  Value* step_ = nullptr;
  BasicBlock* end_ = nullptr;
};

}  // namespace

void make_sequence(Module& module, TypeTables& tables, UnitCall& unit_call,
                   const SequencePlan& plan, unsigned calls) {
  Writer(module, tables, unit_call, plan).write(calls);
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/program/tables.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/Support/Path.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "languages/c/runtime/runtime.h"

using namespace llvm;

namespace cuttle {
namespace {

// Before every constructor that a program may have (those start at 101).
constexpr int constructor_priority = 1;

static_assert(sizeof(void*) == 8, "the layout of CuttleModule is given for 64 bits");

}  // namespace

std::string source_file(const DIScope* scope) {
  if (scope == nullptr || scope->getFile() == nullptr) return {};
  SmallString<256> file(scope->getFilename());
  if (sys::path::is_absolute(file)) sys::path::remove_dots(file, /*remove_dot_dot=*/true);
  return file.str().str();
}

bool is_system_file(StringRef path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.starts_with("/usr/local/include/c++/") || path.contains("/include/c++/") ||
         path.contains("/lib/clang/") || path.starts_with("cuttle:/");
}

Tables::Tables(const RuntimeAbi& abi) : abi_(abi), strings_(1, '\0') {
  string_offsets_[""] = 0;
  auto* type = ArrayType::get(abi.i8, sizeof(CuttleModule));
  module_ = new GlobalVariable(abi.module, type, false, GlobalValue::InternalLinkage, nullptr,
                               "__cuttle_this_module");
  module_->setAlignment(Align(alignof(CuttleModule)));
}

uint32_t Tables::string(StringRef text) {
  auto [found, fresh] = string_offsets_.try_emplace(text.str(), strings_.size());
  if (fresh) strings_.append(text.data(), text.size()).push_back('\0');
  return found->second;
}

uint32_t Tables::decision(CuttleSiteKind kind, const Instruction& at) {
  CuttleSite site = {};
  site.kind = kind;
  site.first_point = CUTTLE_NONE;
  const Function& function = *at.getFunction();
  site.function = string(function.getName());
  const DILocation* location = at.getDebugLoc().get();
  const DIScope* scope = location != nullptr ? location->getScope() : function.getSubprogram();
  std::string file = source_file(scope);
  if (file.empty()) file = abi_.module.getSourceFileName();
  if (is_system_file(file)) site.flags |= CUTTLE_SITE_SYSTEM;
  site.file = string(file);
  if (location != nullptr) {
    site.line = location->getLine();
    site.column = location->getColumn();
  }
  sites_.push_back(site);
  return static_cast<uint32_t>(sites_.size() - 1);
}

uint32_t Tables::site(CuttleSiteKind kind, const Instruction& at) {
  const uint32_t fresh = decision(kind, at);
  const CuttleSite& made = sites_[fresh];
  auto [known, is_new] = known_sites_.try_emplace(
      std::make_tuple(kind, made.file, made.function, made.line, made.column), fresh);
  if (!is_new) sites_.pop_back();
  return known->second;
}

uint32_t Tables::add_point(const CuttlePoint& point) {
  points_.push_back(point);
  return static_cast<uint32_t>(points_.size() - 1);
}

void Tables::add_lines(uint32_t point, const std::vector<uint32_t>& lines) {
  points_[point].first_line = static_cast<uint32_t>(lines_.size());
  points_[point].line_count = static_cast<uint32_t>(lines.size());
  lines_.insert(lines_.end(), lines.begin(), lines.end());
}

Value* Tables::site_number(Builder& b, uint32_t site) const {
  Value* first = b.CreateConstInBoundsGEP1_64(abi_.i8, module_, offsetof(CuttleModule, first_site));
  LoadInst* base = b.CreateLoad(abi_.i32, first);
  mark_ours(base);
  return b.CreateAdd(base, abi_.id(site));
}

void Tables::cover(Builder& b, uint32_t point) const {
  Value* at = b.CreateConstInBoundsGEP1_64(abi_.i8, module_, offsetof(CuttleModule, coverage));
  LoadInst* base = b.CreateLoad(abi_.pointer, at);
  // Fixed when the module is registered; so it is loaded once per function.
  base->setMetadata(LLVMContext::MD_invariant_load, MDNode::get(b.getContext(), {}));
  mark_ours(base);
  // Volatile: a store that the optimiser moved out of a loop would be lost when the loop crashes.
  StoreInst* store =
      b.CreateStore(b.getInt8(1), b.CreateConstInBoundsGEP1_64(abi_.i8, base, point), true);
  mark_ours(store);
}

Constant* Tables::records(const void* data, size_t count, size_t size, const char* name) {
  if (count == 0) return ConstantPointerNull::get(abi_.pointer);
  StringRef bytes(static_cast<const char*>(data), count * size);
  Constant* contents = ConstantDataArray::getString(abi_.module.getContext(), bytes, false);
  auto* global = new GlobalVariable(abi_.module, contents->getType(), true,
                                    GlobalValue::PrivateLinkage, contents, name);
  global->setAlignment(Align(8));
  return global;
}

// The module's own variables, as objects that symbolic addresses may point into.
void Tables::note_globals() {
  const DataLayout& layout = abi_.module.getDataLayout();
  auto* entry = StructType::get(abi_.pointer, abi_.i64);
  std::vector<Constant*> entries;
  for (GlobalVariable& global : abi_.module.globals()) {
    if (global.isDeclaration() || global.isThreadLocal() || global.getName().starts_with("llvm.") ||
        global.hasAvailableExternallyLinkage() || !global.getValueType()->isSized() ||
        global.hasSection() || is_runtime_name(global.getName()) ||
        global.getName().starts_with(".cuttle"))
      continue;
    const uint64_t size = layout.getTypeAllocSize(global.getValueType());
    if (size == 0) continue;
    entries.push_back(ConstantStruct::get(entry, {&global, abi_.number(size)}));
  }
  global_count_ = static_cast<unsigned>(entries.size());
  if (entries.empty()) return;
  auto* type = ArrayType::get(entry, entries.size());
  globals_ = new GlobalVariable(abi_.module, type, true, GlobalValue::PrivateLinkage,
                                ConstantArray::get(type, entries), ".cuttle.globals");
}

Function* Tables::routine(const char* name, FunctionCallee callee) {
  LLVMContext& context = abi_.module.getContext();
  auto* function = Function::Create(FunctionType::get(Type::getVoidTy(context), false),
                                    GlobalValue::InternalLinkage, name, abi_.module);
  function->addFnAttr(Attribute::NoUnwind);
  Builder b(BasicBlock::Create(context, "", function));
  b.CreateCall(callee, {module_});
  b.CreateRetVoid();
  return function;
}

Constant* Tables::text(StringRef text) {
  Constant*& known = texts_[text.str()];
  if (known == nullptr) {
    Constant* contents = ConstantDataArray::getString(abi_.module.getContext(), text);
    known = new GlobalVariable(abi_.module, contents->getType(), true, GlobalValue::PrivateLinkage,
                               contents, ".cuttle.text");
  }
  return known;
}

void Tables::emit() {
  const uint32_t name = string(abi_.module.getSourceFileName());
  Constant* objects = globals_;
  if (objects == nullptr) objects = ConstantPointerNull::get(abi_.pointer);
  auto* coverage_type = ArrayType::get(abi_.i8, std::max<size_t>(points_.size(), 1));
  auto* coverage =
      new GlobalVariable(abi_.module, coverage_type, false, GlobalValue::InternalLinkage,
                         ConstantAggregateZero::get(coverage_type), ".cuttle.coverage");
  const auto number = [&](size_t n) { return abi_.id(static_cast<uint32_t>(n)); };
  // Field by field as CuttleModule.
  std::vector<Constant*> fields = {
      number(CUTTLE_MODULE_VERSION),
      number(name),
      number(sites_.size()),
      number(points_.size()),
      number(cases_.size()),
      number(lines_.size()),
      number(edges_.size()),
      number(global_count_),
      number(strings_.size()),
      number(0),
      records(sites_.data(), sites_.size(), sizeof(CuttleSite), ".cuttle.sites"),
      records(points_.data(), points_.size(), sizeof(CuttlePoint), ".cuttle.points"),
      records(cases_.data(), cases_.size(), sizeof(CuttleCase), ".cuttle.cases"),
      records(lines_.data(), lines_.size(), sizeof(uint32_t), ".cuttle.lines"),
      records(edges_.data(), edges_.size(), sizeof(CuttleEdge), ".cuttle.edges"),
      objects,
      records(strings_.data(), strings_.size(), 1, ".cuttle.strings"),
      coverage,
      ConstantPointerNull::get(abi_.pointer),
  };
  Constant* contents = ConstantStruct::getAnon(fields);
  auto* filled = new GlobalVariable(abi_.module, contents->getType(), false,
                                    GlobalValue::InternalLinkage, contents);
  filled->setAlignment(Align(alignof(CuttleModule)));
  filled->takeName(module_);
  module_->replaceAllUsesWith(filled);
  module_->eraseFromParent();
  module_ = filled;
  appendToGlobalCtors(abi_.module, routine("__cuttle_module_start", abi_.register_module),
                      constructor_priority);
  appendToGlobalDtors(abi_.module, routine("__cuttle_module_end", abi_.unregister_module),
                      constructor_priority);
}

}  // namespace cuttle

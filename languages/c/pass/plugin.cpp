// SPDX-License-Identifier: Apache-2.0
// The plug-in that clang loads (-fpass-plugin): instruments each module at the start of the
// pipeline, where the branches of the source are still branches, and leaves the rest to the
// optimiser.
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/TargetParser/Triple.h>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/pass/absorb.h"
#include "languages/c/pass/checks/accesses.h"
#include "languages/c/pass/effort.h"
#include "languages/c/pass/flow/transformers.h"
#include "languages/c/pass/instrument.h"
#include "languages/c/pass/memory/bounds.h"
#include "languages/c/pass/memory/locals.h"
#include "languages/c/pass/prepare.h"
#include "languages/c/pass/program/coverage.h"
#include "languages/c/pass/threads/accesses.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr const char* done_flag = "cuttle.instrumented";

void report_left_alone(Unit& unit, Function& function, const std::string& why) {
  BasicBlock& entry = function.getEntryBlock();
  Builder b(&entry, entry.getFirstInsertionPt());
  Instruction& at = *entry.getFirstInsertionPt();
  Value* site = unit.tables.site_number(b, unit.tables.site(CUTTLE_SITE_CALL, at));
  b.CreateCall(unit.abi.limitation, {unit.abi.id(CUTTLE_REASON_UNSUPPORTED), site,
                                     unit.tables.text("not instrumented: " + why)});
}

// A coroutine cannot be instrumented before it is split into the functions that make it up. It is
// marked, and with it those functions, and its turn comes at the end of the pipeline.
constexpr const char* later = "cuttle-later";

class CuttlePass : public PassInfoMixin<CuttlePass> {
 public:
  enum class Turn { first, last };
  explicit CuttlePass(Turn turn) : turn_(turn) {}

  PreservedAnalyses run(Module& module, ModuleAnalysisManager& analyses) {
    const DataLayout& layout = module.getDataLayout();
    if (layout.getPointerSizeInBits() != 64 || layout.isBigEndian())
      return PreservedAnalyses::all();
    if (turn_ == Turn::first) {
      if (module.getModuleFlag(done_flag) != nullptr) return PreservedAnalyses::all();
      module.addModuleFlag(Module::Override, done_flag, 1);
      prepare_module(module, Checks::from_environment());
      absorb_trivial_functions(module, analyses);
    }
    const auto functions = functions_of(module);
    if (turn_ == Turn::last && functions.empty()) return PreservedAnalyses::all();
    instrument(module, functions, analyses);
    return PreservedAnalyses::none();
  }

  static bool isRequired() { return true; }  // also for functions that are not optimised

 private:
  SmallVector<Function*, 64> functions_of(Module& module) const {
    SmallPtrSet<const Function*, 4> resolvers;
    for (const GlobalIFunc& ifunc : module.ifuncs()) resolvers.insert(ifunc.getResolverFunction());
    SmallVector<Function*, 64> functions;
    for (Function& function : module) {
      if (!is_to_be_instrumented(function) || resolvers.contains(&function)) continue;
      if (turn_ == Turn::first && function.hasFnAttribute(Attribute::PresplitCoroutine))
        function.addFnAttr(later);
      else if (turn_ == Turn::first || function.hasFnAttribute(later))
        functions.push_back(&function);
    }
    return functions;
  }

  static void instrument(Module& module, ArrayRef<Function*> functions,
                         ModuleAnalysisManager& analyses) {
    auto& function_analyses =
        analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
    RuntimeAbi abi(module);
    Tables tables(abi);
    Shapes shapes(module.getDataLayout());
    Unit unit{abi, tables, shapes, module.getDataLayout(), Checks::from_environment()};
    std::optional<Transformers> transformers;
    if (Transformers::wanted()) transformers.emplace(unit);
    for (Function* function : functions) {
      const std::string why = why_not_instrumented(*function);
      if (!why.empty() && unit.checks.nothing_else) continue;
      if (!why.empty()) {
        report_left_alone(unit, *function, why);
        continue;
      }
      prepare_function(unit, *function, function_analyses);
      if (!unit.checks.nothing_else) {
        Coverage(abi, tables).instrument(*function);
        if (transformers) transformers->log(*function);
        watch_locals(unit, *function);
        instrument_function(unit, *function);
        watch_bounds(unit, *function, function_analyses);
      }
      guard_announcements(unit, *function);
    }
    if (unit.checks.nothing_else) return;
    if (transformers) transformers->emit();
    tables.note_globals();
    if (unit.checks.memory && !has_own_sanitizer(module)) check_accesses(unit, functions, analyses);
    tables.emit();
    limit_effort(module);
  }

  Turn turn_;
};

void register_passes(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](ModulePassManager& passes, OptimizationLevel) {
    passes.addPass(CuttlePass(CuttlePass::Turn::first));
  });
  compat::at_end_of_pipeline(builder, [](ModulePassManager& passes) {
    passes.addPass(CuttlePass(CuttlePass::Turn::last));
  });
  builder.registerPipelineParsingCallback(
      [](StringRef name, ModulePassManager& passes, ArrayRef<PassBuilder::PipelineElement>) {
        if (name != "cuttle") return false;
        passes.addPass(CuttlePass(CuttlePass::Turn::first));
        return true;
      });
}

}  // namespace
}  // namespace cuttle

extern "C" LLVM_ATTRIBUTE_WEAK __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "cuttle", "1", cuttle::register_passes};
}

// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/language.h"

#include "languages/prolog/target/constrained_target.h"
#include "languages/prolog/target/open.h"
#include "languages/prolog/target/suite.h"

namespace cuttle {

namespace prolog {
namespace {

class PrologFactory : public TargetFactory {
 public:
  explicit PrologFactory(Campaigning shared) : shared_(std::move(shared)) {}

  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    if (shared_.options.constrained) return make<ConstrainedTarget>(pool);
    return make<PrologTarget>(pool);
  }

 private:
  template <typename T>
  Result<std::unique_ptr<Target>> make(ExprPool& pool) {
    auto target = T::create(shared_, pool);
    if (!target) return target.error();
    return std::unique_ptr<Target>(std::move(*target));
  }

  Campaigning shared_;
};

class PrologLanguage : public Language {
 public:
  std::string name() const override { return "prolog"; }

  bool accepts(const std::filesystem::path& target) const override {
    std::string extension = target.extension().string();
    return extension == ".pl" || extension == ".pro" || extension == ".prolog" ||
           extension == ".plt";
  }

  Result<std::unique_ptr<TargetFactory>> open(const Config& config,
                                              const std::filesystem::path&) override {
    auto shared = open_program(config);
    if (!shared) return shared.error();
    return std::unique_ptr<TargetFactory>(std::make_unique<PrologFactory>(std::move(*shared)));
  }

  std::vector<DoctorItem> doctor() const override {
    std::string version = swi_version();
    return {{"SWI-Prolog", !version.empty(),
             version.empty() ? "install the package swi-prolog-nox" : version, true}};
  }

  std::vector<std::string> export_formats() const override { return {"plunit"}; }

  Result<Exported> export_tests(const ExportRequest& request) override {
    return export_plunit(request);
  }

  std::vector<LanguageOption> options() const override {
    return {
        {"predicate",
         "NAME/ARITY",
         "",
         "The predicate to call, when there is no --goal",
         {},
         false},
        {"ground",
         "N,N",
         "",
         "Which arguments are ground inputs: numbers from 1, or none",
         {},
         false},
        {"type",
         "N:TYPE",
         "",
         "The type of an input argument, as in pldoc: 1:integer, 2:list(atom)",
         {},
         true},
        {"constrained",
         "",
         "",
         "Make test cases that are calls with constraints on variables instead of ground calls",
         {},
         false},
        {"depth", "N", "4", "How deep input terms may be; constants have depth 0", {}, false},
        {"fresh",
         "N",
         "2",
         "How many constants that the program does not mention are tried",
         {},
         false},
        {"int-bits", "N", "32", "How many bits input integers have", {}, false},
        {"text-length",
         "N",
         "4",
         "How many characters atoms and strings may have whose text the program looks at",
         {},
         false},
        {"cover",
         "WHAT",
         "paths",
         "What the test cases are for: all paths, each clause evaluated to its end, or errors",
         {"paths", "clauses", "errors"},
         false},
        {"answers",
         "K",
         "1",
         "How many answers of each call are computed: a number, or all",
         {},
         false},
        {"inferences",
         "N",
         "1000000",
         "Inferences after which a call counts as possibly endless",
         {},
         false},
        {"trace", "", "", "Show the trace of matching clauses with each test case", {}, false},
        {"check",
         "WHAT",
         "all",
         "Which test cases are checked in SWI-Prolog",
         {"all", "bugs", "none"},
         false},
    };
  }
};

}  // namespace
}  // namespace prolog

std::unique_ptr<Language> make_prolog_language() {
  return std::make_unique<prolog::PrologLanguage>();
}

}  // namespace cuttle

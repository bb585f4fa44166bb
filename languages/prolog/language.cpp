// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/language.h"

#include "languages/prolog/target/open.h"

namespace cuttle {

namespace prolog {
namespace {

class PrologFactory : public TargetFactory {
 public:
  explicit PrologFactory(Campaigning shared) : shared_(std::move(shared)) {}

  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    auto target = PrologTarget::create(shared_, pool);
    if (!target) return target.error();
    return std::unique_ptr<Target>(std::move(*target));
  }

 private:
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

  std::vector<LanguageOption> options() const override {
    return {
        {"predicate",
         "NAME/ARITY",
         "",
         "the predicate to call, when there is no --goal",
         {},
         false},
        {"ground", "N,N", "", "which arguments are ground inputs (`none': no argument)", {}, false},
        {"type", "N:TYPE", "", "the type of an input argument, as in pldoc", {}, true},
        {"depth", "N", "4", "how deep input terms may be; constants have depth 0", {}, false},
        {"fresh",
         "N",
         "2",
         "how many constants that the program does not know are tried",
         {},
         false},
        {"int-bits", "N", "32", "how wide input integers are", {}, false},
        {"answers",
         "K",
         "1",
         "how many answers of each call are computed: a number, or all",
         {},
         false},
        {"inferences",
         "N",
         "1000000",
         "inferences after which a call counts as not terminating",
         {},
         false},
        {"trace", "", "false", "show the trace of matching clauses of each test case", {}, false},
        {"check",
         "WHAT",
         "all",
         "which test cases are checked in SWI-Prolog",
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

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
  CoverageGoal goal() const override { return shared_.cover; }

 private:
  template <typename T>
  Result<std::unique_ptr<Target>> make(ExprPool& pool) {
    auto target = T::create(shared_, pool);
    if (!target) return target.error();
    return std::unique_ptr<Target>(std::move(*target));
  }

  Campaigning shared_;
};

class PrologLanguage : public Language, private Exports {
 public:
  std::string name() const override { return "prolog"; }

  bool accepts(const std::filesystem::path& target) const override {
    std::string extension = target.extension().string();
    return extension == ".pl" || extension == ".pro" || extension == ".prolog" ||
           extension == ".plt";
  }

  Result<std::unique_ptr<TargetFactory>> open(const ProgramRequest& request) override {
    auto shared = open_program(request);
    if (!shared) return shared.error();
    return std::unique_ptr<TargetFactory>(std::make_unique<PrologFactory>(std::move(*shared)));
  }

  std::vector<DoctorItem> doctor() const override {
    std::string version = swi_version();
    return {{"SWI-Prolog", !version.empty(),
             version.empty() ? "install the package swi-prolog-nox" : version, true}};
  }

  std::vector<LanguageOption> options() const override { return prolog_option_rows(); }
  Exports* exports() override { return this; }

 private:
  std::vector<std::string> formats() const override { return {"plunit"}; }
  Result<Exported> write(const ExportRequest& request) override { return export_plunit(request); }
};

}  // namespace
}  // namespace prolog

std::unique_ptr<Language> make_prolog_language() {
  return std::make_unique<prolog::PrologLanguage>();
}

}  // namespace cuttle

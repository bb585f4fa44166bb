// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/language.h"

#include <algorithm>

#include "languages/erlang/target/coverdata.h"
#include "languages/erlang/target/open.h"
#include "languages/erlang/target/suite.h"
#include "languages/erlang/target/target.h"

namespace cuttle {

namespace erlang {
namespace {

namespace fs = std::filesystem;

class ErlangFactory : public TargetFactory {
 public:
  explicit ErlangFactory(std::shared_ptr<const Opened> opened) : opened_(std::move(opened)) {}

  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    auto target = ErlangTarget::create(opened_, pool);
    if (!target) return target.error();
    return std::unique_ptr<Target>(std::move(*target));
  }
  std::string fingerprint() const override { return opened_->program.fingerprint; }
  std::vector<PortableTestCase> seeds() const override { return seeds_of(*opened_); }
  std::vector<std::string> notes() const override { return notes_of(*opened_); }

 private:
  std::shared_ptr<const Opened> opened_;
};

bool has_module(const fs::path& folder, const char* extension) {
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    if (entry.path().extension() == extension) return true;
  }
  return false;
}

class ErlangLanguage : public Language, private Exports {
 public:
  std::string name() const override { return "erlang"; }

  bool accepts(const fs::path& target) const override {
    const std::string extension = target.extension().string();
    if (extension == ".erl" || extension == ".beam") return true;
    std::error_code problem;
    if (!fs::is_directory(target, problem)) return false;
    return fs::exists(target / "rebar.config", problem) || has_module(target / "src", ".erl") ||
           has_module(target / "ebin", ".beam") || has_module(target, ".erl") ||
           has_module(target, ".beam");
  }

  Result<std::unique_ptr<TargetFactory>> open(const ProgramRequest& request) override {
    auto opened = open_program(request);
    if (!opened) return opened.error();
    return std::unique_ptr<TargetFactory>(std::make_unique<ErlangFactory>(std::move(*opened)));
  }

  std::vector<DoctorItem> doctor() const override {
    auto toolchain = find_toolchain();
    if (!toolchain) return {{"Erlang", false, toolchain.error().message, false}};
    return {{"Erlang", true, "OTP " + toolchain->release, false},
            {"Erlang events", true,
             toolchain->has_nif ? "shared memory" : "a port: " + toolchain->without_nif, false}};
  }

  std::vector<LanguageOption> options() const override { return erlang_option_rows(); }
  Exports* exports() override { return this; }

 private:
  std::vector<std::string> formats() const override { return {"eunit", "coverdata"}; }
  Result<Exported> write(const ExportRequest& request) override {
    return request.format == "coverdata" ? export_coverdata(request) : export_eunit(request);
  }
};

}  // namespace
}  // namespace erlang

std::unique_ptr<Language> make_erlang_language() {
  return std::make_unique<erlang::ErlangLanguage>();
}

}  // namespace cuttle

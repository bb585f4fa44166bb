// SPDX-License-Identifier: Apache-2.0
#include "languages/c/language.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>

#include "languages/c/driver/build.h"
#include "languages/c/driver/toolchain.h"
#include "languages/c/export_tests.h"
#include "languages/c/target/c_target.h"
#include "languages/c/unit_settings.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

class CTargetFactory : public TargetFactory {
 public:
  CTargetFactory(CProgram program, std::string fingerprint, RunLimits limits)
      : program_(std::move(program)), fingerprint_(std::move(fingerprint)), limits_(limits) {}

  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    return make_c_target(pool, program_, limits_);
  }
  std::string fingerprint() const override { return fingerprint_; }

 private:
  const CProgram program_;
  const std::string fingerprint_;
  const RunLimits limits_;
};

std::vector<std::string> option(const Config& config, const std::string& name) {
  const auto found = config.language_options.find(name);
  return found == config.language_options.end() ? std::vector<std::string>() : found->second;
}

// The kinds of --detect as the pass reads them: separated by commas.
Result<std::string> wanted_checks(const std::vector<std::string>& lists) {
  constexpr std::array<std::string_view, 4> known = {"signed-overflow", "shift", "cast", "nan"};
  std::string checks;
  for (const auto& list : lists) {
    std::istringstream words(list);
    for (std::string word; std::getline(words, word, ',');) {
      if (std::ranges::find(known, word) == known.end())
        return Error::usage("--detect: `" + word + "' is not known",
                            "Possible are: signed-overflow, shift, cast, nan");
      checks += (checks.empty() ? "" : ",") + word;
    }
  }
  return checks;
}

class CLanguage : public Language {
 public:
  std::string name() const override { return "c"; }

  bool accepts(const fs::path& target) const override {
    return is_c_source(target) || is_cxx_source(target);
  }

  Result<std::unique_ptr<TargetFactory>> open(const Config& config, const fs::path& work) override {
    const auto wishes = option(config, "cc");
    const auto toolchain =
        find_toolchain(find_installation(), wishes.empty() ? std::string() : wishes.back());
    if (!toolchain) return toolchain.error();
    BuildRequest request;
    for (const auto& target : config.targets) request.sources.emplace_back(target);
    for (const auto& flags : option(config, "cflags"))
      for (auto& flag : split_flags(flags)) request.flags.push_back(std::move(flag));
    auto unit = unit_options(config);
    if (!unit) return unit.error();
    request.unit = std::move(unit).value();
    auto checks = wanted_checks(option(config, "detect"));
    if (!checks) return checks.error();
    request.checks = std::move(checks).value();
    request.folder = work / "build";
    const auto built = build_program(*toolchain, request);
    if (!built) return built.error();

    CProgram program;
    program.name = fs::path(config.targets.front()).filename().string();
    if (!config.function.empty()) program.name += ":" + config.function;
    program.instrumented = fs::absolute(built->instrumented);
    program.plain = fs::absolute(built->plain);
    program.arguments = config.arguments;
    program.scratch = request.folder;
    program.toolchain = *toolchain;
    RunLimits limits;
    limits.seconds = config.run_timeout_seconds;
    limits.memory_bytes = config.memory_bytes;
    return std::unique_ptr<TargetFactory>(
        std::make_unique<CTargetFactory>(std::move(program), built->fingerprint, limits));
  }

  std::vector<DoctorItem> doctor() const override {
    std::vector<DoctorItem> items;
    const Installation installation = find_installation();
    std::string versions;
    for (unsigned version : installed_clangs()) {
      std::error_code ignored;
      const bool usable = fs::exists(installation.plugin(version), ignored);
      versions += (versions.empty() ? "" : ", ") + std::to_string(version) +
                  (usable ? "" : " (no plug-in built)");
    }
    items.push_back({"clang 16 to 22", !versions.empty(),
                     versions.empty() ? "install clang-19" : versions, true});
    const auto toolchain = find_toolchain(installation, {});
    items.push_back({"instrumentation plug-in", static_cast<bool>(toolchain),
                     toolchain ? toolchain->plugin.string() : toolchain.error().message, true});
    const bool symbols = toolchain && !toolchain->symbolizer.empty();
    items.push_back({"llvm-symbolizer", symbols,
                     symbols ? toolchain->symbolizer.string()
                             : "stack traces come from addr2line; install llvm-19",
                     false});
    return items;
  }

  std::vector<std::string> export_formats() const override { return {"c", "gtest"}; }
  Result<Exported> export_tests(const ExportRequest& request) override {
    return export_unit_tests(request);
  }

  std::vector<LanguageOption> options() const override {
    std::vector<LanguageOption> options = {
        {"cc", "CLANG", "clang-19", "The clang to use: a name, a path or a version", {}, false},
        {"cflags", "FLAGS", "", "Flags for compiling and linking the program", {}, true},
        {"detect",
         "KIND",
         "",
         "Look also for these mistakes, one or a list: signed-overflow, shift, cast, nan",
         {},
         true}};
    for (auto& option : unit_language_options()) options.push_back(std::move(option));
    return options;
  }
};

}  // namespace

std::unique_ptr<Language> make_c_language() {
  return std::make_unique<CLanguage>();
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/language.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <future>
#include <optional>
#include <sstream>
#include <string_view>

#include "languages/c/driver/build.h"
#include "languages/c/driver/build_cache.h"
#include "languages/c/driver/flags.h"
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

  void begin_with(std::vector<PortableTestCase> seeds) { seeds_ = std::move(seeds); }
  void note(std::string text) { notes_.push_back(std::move(text)); }

  Result<std::unique_ptr<Target>> create(ExprPool& pool) override {
    return make_c_target(pool, program_, limits_);
  }
  std::string fingerprint() const override { return fingerprint_; }
  std::vector<PortableTestCase> seeds() const override { return seeds_; }
  std::vector<std::string> notes() const override { return notes_; }

 private:
  const CProgram program_;
  const std::string fingerprint_;
  const RunLimits limits_;
  std::vector<PortableTestCase> seeds_;
  std::vector<std::string> notes_;
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

// ":insert" or ":create,insert" behind the program's name.
std::string entry_of(const Config& config) {
  std::string entry;
  if (const auto unit = unit_options(config))
    for (const auto& function : unit->functions()) entry += (entry.empty() ? ":" : ",") + function;
  return entry;
}

// Without any other input, what a program reads from its standard input is one.
bool takes_standard_input(const Config& config, const BuiltProgram& program) {
  if (is_elf(config.targets.front()) || is_fuzzing_harness(program.symbols)) return true;
  return config.function.empty() && option(config, "sequence").empty() &&
         !declares_inputs(program.symbols) && reads_standard_input(program.symbols);
}

// Units and harnesses do not mind many runs in one process; programs that work with files might.
bool runs_in_one_process(const Config& config, const BuiltProgram& program,
                         const std::vector<InputSource>& sources) {
  const auto wish = option(config, "persistent");
  if (!wish.empty() && wish.back() != "auto") return wish.back() == "always";
  return !program.sanitized && (sources.empty() || is_fuzzing_harness(program.symbols));
}

// A program that was built with `cuttle cc' before.
Result<BuiltProgram> take_program(const Config& config, const fs::path& plain) {
  const fs::path& file = config.targets.front();
  if (config.targets.size() > 1)
    return Error::usage("one program at a time, please: `" + file.string() + "' is one");
  if (!config.function.empty() || !option(config, "sequence").empty())
    return Error::usage("--function and --sequence need source files, and `" + file.string() +
                        "' is a program");
  if (!is_instrumented_program(file))
    return Error::usage("`" + file.string() + "' was not built with Cuttle's compiler",
                        "build it with CC=cuttle-cc CXX=cuttle-c++");
  BuiltProgram program;
  program.instrumented = file;
  program.plain = plain;
  program.fingerprint = Digest().add_contents(file).text();
  return program;
}

Result<BuildRequest> request_of(const Config& config, const fs::path& folder) {
  BuildRequest request;
  for (const auto& target : config.targets) request.sources.emplace_back(target);
  for (const auto& flags : option(config, "cflags"))
    for (auto& flag : split_flags(flags)) request.flags.push_back(std::move(flag));
  for (const auto& kinds : option(config, "sanitize")) {
    auto flags = sanitizer_flags(kinds);
    if (!flags) return flags.error();
    for (auto& flag : *flags) request.flags.push_back(std::move(flag));
  }
  auto unit = unit_options(config);
  if (!unit) return unit.error();
  request.unit = std::move(unit).value();
  auto checks = wanted_checks(option(config, "detect"));
  if (!checks) return checks.error();
  request.checks = std::move(checks).value();
  request.folder = folder;
  return request;
}

Result<BuiltProgram> prepare(const Config& config, const Toolchain& toolchain,
                             const fs::path& folder) {
  std::error_code problem;
  const auto plain = option(config, "plain");
  if (!plain.empty() && !fs::exists(plain.back(), problem))
    return Error::usage("--plain " + plain.back() + ": there is no such file");
  fs::create_directories(folder, problem);
  if (is_elf(config.targets.front()))
    return take_program(config, plain.empty() ? fs::path() : fs::path(plain.back()));
  const auto request = request_of(config, folder);
  if (!request) return request.error();
  auto built = build_program(toolchain, *request);
  if (built && !plain.empty()) built->plain = plain.back();
  return built;
}

// The build with AddressSanitizer. It is begun beside the builds that the first run needs, and who
// asks for it first waits: whether it is ready never decides anything. Without optimisation, which
// leaves out accesses that nobody needs the result of, and what follows from undefined ones.
class CheckedBuild {
 public:
  CheckedBuild(Toolchain toolchain, BuildRequest request)
      : toolchain_(std::move(toolchain)), request_(std::move(request)) {
    request_.folder /= "checked";
    request_.flags.insert(request_.flags.end(),
                          {"-O0", "-fsanitize=address", "-fno-sanitize-recover=all"});
    request_.jobs = 1;
    request_.background = true;
    request_.cancelled = &cancelled_;
    result_ = std::async(std::launch::async, [this]() -> Result<fs::path> {
      auto built = build_plain(toolchain_, request_);
      if (built) built = fs::absolute(*built);
      return built;
    });
  }
  ~CheckedBuild() { cancelled_ = true; }
  CheckedBuild(const CheckedBuild&) = delete;
  CheckedBuild& operator=(const CheckedBuild&) = delete;

  Result<fs::path> wait() const { return result_.get(); }

 private:
  const Toolchain toolchain_;
  BuildRequest request_;
  std::atomic<bool> cancelled_ = false;
  std::shared_future<Result<fs::path>> result_;
};

// Null when there is nothing to build or the user's own sanitizers are in the way.
std::shared_ptr<CheckedBuild> begin_checked(const Config& config, const Toolchain& toolchain,
                                            const fs::path& folder) {
  if (is_elf(config.targets.front())) return nullptr;
  auto request = request_of(config, folder);
  if (!request || has_sanitizer(request->flags)) return nullptr;
  return std::make_shared<CheckedBuild>(toolchain, std::move(*request));
}

class CLanguage : public Language {
 public:
  std::string name() const override { return "c"; }

  bool accepts(const fs::path& target) const override {
    return is_c_source(target) || is_cxx_source(target) || is_object(target) || is_elf(target);
  }

  Result<std::unique_ptr<TargetFactory>> open(const Config& config, const fs::path& work) override {
    auto sources = parse_input_sources(option(config, "input"), config.arguments.size());
    if (!sources) return sources.error();
    const auto wishes = option(config, "cc");
    const auto toolchain =
        find_toolchain(find_installation(), wishes.empty() ? std::string() : wishes.back());
    if (!toolchain) return toolchain.error();
    const auto checked = begin_checked(config, *toolchain, work / "build");
    const auto built = prepare(config, *toolchain, work / "build");
    if (!built) return built.error();
    const bool chosen_by_us = sources->empty() && takes_standard_input(config, *built);
    if (chosen_by_us) sources = parse_input_sources({"stdin"}, 0);
    auto seeds = read_seeds(option(config, "seed-input"), *sources);
    if (!seeds) return seeds.error();

    CProgram program;
    program.sources = std::move(*sources);
    program.name = fs::path(config.targets.front()).filename().string();
    program.name += entry_of(config);
    program.instrumented = fs::absolute(built->instrumented);
    if (!built->plain.empty()) program.plain = fs::absolute(built->plain);
    program.arguments = config.arguments;
    program.scratch = work / "build";
    program.toolchain = *toolchain;
    program.persistent = runs_in_one_process(config, *built, program.sources);
    program.sanitized = built->sanitized;
    if (checked != nullptr) program.checked = [checked] { return checked->wait(); };
    if (built->sanitized) program.environment = sanitizer_environment(*toolchain);
    program.stubs = built->stubs;
    auto factory = std::make_unique<CTargetFactory>(program, built->fingerprint, config.limits);
    factory->begin_with(std::move(*seeds));
    if (chosen_by_us)
      factory->note("the standard input is the input, up to " +
                    std::to_string(program.sources.front().max) +
                    " bytes; --input stdin:MAX changes that");
    if (program.plain.empty())
      factory->note("there is no plain build to confirm bugs with; --plain PROGRAM names one");
    return std::unique_ptr<TargetFactory>(std::move(factory));
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

  // clang-format off
  std::vector<LanguageOption> options() const override {
    std::vector<LanguageOption> options = {
        {"cc", "CLANG", "clang-19", "The clang to use: a name, a path or a version", {}, false},
        {"cflags", "FLAGS", "", "Flags for compiling and linking the program", {}, true},
        {"detect", "KIND", "",
         "Look also for these mistakes, one or a list: signed-overflow, shift, cast, nan", {}, true},
        {"input", "SOURCE", "",
         "What else is an input: stdin[:MAX], argv[:N[:MAX]], file:PATH[:MAX], env:NAME[:MAX]", {}, true},
        {"seed-input", "FILE", "",
         "Begin with the contents of this file, or of the files in this folder", {}, true},
        {"sanitize", "KINDS", "", "Build with sanitizers: address, undefined, leak", {}, true},
        {"plain", "PROGRAM", "",
         "The uninstrumented build of a program that cuttle-cc built", {}, false},
        {"persistent", "WHEN", "auto", "Do many runs in one process; auto: of units and harnesses",
         {"auto", "always", "never"}, false},
    };
    for (auto& option : unit_language_options()) options.push_back(std::move(option));
    return options;
  }
  // clang-format on
};

}  // namespace

std::unique_ptr<Language> make_c_language() {
  return std::make_unique<CLanguage>();
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/language.h"

#include <algorithm>
#include <atomic>
#include <future>

#include "engine/target/scheduled.h"
#include "languages/c/driver/build.h"
#include "languages/c/driver/build_cache.h"
#include "languages/c/driver/flags.h"
#include "languages/c/driver/toolchain.h"
#include "languages/c/export_tests.h"
#include "languages/c/options.h"
#include "languages/c/steps/c_stepper.h"
#include "languages/c/target/c_target.h"
#include "languages/c/target/world.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

class CTargetFactory : public TargetFactory, public Steppable, public Scheduled {
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
  bool obeys_schedules() const override { return program_.controlled; }
  Result<std::unique_ptr<Stepper>> stepper() override {
    return make_c_stepper(program_.instrumented);
  }

 private:
  const CProgram program_;
  const std::string fingerprint_;
  const RunLimits limits_;
  std::vector<PortableTestCase> seeds_;
  std::vector<std::string> notes_;
};

// ":insert" or ":create,insert" behind the program's name.
std::string entry_of(const UnitOptions& unit) {
  std::string entry;
  for (const auto& function : unit.functions()) entry += (entry.empty() ? ":" : ",") + function;
  return entry;
}

// Without any other input, what a program reads from its standard input is one.
bool takes_standard_input(const ProgramRequest& request, const COptions& options,
                          const BuiltProgram& program) {
  if (is_elf(request.files.front()) || is_fuzzing_harness(program.symbols)) return true;
  return !options.unit.has_driver() && !declares_inputs(program.symbols) &&
         reads_standard_input(program.symbols);
}

// Units and harnesses do not mind many runs in one process; programs that work with files might.
bool runs_in_one_process(const COptions& options, const BuiltProgram& program,
                         const std::vector<InputSource>& sources) {
  if (options.persistent) return *options.persistent;
  return !program.sanitized && (sources.empty() || is_fuzzing_harness(program.symbols));
}

// A program that was built with `cuttle cc' before.
Result<BuiltProgram> take_program(const ProgramRequest& request, const COptions& options) {
  const fs::path& file = request.files.front();
  if (request.files.size() > 1)
    return Error::usage("one program at a time, please: `" + file.string() + "' is one");
  if (options.unit.has_driver())
    return Error::usage("--function and --sequence need source files, and `" + file.string() +
                        "' is a program");
  if (!is_instrumented_program(file))
    return Error::usage("`" + file.string() + "' was not built with Cuttle's compiler",
                        "build it with CC=cuttle-cc CXX=cuttle-c++");
  BuiltProgram program;
  program.instrumented = file;
  program.plain = options.plain;
  // Harnesses have a plain twin beside them (driver/wrapper.h).
  std::error_code problem;
  const fs::path twin = file.string() + ".plain";
  if (program.plain.empty() && is_elf(twin) && !is_instrumented_program(twin) &&
      fs::last_write_time(twin, problem) + std::chrono::hours(1) >
          fs::last_write_time(file, problem))
    program.plain = twin;
  program.fingerprint = Digest().add_contents(file).text();
  // A loop that waits for what nobody announces would never let others go on.
  const Symbols symbols = read_symbols(file);
  program.controlled =
      makes_threads(symbols) && (options.threads_asked || announces_accesses(symbols));
  return program;
}

BuildRequest build_request(const ProgramRequest& program, const COptions& options) {
  BuildRequest request;
  for (const auto& file : program.files) request.sources.emplace_back(file);
  request.flags = without_fuzzer(options.flags);
  request.flags.insert(request.flags.end(), options.sanitizer.begin(), options.sanitizer.end());
  request.unit = options.unit;
  request.checks = options.checks;
  request.memory_checks = options.memory_checks;
  request.controlled = options.controlled;
  request.steps = options.prune;
  request.folder = program.work / "build";
  if (request.steps) request.folder /= "steps";
  request.until = program.limits.until;
  return request;
}

Result<BuiltProgram> prepare(const ProgramRequest& request, const COptions& options,
                             const Toolchain& toolchain) {
  std::error_code problem;
  fs::create_directories(request.work / "build" / (options.prune ? "steps" : ""), problem);
  if (is_elf(request.files.front())) return take_program(request, options);
  auto built = build_program(toolchain, build_request(request, options));
  if (built && !options.plain.empty()) built->plain = options.plain;
  return built;
}

// What pruning cannot be had with.
Result<void> check_pruning(const ProgramRequest& request, const COptions& options) {
  if (!options.prune) return {};
  const char* remedy = "Leave one of the two out.";
  if (is_elf(request.files.front()))
    return Error::usage(
        "--prune needs source files, and `" + request.files.front() + "' is a program",
        "Name the source files instead.");
  for (const std::string& file : request.files)
    if (is_cxx_source(file))
      return Error::usage("--prune does not know what the steps of C++ do: " + file,
                          "Programs in C can be pruned.");
  if (!options.sanitizer.empty())
    return Error::usage("--prune and --sanitize do not go together", remedy);
  if (!options.checks.empty())
    return Error::usage("--prune and --detect do not go together", remedy);
  if (options.threads_asked)
    return Error::usage("--prune and --threads controlled do not go together", remedy);
  if (!options.unit.sequence.empty())
    return Error::usage("--prune and --sequence do not go together",
                        "Write a main that makes the calls, or name one with --function.");
  return {};
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

  Result<fs::path> wait(Deadline until) const {
    if (until != Deadline::max() && result_.wait_until(until) != std::future_status::ready)
      return Error::environment("the time ended while the program was being built");
    return result_.get();
  }

 private:
  const Toolchain toolchain_;
  BuildRequest request_;
  std::atomic<bool> cancelled_ = false;
  std::shared_future<Result<fs::path>> result_;
};

// What there is to know of the plain program before it replays anything.
void describe_plain(CProgram& program) {
  const Symbols symbols = read_symbols(program.plain);
  program.plain_sanitized = has_sanitizer(symbols);
  program.plain_libfuzzer = is_libfuzzer_program(symbols);
  // Sanitizers insist on coming first, and say themselves where it happened.
  const bool has_library = symbols.defined.contains("__cuttle_input");
  if (!has_library && !program.plain_sanitized)
    program.witness = program.toolchain.installation.witness();
}

// Null when there is nothing to build or the user's own sanitizers are in the way.
std::shared_ptr<CheckedBuild> begin_checked(const ProgramRequest& program, const COptions& options,
                                            const Toolchain& toolchain) {
  if (is_elf(program.files.front())) return nullptr;
  BuildRequest request = build_request(program, options);
  if (has_sanitizer(request.flags)) return nullptr;
  return std::make_shared<CheckedBuild>(toolchain, std::move(request));
}

class CLanguage : public Language, private Exports {
 public:
  std::string name() const override { return "c"; }

  bool accepts(const fs::path& target) const override {
    return is_c_source(target) || is_cxx_source(target) || is_object(target) || is_elf(target);
  }

  Result<std::unique_ptr<TargetFactory>> open(const ProgramRequest& request) override {
    const auto options = read_c_options(request.options);
    if (!options) return options.error();
    if (Result<void> fits = check_pruning(request, *options); !fits) return fits.error();
    auto sources = parse_input_sources(options->inputs, request.arguments.size());
    if (!sources) return sources.error();
    const auto world = parse_world(options->world, *sources);
    if (!world) return world.error();
    const auto toolchain = find_toolchain(find_installation(), options->clang);
    if (!toolchain) return toolchain.error();
    const auto checked = begin_checked(request, *options, *toolchain);
    const auto built = prepare(request, *options, *toolchain);
    if (!built) return built.error();
    const bool chosen_by_us = sources->empty() && takes_standard_input(request, *options, *built);
    if (chosen_by_us) sources = parse_input_sources({"stdin"}, 0);
    auto seeds = read_seeds(options->seeds, *sources);
    if (!seeds) return seeds.error();

    CProgram program;
    program.sources = std::move(*sources);
    program.name = fs::path(request.files.front()).filename().string();
    program.name += entry_of(options->unit);
    program.instrumented = fs::absolute(built->instrumented);
    if (!built->plain.empty()) program.plain = fs::absolute(built->plain);
    program.arguments = request.arguments;
    program.scratch = request.work / "build";
    program.walls = request.walls;
    program.toolchain = *toolchain;
    program.controlled = options->controlled && built->controlled;
    program.persistent = runs_in_one_process(*options, *built, program.sources);
    if (!program.plain.empty()) describe_plain(program);
    if (checked != nullptr)
      program.checked = [checked](Deadline until) { return checked->wait(until); };
    if (built->sanitized) program.environment = sanitizer_environment(*toolchain);
    std::ranges::copy(world->environment, std::back_inserter(program.environment));
    std::ranges::copy(world->fixed, std::back_inserter(program.sources));
    program.stubs = built->stubs;
    auto factory = std::make_unique<CTargetFactory>(program, built->fingerprint, request.limits);
    factory->begin_with(std::move(*seeds));
    if (chosen_by_us)
      factory->note("the standard input is the input, up to " +
                    std::to_string(program.sources.front().max) +
                    " bytes; --input stdin:MAX changes that");
    for (const fs::path& file : {program.instrumented, program.plain})
      if (is_stripped(file))
        factory->note(file.string() +
                      " was stripped: nobody can say where in it something happened; keep its "
                      "symbols, or keep them in a .debug file beside it that it names");
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

  std::vector<LanguageOption> options() const override { return c_option_rows(); }
  Exports* exports() override { return this; }

 private:
  std::vector<std::string> formats() const override { return {"c", "gtest"}; }
  Result<Exported> write(const ExportRequest& request) override {
    return export_unit_tests(request);
  }
};

}  // namespace

std::unique_ptr<Language> make_c_language() {
  return std::make_unique<CLanguage>();
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/build.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <fstream>
#include <functional>
#include <optional>
#include <set>
#include <thread>

#include "engine/support/subprocess.h"
#include "engine/support/suggest.h"
#include "languages/c/driver/build_cache.h"
#include "languages/c/driver/flags.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// One compilation or link: made when its key is not the stored one.
struct Step {
  std::vector<std::string> command;
  std::vector<std::pair<std::string, std::string>> environment;
  fs::path product;
  fs::path dependencies;         // of a compilation: the file that clang writes
  std::vector<fs::path> inputs;  // of a link
  std::string tools;             // digest of the compiler, the plug-in and the libraries
  std::string key;               // set when done
  bool fresh = false;            // was there already
  std::optional<Error> error;
};

std::string key_of(const Step& step) {
  Digest digest;
  digest.add(step.tools);
  for (const auto& word : step.command) digest.add(word);
  for (const auto& [name, value] : step.environment) digest.add(name).add(value);
  for (const auto& input : step.inputs) digest.add_contents(input);
  if (!step.dependencies.empty())
    for (const auto& file : read_dependencies(step.dependencies)) digest.add_contents(file);
  return digest.text();
}

void run_step(Step& step, const BuildRequest& request) {
  step.key = key_of(step);
  if (stored_key(step.product) == step.key) {
    step.fresh = true;
    return;
  }
  forget_key(step.product);
  auto result = run_command({.arguments = step.command,
                             .environment = step.environment,
                             .until = request.until,
                             .background = request.background,
                             .cancelled = request.cancelled});
  if (!result) {
    step.error = result.error();
  } else if (result->timed_out) {
    step.error = Error::environment("the time ended while the program was being built",
                                    "Give the campaign more: --time.");
  } else if (!result->ok()) {
    std::string said = result->err + result->out;
    while (!said.empty() && said.back() == '\n') said.pop_back();
    if (said.empty()) said = "the compiler failed: " + shell_quoted(step.command);
    step.error = Error::usage(said);
  } else {
    step.key = key_of(step);  // the dependencies are known only now
    store_key(step.product, step.key);
  }
}

void run_steps(std::vector<Step>& steps, const BuildRequest& request) {
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i; (i = next++) < steps.size();) run_step(steps[i], request);
  };
  unsigned jobs = request.jobs;
  if (jobs == 0) jobs = std::max(1u, std::thread::hardware_concurrency());
  std::vector<std::thread> helpers;
  for (unsigned i = 1; i < std::min<size_t>(jobs, steps.size()); ++i) helpers.emplace_back(work);
  work();
  for (auto& helper : helpers) helper.join();
}

// The plain build's complaint comes first: it has nothing of ours in it.
const Error* first_error(const std::vector<Step>& plain, const std::vector<Step>& instrumented) {
  for (const auto* steps : {&plain, &instrumented})
    for (const auto& step : *steps)
      if (step.error) return &*step.error;
  return nullptr;
}

Error unknown_function(const std::string& wanted, const std::vector<std::string>& functions) {
  std::string hint = did_you_mean(wanted, functions);
  constexpr size_t most = 20;
  std::string names;
  for (size_t i = 0; i < std::min(most, functions.size()); ++i)
    names += (i == 0 ? "" : ", ") + functions[i];
  if (functions.size() > most) names += ", ...";
  if (!names.empty()) hint += (hint.empty() ? "" : "\n") + ("functions here: " + names);
  return Error::usage("there is no function `" + wanted + "'", hint);
}

// The names that the linker misses, as the object files have them.
std::vector<std::string> undefined_functions(const Step& link) {
  Command again{.arguments = link.command, .environment = link.environment};
  again.arguments.push_back("-Wl,--no-demangle");
  const auto result = run_command(again);
  std::set<std::string> names;
  const std::string said = result ? result->err : "", mark = "undefined reference to `";
  for (size_t at = said.find(mark); at != std::string::npos; at = said.find(mark, at)) {
    at += mark.size();
    const std::string name = said.substr(at, said.find('\'', at) - at);
    if (!name.starts_with("__cuttle")) names.insert(name);
  }
  return {names.begin(), names.end()};
}

// A quick look; what it misses is found in the object files.
bool mentions_threads(const fs::path& source) {
  std::ifstream stream(source, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  for (const char* word : {"pthread_create", "thrd_create", "std::thread", "std::jthread",
                           "std::async", "<thread>", "<future>"})
    if (text.find(word) != std::string::npos) return true;
  return false;
}

class Builder {
 public:
  Builder(const Toolchain& toolchain, const BuildRequest& request)
      : toolchain_(toolchain), request_(request), unit_(request.unit) {
    for (const auto& source : request.sources) cxx_ = cxx_ || is_cxx_source(source);
    if (request.controlled)
      for (const auto& source : request.sources) threads_ = threads_ || mentions_threads(source);
  }

  Result<BuiltProgram> build() {
    auto built = build_with_all();
    if (built || !add_stubs()) return built;
    auto again = build_with_all();
    return again ? again : built;
  }

  Result<fs::path> build_plain() {
    auto built = plain_once();
    if (built || !add_stubs()) return built;
    return plain_once();
  }

 private:
  Result<BuiltProgram> build_with_all() {
    auto built = build_once();
    // A static function that nobody calls is not even compiled, unless one insists.
    if (!built && unknown_function_ && !emit_all_) {
      emit_all_ = true;
      unknown_function_ = false;
      auto again = build_once();
      if (again || !unknown_function_) return again;
    }
    return built;
  }

  Result<fs::path> plain_once() {
    std::error_code failed;
    fs::create_directories(folder(Variant::plain), failed);
    std::vector<Step> compilations = compile_steps(Variant::plain);
    run_steps(compilations, request_);
    if (const Error* error = first_error(compilations, {})) return *error;
    symbols_ = symbols_of(compilations);
    if (request_.controlled && makes_threads(symbols_) && !threads_) {
      threads_ = true;
      return plain_once();
    }
    std::vector<Step> links = {link_step(Variant::plain, compilations)};
    run_steps(links, request_);
    note_undefined(links[0]);
    if (const Error* error = first_error(links, {})) return *error;
    return links[0].product;
  }

  void note_undefined(const Step& link) {
    if (unit_.has_driver() && link.error) undefined_ = undefined_functions(link);
  }

  // What a unit calls and nobody defines gives inputs. False when there is nothing of the kind.
  bool add_stubs() {
    if (undefined_.empty()) return false;
    for (auto& name : undefined_) unit_.stubs.push_back(std::move(name));
    undefined_.clear();
    return true;
  }

  static constexpr std::array variants = {Variant::plain, Variant::instrumented};

  Result<BuiltProgram> build_once() {
    std::error_code failed;
    for (Variant variant : variants) fs::create_directories(folder(variant), failed);
    if (failed)
      return Error::environment("cannot make the folder `" + request_.folder.string() +
                                "': " + failed.message());
    std::array<std::vector<Step>, 2> compilations = {compile_steps(Variant::plain),
                                                     compile_steps(Variant::instrumented)};
    run_all(compilations);
    if (const Error* error = first_error(compilations[0], compilations[1])) return *error;
    if (auto chosen = check_function(compilations[0]); !chosen) return chosen.error();
    symbols_ = symbols_of(compilations[0]);
    // The sources do not show it: once more, now that it is known.
    if (request_.controlled && makes_threads(symbols_) && !threads_) {
      threads_ = true;
      return build_once();
    }
    std::array<std::vector<Step>, 2> links = {
        std::vector<Step>{link_step(Variant::plain, compilations[0])},
        std::vector<Step>{link_step(Variant::instrumented, compilations[1])}};
    run_all(links);
    note_undefined(links[0][0]);
    if (const Error* error = first_error(links[0], links[1])) return *error;

    BuiltProgram program;
    program.stubs = unit_.stubs;
    program.plain = links[0][0].product;
    program.instrumented = links[1][0].product;
    program.symbols = symbols_;
    program.sanitized = has_sanitizer(request_.flags);
    program.controlled = threads_;
    program.cached = links[0][0].fresh && links[1][0].fresh;
    // What is run, wherever its folder is.
    program.fingerprint = Digest().add_contents(program.instrumented).text();
    return program;
  }

  // What the program's own code defines and uses.
  Symbols symbols_of(const std::vector<Step>& compilations) const {
    Symbols all;
    for (const auto& step : compilations) all.add(read_symbols(step.product));
    for (const auto& source : request_.sources)
      if (!is_c_source(source) && !is_cxx_source(source)) all.add(read_symbols(source));
    return all;
  }

  static fs::path unit_list(const fs::path& object) { return object.string() + ".functions"; }

  // Did one of the sources have the functions that are asked for?
  Result<void> check_function(const std::vector<Step>& compilations) {
    if (!unit_.has_driver()) return {};
    std::vector<std::string> functions;
    std::set<std::string> found;
    unsigned chosen = 0;
    for (const auto& step : compilations) {
      std::ifstream list(unit_list(step.product));
      for (std::string line; std::getline(list, line);) {
        const size_t space = std::min(line.find(' '), line.size());
        const std::string key = line.substr(0, space),
                          text = line.substr(std::min(space + 1, line.size()));
        if (key == "problem") return Error::usage(text);
        if (key == "function") functions.push_back(text);
        if (key == "found") found.insert(text);
        if (key == "chosen") ++chosen;
      }
    }
    if (chosen == 1) return {};
    if (chosen > 1)
      return Error::usage("several of the files have a function `" + unit_.functions().front() +
                          "'");
    for (const auto& name : unit_.functions()) {
      if (found.count(name) != 0) continue;
      unknown_function_ = true;
      return unknown_function(name, functions);
    }
    return Error::usage("the functions of --sequence are in several files",
                        "Write a file that includes them all, and give that one.");
  }

  fs::path folder(Variant variant) const {
    return request_.folder / (variant == Variant::plain ? "plain" : "instrumented");
  }

  std::string tools(Variant variant) const {
    Digest digest;
    digest.add_identity(fs::weakly_canonical(toolchain_.clang));
    digest.add_identity(toolchain_.installation.unit_plugin(toolchain_.llvm));
    if (variant == Variant::instrumented || threads_) digest.add_identity(toolchain_.plugin);
    return digest.text();
  }

  // Both variants at once, so that a single source is compiled on two processors.
  void run_all(std::array<std::vector<Step>, 2>& steps) {
    std::vector<Step> all;
    for (auto& half : steps) std::move(half.begin(), half.end(), std::back_inserter(all));
    const size_t plain = steps[0].size();
    run_steps(all, request_);
    std::move(all.begin(), all.begin() + plain, steps[0].begin());
    std::move(all.begin() + plain, all.end(), steps[1].begin());
  }

  std::vector<Step> compile_steps(Variant variant) const {
    std::vector<Step> steps;
    std::set<std::string> used;
    for (const auto& source : request_.sources) {
      if (!is_c_source(source) && !is_cxx_source(source)) continue;
      std::string name = source.filename().string();
      while (!used.insert(name).second) name += "_";
      steps.push_back(compile_step(variant, source, folder(variant) / (name + ".o")));
    }
    return steps;
  }

  Step compile_step(Variant variant, const fs::path& source, const fs::path& object) const {
    Step step;
    step.product = object;
    step.dependencies = object.string() + ".d";
    step.tools = tools(variant);
    step.command = {(is_cxx_source(source) ? toolchain_.clangxx : toolchain_.clang).string()};
    append(step.command, unit_flags(toolchain_));
    if (emit_all_) step.command.push_back("-femit-all-decls");
    // Classes with their members, also when their code is elsewhere.
    if (unit_.has_driver() && is_cxx_source(source)) step.command.push_back("-fstandalone-debug");
    step.environment = unit_environment(unit_, unit_list(object));
    if (variant == Variant::instrumented) step.environment.emplace_back("CUTTLE_CHECKS", checks());
    const bool logs_steps = variant == Variant::instrumented && request_.steps;
    if (logs_steps) step.environment.emplace_back("CUTTLE_STEPS", "1");
    // Both must come by the same places at which threads may change: the plain one is made in the
    // same way, without anything symbolic.
    if (threads_)
      step.environment.emplace_back("CUTTLE_THREADS",
                                    variant == Variant::plain ? "only" : "announce");
    append(step.command, compile_flags(toolchain_, threads_ ? Variant::instrumented : variant));
    // What follows from undefined behaviour must not be concluded: the plain program does not.
    if (logs_steps)
      append(step.command, {"-fwrapv", "-fno-strict-aliasing", "-fno-delete-null-pointer-checks"});
    append(step.command, request_.flags);
    append(step.command, {"-MD", "-MF", step.dependencies.string(), "-c", source.string(), "-o",
                          object.string()});
    return step;
  }

  // For the pass (program/checks.h). What is concluded from steps knows nothing of looks at memory.
  std::string checks() const {
    if (request_.memory_checks && !request_.steps) return request_.checks;
    return request_.checks + (request_.checks.empty() ? "" : ",") + "no-memory";
  }

  Step link_step(Variant variant, const std::vector<Step>& compilations) const {
    Step step;
    step.product = folder(variant) / "program";
    step.tools = tools(variant);
    step.command = {(cxx_ ? toolchain_.clangxx : toolchain_.clang).string(), "-g"};
    for (const auto& compilation : compilations) step.inputs.push_back(compilation.product);
    for (const auto& source : request_.sources)
      if (!is_c_source(source) && !is_cxx_source(source)) step.inputs.push_back(source);
    for (const auto& input : step.inputs) step.command.push_back(input.string());
    if (is_fuzzing_harness(symbols_)) {
      step.inputs.push_back(toolchain_.installation.fuzzer());
      step.command.push_back(step.inputs.back().string());
    }
    append(step.command, link_flags(toolchain_, variant, request_.flags));
    append(step.command, request_.flags);
    append(step.command, {"-o", step.product.string()});
    step.inputs.push_back(library(toolchain_, variant));
    if (variant == Variant::plain) step.inputs.push_back(toolchain_.installation.replay_heap());
    if (variant == Variant::instrumented) {
      step.inputs.push_back(toolchain_.installation.heap());
      step.inputs.push_back(toolchain_.installation.models());
    }
    return step;
  }

  static void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
    to.insert(to.end(), from.begin(), from.end());
  }

  const Toolchain& toolchain_;
  const BuildRequest& request_;
  Symbols symbols_;
  UnitOptions unit_;                    // the request's, with what has to be added
  std::vector<std::string> undefined_;  // of the last link
  bool cxx_ = false;
  bool threads_ = false;  // it makes threads, and they are controlled
  bool emit_all_ = false;
  bool unknown_function_ = false;
};

bool has_extension(const fs::path& file, std::initializer_list<const char*> extensions) {
  const std::string own = file.extension().string();
  return std::find(extensions.begin(), extensions.end(), own) != extensions.end();
}

}  // namespace

Result<fs::path> build_plain(const Toolchain& toolchain, const BuildRequest& request) {
  return Builder(toolchain, request).build_plain();
}

Result<BuiltProgram> build_program(const Toolchain& toolchain, const BuildRequest& request) {
  return Builder(toolchain, request).build();
}

bool is_cxx_source(const fs::path& file) {
  return has_extension(file, {".cc", ".cpp", ".cxx", ".c++", ".C", ".ii"});
}

bool is_c_source(const fs::path& file) {
  return has_extension(file, {".c", ".i", ".s", ".S", ".ll", ".bc"});
}

bool is_object(const fs::path& file) {
  return has_extension(file, {".o", ".a"});
}

std::vector<std::string> split_flags(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  bool inside = false;
  char quote = '\0';
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n')) {
      if (inside) words.push_back(std::move(word));
      word.clear();
      inside = false;
      continue;
    }
    inside = true;
    if (c == '\\' && quote != '\'' && i + 1 < text.size())
      word += text[++i];
    else if (quote != '\0' && c == quote)
      quote = '\0';
    else if (quote == '\0' && (c == '"' || c == '\''))
      quote = c;
    else
      word += c;
  }
  if (inside) words.push_back(std::move(word));
  return words;
}

}  // namespace cuttle

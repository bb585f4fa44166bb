// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/wrapper.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

#include "engine/support/subprocess.h"
#include "languages/c/driver/flags.h"

namespace cuttle {
namespace {

bool one_of(std::string_view word, std::initializer_list<std::string_view> list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

// Options whose value is the next word.
bool takes_value(std::string_view word) {
  return one_of(word, {"-o",
                       "-x",
                       "-I",
                       "-D",
                       "-U",
                       "-L",
                       "-l",
                       "-F",
                       "-T",
                       "-u",
                       "-z",
                       "-e",
                       "-MF",
                       "-MT",
                       "-MQ",
                       "-MJ",
                       "-include",
                       "-imacros",
                       "-isystem",
                       "-iquote",
                       "-idirafter",
                       "-iprefix",
                       "-iwithprefix",
                       "-iwithprefixbefore",
                       "-isysroot",
                       "-imultilib",
                       "-include-pch",
                       "-Xclang",
                       "-Xlinker",
                       "-Xassembler",
                       "-Xpreprocessor",
                       "-mllvm",
                       "-target",
                       "-arch",
                       "-framework",
                       "-rpath",
                       "-install_name",
                       "--param",
                       "-aux-info",
                       "-dumpbase",
                       "-wrapper",
                       "-working-directory",
                       "--sysroot",
                       "-gcc-toolchain",
                       "-G",
                       "-A"});
}

// Questions, and modes that make no code.
bool makes_no_code(std::string_view word) {
  return one_of(word, {"-E", "-M", "-MM", "-fsyntax-only", "--version", "-dumpversion",
                       "-dumpfullversion", "-dumpmachine", "-dumpspecs", "--help", "-help",
                       "--analyze", "-emit-ast", "-###", "--precompile"}) ||
         word.starts_with("-print-") || word.starts_with("--print-") ||
         word.starts_with("--help-") || word.starts_with("--autocomplete=");
}

std::string_view extension(std::string_view file) {
  const size_t slash = file.rfind('/');
  const size_t dot = file.rfind('.');
  if (dot == std::string_view::npos || (slash != std::string_view::npos && dot < slash)) return {};
  return file.substr(dot);
}

bool is_linker_input(std::string_view file) {
  const auto end = extension(file);
  return one_of(end, {".o", ".a", ".so", ".lo", ".la", ".obj", ".lib", ".ld", ".lds"}) ||
         file.find(".so.") != std::string_view::npos;
}

bool is_header(std::string_view file) {
  return one_of(extension(file), {".h", ".hh", ".hpp", ".hxx", ".H", ".pch"});
}

}  // namespace

CompilerCall classify_call(const std::vector<std::string>& arguments) {
  CompilerCall call;
  bool inputs = false, sources = false, stops_early = false, headers_only = true;
  std::string language;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view word = arguments[i];
    if (makes_no_code(word)) return {};
    if (one_of(word, {"-c", "-S", "-emit-llvm"})) stops_early = stops_early || word != "-emit-llvm";
    if (word == "-shared") call.shared = true;
    if (word == "-pthread") call.threads = true;
    if (word == "-r") call.relocatable = true;
    if (word.starts_with("-fsanitize="))
      for (const auto& kind : comma_separated(std::string(word.substr(11))))
        call.fuzzer = call.fuzzer || kind == "fuzzer";
    call.fuzzed = call.fuzzed || without_fuzzer({std::string(word)}).empty() ||
                  without_fuzzer({std::string(word)}).front() != word;
    if (word == "-x" && i + 1 < arguments.size()) language = arguments[i + 1];
    if (word.starts_with("-x") && word.size() > 2) language = word.substr(2);
    if (takes_value(word)) {
      ++i;
      continue;
    }
    if (word.starts_with("-") && word != "-") {
      inputs = inputs || word.starts_with("-l");
      continue;
    }
    inputs = true;
    if (language.empty() || language == "none") {
      sources = sources || !is_linker_input(word);
      headers_only = headers_only && is_header(word);
    } else {
      sources = true;
      headers_only = headers_only && language.ends_with("-header");
    }
  }
  if (!inputs || (sources && headers_only)) return {};
  call.compiles = sources;
  call.links = !stops_early;
  return call;
}

std::vector<std::string> wrapped_command(const Toolchain& toolchain, bool cxx,
                                         const std::vector<std::string>& arguments) {
  std::vector<std::string> command = {(cxx ? toolchain.clangxx : toolchain.clang).string()};
  const auto append = [&](const std::vector<std::string>& words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  const CompilerCall call = classify_call(arguments);
  append({"--start-no-unused-arguments", "-isystem", toolchain.installation.headers.string()});
  if (call.compiles) append({"-g"});  // before the user's flags, which may say otherwise
  if (call.compiles) append(instrumentation_flags(toolchain));
  append({"--end-no-unused-arguments"});
  append(without_fuzzer(arguments));
  // Whatever the user's flags say: without them a failure's stack ends with its first function.
  if (call.compiles)
    append({"--start-no-unused-arguments", "-fasynchronous-unwind-tables",
            "--end-no-unused-arguments"});
  // Shared libraries take the runtime from the executable, of which there must be only one.
  if (call.links && !call.shared && !call.relocatable) {
    append({"--start-no-unused-arguments", "-x", "none", "-Wl,--export-dynamic-symbol=__cuttle_*"});
    if (call.fuzzer) append({toolchain.installation.fuzzer().string()});
    append(link_flags(toolchain, Variant::instrumented, arguments));
    append({"--end-no-unused-arguments"});
  }
  return command;
}

namespace {

// Where the plain twin of what is made lies.
std::string twin_of(const std::string& product) {
  return product + (product.ends_with(".o") ? ".plain.o" : ".plain");
}

// What the call makes: -o, or what the compiler calls it without.
std::string product_of(const std::vector<std::string>& arguments, const CompilerCall& call) {
  std::string product = "a.out";
  for (size_t i = 0; i < arguments.size(); ++i) {
    if (arguments[i] == "-o" && i + 1 < arguments.size()) return arguments[i + 1];
    if (takes_value(arguments[i]))
      ++i;
    else if (!call.links && !arguments[i].starts_with("-"))
      product = std::filesystem::path(arguments[i]).stem().string() + ".o";
  }
  return product;
}

}  // namespace

std::vector<std::string> plain_twin_command(const Toolchain& toolchain, bool cxx,
                                            const std::vector<std::string>& arguments) {
  const CompilerCall call = classify_call(arguments);
  const bool wanted = call.fuzzed || call.threads;
  if (!wanted || call.shared || call.relocatable || (!call.compiles && !call.links)) return {};
  std::vector<std::string> command = {(cxx ? toolchain.clangxx : toolchain.clang).string(), "-g",
                                      "-isystem", toolchain.installation.headers.string(), "-w"};
  const auto append = [&](const std::vector<std::string>& words) {
    command.insert(command.end(), words.begin(), words.end());
  };
  // It has to come by the same places at which threads may change.
  if (call.threads && call.compiles) append(instrumentation_flags(toolchain));
  const std::vector<std::string> own = without_fuzzer(arguments);
  std::error_code ignored;
  for (size_t i = 0; i < own.size(); ++i) {
    if (own[i] == "-o" || takes_value(own[i])) {
      if (own[i] != "-o" && i + 1 < own.size()) command.insert(command.end(), {own[i], own[i + 1]});
      ++i;
    } else if (own[i].ends_with(".o") && !own[i].starts_with("-")) {
      if (!std::filesystem::exists(twin_of(own[i]), ignored)) return {};
      command.push_back(twin_of(own[i]));
    } else {
      command.push_back(own[i]);
    }
  }
  append({"-o", twin_of(product_of(arguments, call))});
  if (!call.links) return command;
  append({"-x", "none"});
  if (call.fuzzer) append({toolchain.installation.fuzzer().string()});
  append(link_flags(toolchain, Variant::plain, arguments));
  return command;
}

int run_compiler_wrapper(bool cxx, const std::vector<std::string>& arguments) {
  const auto toolchain = find_toolchain(find_installation(), {});
  if (!toolchain) {
    std::fprintf(stderr, "cuttle: error: %s\n", toolchain.error().message.c_str());
    if (!toolchain.error().hint.empty())
      std::fprintf(stderr, "  %s\n", toolchain.error().hint.c_str());
    return toolchain.error().kind == Error::Kind::usage ? 2 : 3;
  }
  // In vain where a library has no plain twin: the program is explored all the same.
  if (const auto twin = plain_twin_command(*toolchain, cxx, arguments); !twin.empty())
    (void)run_command({.arguments = twin, .environment = {{"CUTTLE_THREADS", "only"}}});
  if (classify_call(arguments).threads) setenv("CUTTLE_THREADS", "announce", 0);
  auto command = wrapped_command(*toolchain, cxx, arguments);
  std::vector<char*> argv;
  for (auto& word : command) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(argv[0], argv.data());
  std::fprintf(stderr, "cuttle: error: cannot start `%s': %s\n", argv[0], std::strerror(errno));
  return 3;
}

}  // namespace cuttle

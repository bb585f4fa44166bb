// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/flags.h"

#include <algorithm>
#include <sstream>

namespace cuttle {
namespace {

void append(std::vector<std::string>& to, const std::vector<std::string>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

std::vector<std::string> instrumentation_flags(const Toolchain& toolchain) {
  const auto adapted = toolchain.installation.headers / "cuttle" / "libstdcxx";
  return {"-fpass-plugin=" + toolchain.plugin.string(), "-isystem", adapted.string()};
}

std::vector<std::string> compile_flags(const Toolchain& toolchain, Variant variant) {
  // Warnings are the business of the user's own build. Frames and tail calls are kept for the sake
  // of readable stacks.
  std::vector<std::string> flags = {"-g", "-w", "-fno-omit-frame-pointer",
                                    "-fno-optimize-sibling-calls"};
  append(flags, {"-isystem", toolchain.installation.headers.string()});
  flags.push_back(variant == Variant::plain ? "-O0" : "-O1");
  if (variant == Variant::instrumented) append(flags, instrumentation_flags(toolchain));
  return flags;
}

std::filesystem::path library(const Toolchain& toolchain, Variant variant) {
  return variant == Variant::plain ? toolchain.installation.replay()
                                   : toolchain.installation.runtime();
}

Result<std::vector<std::string>> sanitizer_flags(const std::string& kinds) {
  const std::vector<std::string> known = {"address", "leak", "undefined"};
  std::istringstream stream(kinds);
  for (std::string kind; std::getline(stream, kind, ',');)
    if (std::ranges::find(known, kind) == known.end())
      return Error::usage("--sanitize " + kinds + ": there is no sanitizer `" + kind + "' for us",
                          "address, undefined and leak work");
  if (kinds.empty()) return Error::usage("--sanitize needs a list: address,undefined,leak");
  return std::vector<std::string>{"-fsanitize=" + kinds, "-fno-sanitize-recover=all"};
}

std::vector<std::pair<std::string, std::string>> sanitizer_environment(const Toolchain& toolchain) {
  const std::string symbolizer = toolchain.symbolizer.string();
  return {
      {"ASAN_OPTIONS", "symbolize=1:external_symbolizer_path=" + symbolizer},
      {"LSAN_OPTIONS", "symbolize=1:external_symbolizer_path=" + symbolizer},
      {"MSAN_OPTIONS", "symbolize=1:external_symbolizer_path=" + symbolizer},
      {"TSAN_OPTIONS", "symbolize=1:external_symbolizer_path=" + symbolizer},
      {"UBSAN_OPTIONS", "symbolize=1:print_stacktrace=1:external_symbolizer_path=" + symbolizer}};
}

std::vector<std::string> comma_separated(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream stream(text);
  for (std::string word; std::getline(stream, word, ',');) words.push_back(word);
  return words;
}

std::vector<std::string> without_fuzzer(const std::vector<std::string>& arguments) {
  const std::string option = "-fsanitize=";
  std::vector<std::string> kept;
  for (const auto& word : arguments) {
    if (!word.starts_with(option)) {
      kept.push_back(word);
      continue;
    }
    std::string kinds;
    for (const auto& kind : comma_separated(word.substr(option.size())))
      if (!kind.starts_with("fuzzer")) kinds += (kinds.empty() ? "" : ",") + kind;
    if (!kinds.empty()) kept.push_back(option + kinds);
  }
  return kept;
}

bool has_sanitizer(const std::vector<std::string>& flags) {
  return std::ranges::any_of(flags, [](const auto& f) { return f.starts_with("-fsanitize="); });
}

bool brings_heap(const std::vector<std::string>& flags) {
  for (const auto& flag : flags)
    if (flag.starts_with("-fsanitize="))
      for (const char* kind : {"address", "leak", "memory", "thread"})
        if (flag.find(kind) != std::string::npos) return true;
  return false;
}

std::vector<std::string> link_flags(const Toolchain& toolchain, Variant variant,
                                    const std::vector<std::string>& user) {
  // The libraries act by their constructors, which nothing refers to.
  std::vector<std::string> flags = {"-Wl,--whole-archive", library(toolchain, variant).string()};
  if (!brings_heap(user))
    flags.push_back(variant == Variant::instrumented
                        ? toolchain.installation.heap().string()
                        : toolchain.installation.replay_heap().string());
  flags.push_back("-Wl,--no-whole-archive");
  // Many runs in one process would look symbols up again in each of them.
  if (variant == Variant::instrumented)
    append(flags, {toolchain.installation.models().string(), "-Wl,-z,now"});
  append(flags, {"-lm", "-lpthread", "-ldl"});
  return flags;
}

std::vector<std::string> unit_flags(const Toolchain& toolchain) {
  // The names of parameters become the names of inputs.
  return {"-fno-discard-value-names",
          "-fpass-plugin=" + toolchain.installation.unit_plugin(toolchain.llvm).string()};
}

std::vector<std::pair<std::string, std::string>> unit_environment(
    UnitOptions options, const std::filesystem::path& list) {
  if (options.has_driver()) options.list = list.string();
  return {{UnitOptions::variable, options.to_text()}};
}

}  // namespace cuttle

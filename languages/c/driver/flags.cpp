// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/flags.h"

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

std::vector<std::string> link_flags(const Toolchain& toolchain, Variant variant) {
  // The libraries act by their constructors, which nothing refers to.
  std::vector<std::string> flags = {"-Wl,--whole-archive", library(toolchain, variant).string()};
  flags.push_back(variant == Variant::instrumented ? toolchain.installation.heap().string()
                                                   : toolchain.installation.replay_heap().string());
  flags.push_back("-Wl,--no-whole-archive");
  if (variant == Variant::instrumented) flags.push_back(toolchain.installation.models().string());
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
  if (!options.function.empty()) options.list = list.string();
  return {{UnitOptions::variable, options.to_text()}};
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "languages/c/driver/toolchain.h"
#include "languages/c/unit/options.h"

namespace cuttle {

// The two programs that are made of one source.
enum class Variant { plain, instrumented };

// What we add to the user's flags when we choose the rest (optimisation, warnings) ourselves.
std::vector<std::string> compile_flags(const Toolchain& toolchain, Variant variant);
// `user` are the flags that the user links with: sanitizers bring a heap of their own.
std::vector<std::string> link_flags(const Toolchain& toolchain, Variant variant,
                                    const std::vector<std::string>& user);
// For --sanitize LIST: the first report ends the run. Others than address, undefined and leak are
// refused: they need the addresses where our shadow memory is.
Result<std::vector<std::string>> sanitizer_flags(const std::string& kinds);
// What makes its reports readable for us.
std::vector<std::pair<std::string, std::string>> sanitizer_environment(const Toolchain& toolchain);
// "a,b" -> a, b
std::vector<std::string> comma_separated(const std::string& text);
// -fsanitize=fuzzer means libFuzzer's own engine and instrumentation, in whose place we are.
std::vector<std::string> without_fuzzer(const std::vector<std::string>& arguments);
bool has_sanitizer(const std::vector<std::string>& flags);
bool brings_heap(const std::vector<std::string>& flags);

// The least that instrumentation needs, for the compiler wrappers.
std::vector<std::string> instrumentation_flags(const Toolchain& toolchain);

// The library that the variant is linked with.
std::filesystem::path library(const Toolchain& toolchain, Variant variant);

// The plug-in that knows the types of inputs and makes the driver for --function, in both variants;
// and what it is told by the environment. `list` is where it says what it met.
std::vector<std::string> unit_flags(const Toolchain& toolchain);
std::vector<std::pair<std::string, std::string>> unit_environment(
    UnitOptions options, const std::filesystem::path& list);

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/support/result.h"

namespace cuttle {

// The LLVM versions that the plug-in can be built for, best first.
inline constexpr unsigned default_llvm = 19;
inline constexpr unsigned oldest_llvm = 16;
inline constexpr unsigned newest_llvm = 22;

// Where our own parts are: next to the executable (bin/..), in the build tree and when installed.
struct Installation {
  std::filesystem::path libraries;  // lib/cuttle
  std::filesystem::path headers;    // include

  std::filesystem::path plugin(unsigned llvm) const;       // lib/cuttle/libcuttle-pass-19.so
  std::filesystem::path unit_plugin(unsigned llvm) const;  // lib/cuttle/libcuttle-unit-19.so
  std::filesystem::path runtime() const { return libraries / "libcuttle-runtime.a"; }
  std::filesystem::path heap() const { return libraries / "libcuttle-heap.a"; }
  std::filesystem::path models() const { return libraries / "libcuttle-models.a"; }
  std::filesystem::path fuzzer() const { return libraries / "libcuttle-fuzzer.a"; }
  std::filesystem::path replay() const { return libraries / "libcuttle-replay.a"; }
  std::filesystem::path witness() const { return libraries / "libcuttle-witness.so"; }
  std::filesystem::path replay_heap() const { return libraries / "libcuttle-replay-heap.a"; }
};

// Found from the running executable; `root` overrides it (tests).
Installation find_installation(const std::filesystem::path& root = {});

// A clang and the plug-in that fits it.
struct Toolchain {
  unsigned llvm = 0;
  std::filesystem::path clang;       // C
  std::filesystem::path clangxx;     // C++
  std::filesystem::path symbolizer;  // may be empty
  std::filesystem::path plugin;
  Installation installation;
};

// `wish` is what the user asked for: a program ("clang-16", "/opt/llvm/bin/clang"), a version
// ("16"), or empty: version 19, otherwise the newest one that has both a clang and a plug-in.
Result<Toolchain> find_toolchain(const Installation& installation, const std::string& wish);

// The versions from 16 to 22 of which there is a clang on this machine, ascending.
std::vector<unsigned> installed_clangs();

}  // namespace cuttle

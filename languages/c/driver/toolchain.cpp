// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/toolchain.h"

#include <algorithm>
#include <cctype>

#include "engine/support/subprocess.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

std::string numbered(const std::string& name, unsigned version) {
  return name + "-" + std::to_string(version);
}

// "clang version 19.1.7 (...)": the major number, or 0.
unsigned version_of(const fs::path& clang) {
  const auto result =
      run_command({.arguments = {clang.string(), "--version"}, .timeout_seconds = 30});
  if (!result) return 0;
  const std::string marker = "clang version ";
  const size_t at = result->out.find(marker);
  if (at == std::string::npos) return 0;
  return static_cast<unsigned>(std::atoi(result->out.c_str() + at + marker.size()));
}

// The C++ driver that belongs to a clang: clang-19 -> clang++-19.
fs::path companion(const fs::path& clang) {
  std::string name = clang.filename().string();
  const size_t at = name.find("clang");
  if (at == std::string::npos) return clang;
  if (name.compare(at, 7, "clang++") == 0) return clang;
  name.replace(at, 5, "clang++");
  const fs::path beside = clang.parent_path() / name;
  std::error_code ignored;
  return fs::exists(beside, ignored) ? beside : clang;
}

fs::path find_symbolizer(unsigned version) {
  for (const auto& name : {numbered("llvm-symbolizer", version), std::string("llvm-symbolizer")}) {
    const auto program = find_program(name);
    if (!program.empty()) return program;
  }
  return {};
}

Error no_plugin(const Installation& installation, unsigned version) {
  return Error::environment(
      "there is no instrumentation plug-in for clang " + std::to_string(version) + " (" +
          installation.plugin(version).string() + ")",
      "install llvm-" + std::to_string(version) + "-dev and build Cuttle again, or use --cc");
}

Result<Toolchain> with_clang(const Installation& installation, const fs::path& clang,
                             unsigned version) {
  std::error_code ignored;
  if (!fs::exists(installation.plugin(version), ignored)) return no_plugin(installation, version);
  Toolchain chain;
  chain.llvm = version;
  chain.clang = clang;
  chain.clangxx = companion(clang);
  chain.symbolizer = find_symbolizer(version);
  chain.plugin = installation.plugin(version);
  chain.installation = installation;
  return chain;
}

bool is_number(const std::string& text) {
  return !text.empty() && std::all_of(text.begin(), text.end(),
                                      [](unsigned char c) { return std::isdigit(c) != 0; });
}

Result<Toolchain> find_wished(const Installation& installation, const std::string& wish) {
  const std::string name = is_number(wish) ? "clang-" + wish : wish;
  const auto clang = find_program(name);
  if (clang.empty())
    return Error::usage("there is no compiler `" + name + "'",
                        "--cc takes a clang of version 16 to 22, by name, path or number");
  const unsigned version = version_of(clang);
  if (version < oldest_llvm || version > newest_llvm)
    return Error::usage("`" + name + "' is not a clang of version 16 to 22" +
                            (version != 0 ? " but of version " + std::to_string(version) : ""),
                        "Cuttle instruments with a plug-in for clang; use --cc clang-19");
  return with_clang(installation, clang, version);
}

}  // namespace

fs::path Installation::plugin(unsigned llvm) const {
  return libraries / (numbered("libcuttle-pass", llvm) + ".so");
}

fs::path Installation::unit_plugin(unsigned llvm) const {
  return libraries / (numbered("libcuttle-unit", llvm) + ".so");
}

Installation find_installation(const fs::path& root) {
  fs::path base = root;
  if (base.empty()) {
    std::error_code ignored;
    base = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  }
  return {base / "lib" / "cuttle", base / "include"};
}

std::vector<unsigned> installed_clangs() {
  std::vector<unsigned> versions;
  for (unsigned version = oldest_llvm; version <= newest_llvm; ++version)
    if (!find_program(numbered("clang", version)).empty()) versions.push_back(version);
  return versions;
}

Result<Toolchain> find_toolchain(const Installation& installation, const std::string& wish) {
  if (!wish.empty()) return find_wished(installation, wish);
  std::vector<unsigned> order{default_llvm};
  for (unsigned version = newest_llvm; version >= oldest_llvm; --version)
    if (version != default_llvm) order.push_back(version);
  unsigned without_plugin = 0;
  for (unsigned version : order) {
    const auto clang = find_program(numbered("clang", version));
    if (clang.empty()) continue;
    auto chain = with_clang(installation, clang, version);
    if (chain) return chain;
    if (without_plugin == 0) without_plugin = version;
  }
  if (without_plugin != 0) return no_plugin(installation, without_plugin);
  return Error::environment("no clang of version 16 to 22 was found",
                            "install the package clang-19, or name one with --cc");
}

}  // namespace cuttle

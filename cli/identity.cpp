// SPDX-License-Identifier: Apache-2.0
#include "cli/identity.h"

#include <fmt/format.h>

#include <cctype>

#include "engine/support/files.h"

namespace cuttle::cli {
namespace {

// FNV-1a; every text is closed by its length, so that ("ab", "c") and ("a", "bc") differ.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (char c : text) mix(static_cast<unsigned char>(c));
    for (size_t n = text.size(), i = 0; i < 8; ++i, n >>= 8) mix(static_cast<unsigned char>(n));
  }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  void mix(unsigned char byte) { hash_ = (hash_ ^ byte) * 0x100000001b3ull; }
  uint64_t hash_ = 0xcbf29ce484222325ull;
};

}  // namespace

CampaignIdentity identity_of(const Settings& settings, const Config& config,
                             const Language& language, const TargetFactory& program) {
  CampaignIdentity identity;
  identity.target = fmt::format("{}", fmt::join(config.targets, " "));
  if (!config.function.empty()) identity.target += ":" + config.function;
  identity.language = language.name();
  identity.strategy = config.strategy;
  identity.seed = config.seed;
  identity.command = settings.text;
  identity.directory = std::filesystem::current_path().string();

  Fingerprint fingerprint;
  std::string contents = program.fingerprint();
  if (contents.empty()) {
    for (const std::string& target : config.targets) {
      if (Result<std::string> text = read_file(target)) contents += *text;
    }
  }
  fingerprint.add(contents);
  fingerprint.add(config.function);
  fingerprint.add(config.goal);
  fingerprint.add(std::to_string(config.max_depth));
  for (const std::string& argument : config.arguments) fingerprint.add(argument);
  for (const auto& [name, values] : config.language_options) {
    fingerprint.add(name);
    for (const std::string& value : values) fingerprint.add(value);
  }
  identity.fingerprint = fingerprint.text();
  return identity;
}

std::filesystem::path default_folder(const Config& config) {
  std::string name = std::filesystem::path(config.targets.at(0)).stem().string();
  std::string entry = config.function.empty() ? config.goal : config.function;
  std::string readable;
  for (char c : entry) {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      readable += c;
    } else if (!readable.empty() && readable.back() != '-') {
      readable += '-';
    }
  }
  while (readable.ends_with('-')) readable.pop_back();
  if (!readable.empty()) name += "." + readable.substr(0, 40);
  return name + ".cuttle";
}

}  // namespace cuttle::cli

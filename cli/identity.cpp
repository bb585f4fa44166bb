// SPDX-License-Identifier: Apache-2.0
#include "cli/identity.h"

#include <fmt/format.h>

#include <algorithm>
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

// The value of the first option given that names what is explored.
std::string entry_of(const Language& language, const OptionValues& given,
                     std::initializer_list<LanguageOption::Names> kinds) {
  for (const LanguageOption& option : language.options()) {
    if (std::ranges::find(kinds, option.names) == kinds.end()) continue;
    if (std::string value = given.last(option.name); !value.empty()) return value;
  }
  return {};
}

}  // namespace

std::string fingerprint_of(const CampaignRequest& request, const TargetFactory& program) {
  Fingerprint fingerprint;
  std::string contents = program.fingerprint();
  if (contents.empty()) {
    for (const std::string& file : request.program.files) {
      if (Result<std::string> text = read_file(file)) contents += *text;
    }
  }
  fingerprint.add(contents);
  fingerprint.add(std::to_string(request.config.max_depth));
  for (const std::string& argument : request.program.arguments) fingerprint.add(argument);
  if (!request.program.walls.on) fingerprint.add("--sandbox off");
  for (const std::string& door : request.program.walls.doors) fingerprint.add("--allow " + door);
  for (const auto& [name, values] : request.program.options.given()) {
    fingerprint.add(name);
    for (const std::string& value : values) fingerprint.add(value);
  }
  return fingerprint.text();
}

CampaignIdentity identity_of(const Settings& settings, const CampaignRequest& request,
                             const Language& language, const TargetFactory& program) {
  CampaignIdentity identity;
  identity.target = fmt::format("{}", fmt::join(request.program.files, " "));
  const std::string entry =
      entry_of(language, request.program.options, {LanguageOption::Names::program});
  if (!entry.empty()) identity.target += ":" + entry;
  identity.language = language.name();
  identity.fingerprint = fingerprint_of(request, program);
  identity.strategy = request.config.strategy;
  identity.seed = request.config.seed;
  identity.command = settings.text;
  identity.directory = std::filesystem::current_path().string();
  identity.request = request_to_json(request);
  return identity;
}

std::filesystem::path default_folder(const Languages& languages, const ProgramRequest& request) {
  std::string name = std::filesystem::path(request.files.at(0)).stem().string();
  std::string entry;
  for (const auto& language : languages) {
    if (entry.empty())
      entry = entry_of(*language, request.options,
                       {LanguageOption::Names::program, LanguageOption::Names::folder});
  }
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

// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/open.h"

#include <charconv>
#include <filesystem>

namespace cuttle::prolog {

namespace {

// A number option within bounds.
Result<uint64_t> number(const Config& config, const std::string& name, uint64_t initial,
                        uint64_t least, uint64_t most) {
  std::string text = option(config, name, std::to_string(initial));
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < least || value > most)
    return Error::usage("--" + name + " wants a number between " + std::to_string(least) + " and " +
                        std::to_string(most) + ", not `" + text + "'");
  return value;
}

Result<TargetOptions> read_options(const Config& config) {
  TargetOptions options;
  auto depth = number(config, "depth", 4, 0, 60);
  if (!depth) return depth.error();
  auto fresh = number(config, "fresh", 2, 0, 16);
  if (!fresh) return fresh.error();
  auto bits = number(config, "int-bits", 32, 2, 60);
  if (!bits) return bits.error();
  auto text = number(config, "text-length", 4, 0, 100);
  if (!text) return text.error();
  options.domains.text_length = static_cast<unsigned>(*text);
  auto inferences = number(config, "inferences", 1'000'000, 100, 1'000'000'000'000);
  if (!inferences) return inferences.error();
  options.domains.depth = static_cast<unsigned>(*depth);
  options.domains.fresh_atoms = static_cast<unsigned>(*fresh);
  options.domains.int_bits = static_cast<unsigned>(*bits);
  options.inferences = *inferences;
  if (option(config, "answers", "1") == "all") {
    options.answers = 0;
  } else {
    auto answers = number(config, "answers", 1, 1, 1'000'000);
    if (!answers) return answers.error();
    options.answers = static_cast<unsigned>(*answers);
  }
  options.trace = option(config, "trace", "false") == "true";
  options.constrained = option(config, "constrained", "false") == "true";
  std::string check = option(config, "check", "all");
  options.check = check == "none"   ? TargetOptions::Check::none
                  : check == "bugs" ? TargetOptions::Check::bugs
                                    : TargetOptions::Check::all;
  return options;
}

}  // namespace

Result<Campaigning> open_program(const Config& config, std::shared_ptr<SwiSession> session) {
  for (const std::string& file : config.targets) {
    if (!std::filesystem::exists(file)) return Error::usage("there is no file `" + file + "'");
  }
  auto options = read_options(config);
  if (!options) return options.error();
  Campaigning shared;
  shared.options = *options;
  shared.files = config.targets;
  if (!session) {
    auto started = SwiSession::start(config.targets);
    if (!started) return started.error();
    session = std::move(*started);
  }
  shared.session = std::move(session);
  auto plan = plan_goal(*shared.session, config);
  if (!plan) return plan.error();
  shared.plan = std::move(*plan);
  shared.sites = std::make_shared<SiteTable>();
  shared.name =
      std::filesystem::path(config.targets.front()).filename().string() + ": " + shared.plan.text;
  if (shared.options.check != TargetOptions::Check::none) {
    auto judge = Judge::start(config.targets);
    if (!judge) return judge.error();
    shared.judge = std::move(*judge);
  }
  return shared;
}

}  // namespace cuttle::prolog

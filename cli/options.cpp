// SPDX-License-Identifier: Apache-2.0
#include "cli/options.h"

#include <algorithm>

#include "cli/values.h"
#include "engine/report/exporter.h"
#include "engine/schedule/advisor.h"
#include "engine/search/strategy.h"
#include "engine/walls/walls.h"

namespace cuttle::cli {
namespace {

using Apply = std::function<Result<void>(Settings&, const std::string&)>;

// Makes an Apply that reads a value with `parse` and stores it in a member of Config.
template <typename T>
Apply into(T Config::* member, Result<T> (*parse)(const std::string&)) {
  return [=](Settings& settings, const std::string& text) -> Result<void> {
    Result<T> value = parse(text);
    if (!value) return value.error();
    settings.config.*member = *value;
    return {};
  };
}

// The same for the bounds of a run.
template <typename T>
Apply into(T RunLimits::* member, Result<T> (*parse)(const std::string&)) {
  return [=](Settings& settings, const std::string& text) -> Result<void> {
    Result<T> value = parse(text);
    if (!value) return value.error();
    settings.config.limits.*member = *value;
    return {};
  };
}

Apply text_into(std::string Config::* member) {
  return [=](Settings& settings, const std::string& text) -> Result<void> {
    settings.config.*member = text;
    return {};
  };
}

Apply path_into(std::filesystem::path Config::* member) {
  return [=](Settings& settings, const std::string& text) -> Result<void> {
    if (text.empty()) return Error::usage("the file name is empty");
    settings.config.*member = text;
    return {};
  };
}

Apply set(bool Config::* member, bool value) {
  return [=](Settings& settings, const std::string&) -> Result<void> {
    settings.config.*member = value;
    return {};
  };
}

Apply set_verbosity(int value) {
  return [=](Settings& settings, const std::string&) -> Result<void> {
    settings.verbosity = value;
    return {};
  };
}

Result<void> set_color(Settings& settings, const std::string& text) {
  settings.color = text == "always"  ? When::always
                   : text == "never" ? When::never
                                     : When::automatic;
  return {};
}

Result<void> set_bug_depth(Settings& settings, const std::string& text) {
  const Result<uint64_t> value = parse_count(text);
  if (!value) return value.error();
  if (*value < 1 || *value > 16) return Error::usage("a depth is between 1 and 16");
  settings.config.bug_depth = static_cast<uint32_t>(*value);
  return {};
}

Result<void> set_sandbox(Settings& settings, const std::string& text) {
  settings.request.walls.on = text == "on";
  return {};
}

Result<void> add_door(Settings& settings, const std::string& text) {
  Result<std::string> door = parse_door(text);
  if (!door) return door.error();
  settings.request.walls.doors.push_back(*door);
  return {};
}

std::string door_list() {
  std::string names;
  for (const Door& door : all_doors()) names += std::string(door.name) + ", ";
  return names + "write:PATH";
}

// clang-format off
std::vector<Option> exploration_options() {
  const std::vector<std::string> run = {"run"}, helping = {"run", "worker"};
  std::vector<Option> rows = {
    {"strategy", 0, "NAME", Config{}.strategy, "Which choice to flip next",
     "Search", run, text_into(&Config::strategy), strategy_names()},
    {"schedule", 0, "WAY", Config{}.schedule, "Which orders of threads to try: each class of equivalent ones once (optimal), as in the paper (flip), or some by chance",
     "Search", run, text_into(&Config::schedule), schedule_names()},
    {"schedules", 0, "N", std::to_string(Config{}.schedules), "How many orders of threads to try by chance",
     "Search", run, into(&Config::schedules, parse_count)},
    {"bug-depth", 0, "N", std::to_string(Config{}.bug_depth), "With --schedule pct: how many orders a bug needs",
     "Search", run, set_bug_depth},
    {"max-depth", 0, "N", limit_text(Config{}.max_depth), "Flip only the first N choices of each path",
     "Search", run, into(&Config::max_depth, parse_count)},
    {"seed", 0, "N", std::to_string(Config{}.seed), "Seed of everything random: the same seed gives the same campaign",
     "Search", run, into(&Config::seed, parse_count)},
    {"stop-on-bug", 0, "", "", "Stop at the first bug",
     "Search", run, set(&Config::stop_on_bug, true)},

    {"sandbox", 0, "WHETHER", "on", "Walls around the program: what it does stays inside (docs/containment.md)",
     "Walls", {"run", "replay"}, set_sandbox, {"on", "off"}},
    {"allow", 0, "DOOR", "", "Open a door in the walls: " + door_list(),
     "Walls", {"run", "replay"}, add_door, {}, true},

    {"max-runs", 0, "N", limit_text(Config{}.max_runs), "Stop after N runs of the program",
     "Budgets", helping, into(&Config::max_runs, parse_count)},
    {"time", 0, "SECONDS", limit_text(Config{}.time_seconds), "Stop after this time; `10m' and `2h' also work",
     "Budgets", helping, into(&Config::time_seconds, parse_seconds)},
    {"run-timeout", 0, "SECONDS", limit_text(RunLimits{}.seconds), "A run that takes longer is reported as a time-out; with --time, a small part of that at most",
     "Budgets", {"run", "replay"}, into(&RunLimits::seconds, parse_seconds)},
    {"solver-timeout", 0, "SECONDS", limit_text(Config{}.solver_timeout_seconds), "Give up a solver query after this time",
     "Budgets", run, into(&Config::solver_timeout_seconds, parse_seconds)},
    {"memory", 0, "SIZE", memory_text(RunLimits{}.memory_bytes), "Memory that one run of the program may use",
     "Budgets", {"run", "replay"}, into(&RunLimits::memory_bytes, parse_memory)},
    {"max-frontier", 0, "N", limit_text(Config{}.max_frontier), "Flips to keep in mind; beyond it the least promising go",
     "Budgets", run, into(&Config::max_frontier, parse_count)},
    {"jobs", 'j', "N", std::to_string(Config{}.jobs), "Workers that explore side by side; 0 means one per processor",
     "Budgets", helping, into(&Config::jobs, parse_workers)},
  };
  return rows;
}

std::vector<Option> output_options() {
  const std::vector<std::string> run = {"run"};
  std::vector<Option> rows = {
    {"out", 'o', "DIR", "NAME.cuttle", "Folder of the campaign: its store, its tests, its build",
     "Output", run, path_into(&Config::out)},
    {"resume", 0, "", "", "Go on with the campaign in the folder instead of starting anew",
     "Output", run, set(&Config::resume, true)},
    {"json", 0, "FILE", "", "Write the summary as JSON (`-': to the standard output)",
     "Output", {"run", "report"}, path_into(&Config::json)},
    {"list", 0, "", "", "List the test cases, each with what happens in it",
     "Output", {"run", "report"}, [](Settings& settings, const std::string&) -> Result<void> {
       settings.list = true;
       return {};
     }},
    {"record-queries", 0, "FILE", "", "Write down what the solver was asked, for benchmarks and bug reports",
     "Output", run, [](Settings& settings, const std::string& text) -> Result<void> {
       if (text.empty()) return Error::usage("the file name is empty");
       settings.record_queries = text;
       return {};
     }},
    {"require-complete", 0, "", "", "End with exit code 4 unless every path was explored",
     "Output", run, set(&Config::require_complete, true)},
    {"keep", 0, "DIR", "", "Leave what the program writes to its private folders in DIR",
     "Output", {"replay"}, [](Settings& settings, const std::string& text) -> Result<void> {
       if (text.empty()) return Error::usage("the folder's name is empty");
       settings.request.walls.keep = std::filesystem::absolute(text);
       return {};
     }},
    {"gdb", 0, "", "", "Run the test in the debugger",
     "Output", {"replay"}, [](Settings& settings, const std::string&) -> Result<void> {
       settings.gdb = true;
       return {};
     }},
    {"to", 0, "DIR", "tests", "Folder for the tests; made when it is not there",
     "Output", {"export"}, [](Settings& settings, const std::string& text) -> Result<void> {
       settings.destination = text;
       return {};
     }},
    {"format", 0, "FORMAT", "", "How to write the tests: `c' or `gtest' for C and C++, `plunit' for Prolog",
     "Output", {"export"}, [](Settings& settings, const std::string& text) -> Result<void> {
       settings.format = text;
       return {};
     }},
    {"format", 0, "FORMAT", "man", "A man page, or the page docs/options.md",
     "Output", {"manpage"}, [](Settings& settings, const std::string& text) -> Result<void> {
       settings.format = text;
       return {};
     }, {"man", "markdown"}},

    {"verbose", 'v', "", "", "Say more about what happens",
     "Messages", {}, set_verbosity(1)},
    {"quiet", 'q', "", "", "No progress and no remarks, only results and errors",
     "Messages", {}, set_verbosity(-1)},
    {"color", 0, "WHEN", "auto", "Colours; `auto' means on terminals, unless NO_COLOR is set",
     "Messages", {}, set_color, {"auto", "always", "never"}},
    {"help", 'h', "", "", "Show this help",
     "Messages", {}, [](Settings& settings, const std::string&) -> Result<void> {
       settings.help = true;
       return {};
     }},
  };
  return rows;
}
// clang-format on

}  // namespace

std::vector<Option> common_options() {
  std::vector<Option> rows = exploration_options();
  std::ranges::move(output_options(), std::back_inserter(rows));
  return rows;
}

bool Option::is_for(std::string_view command) const {
  return commands.empty() || std::ranges::find(commands, command) != commands.end();
}

std::string Option::spelled() const {
  std::string text = letter ? std::string("-") + letter + ", " : "";
  text += "--" + name;
  if (!argument.empty()) text += " " + argument;
  return text;
}

OptionTable::OptionTable(const Languages& languages)
    : commands_(command_rows()), options_(common_options()) {
  for (const auto& exporter : all_exporters()) add_export_option(*exporter);
  for (const auto& language : languages) add_language_options(*language);
}

void OptionTable::add_export_option(const Exporter& exporter) {
  // --json is in the table: `run' knows it, too.
  if (std::ranges::find(options_, exporter.name(), &Option::name) != options_.end()) return;
  auto apply = [name = exporter.name()](Settings& settings, const std::string& value) {
    settings.exports[name] = value;
    return Result<void>();
  };
  options_.push_back(Option{.name = exporter.name(),
                            .argument = exporter.writes_folder() ? "DIR" : "FILE",
                            .help = exporter.help(),
                            .group = "Reports",
                            .commands = {"report"},
                            .apply = apply});
}

void OptionTable::add_language_options(const Language& language) {
  for (const LanguageOption& option : language.options()) {
    auto known = std::ranges::find(options_, option.name, &Option::name);
    if (known != options_.end()) {  // two languages may share one
      known->languages.push_back(language.name());
      continue;
    }
    auto apply = [name = option.name](Settings& settings, const std::string& value) {
      settings.request.options.add(name, value);
      return Result<void>();
    };
    options_.push_back(Option{.name = option.name,
                              .argument = option.argument,
                              .initial = option.initial,
                              .help = option.help,
                              .group = "Only for " + language.name(),
                              .commands = {"run"},
                              .apply = apply,
                              .choices = option.choices,
                              .repeatable = option.repeatable,
                              .languages = {language.name()}});
  }
}

const CommandInfo* OptionTable::command(std::string_view name) const {
  auto found = std::ranges::find(commands_, name, &CommandInfo::name);
  return found == commands_.end() ? nullptr : &*found;
}

std::vector<const Option*> OptionTable::options_of(const CommandInfo& command) const {
  std::vector<const Option*> chosen;
  if (command.passes_through) return chosen;
  for (const Option& option : options_) {
    if (option.is_for(command.name)) chosen.push_back(&option);
  }
  return chosen;
}

}  // namespace cuttle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/settings.h"
#include "engine/report/exporter.h"
#include "engine/support/result.h"
#include "engine/target/language.h"

namespace cuttle::cli {

using Languages = std::vector<std::unique_ptr<Language>>;

// One row of the options table.
struct Option {
  std::string name;                   // "max-runs"
  char letter = 0;                    // 'q', or 0: none
  std::string argument;               // "N"; empty: a switch
  std::string initial;                // the default as shown; may be empty
  std::string help;                   // one sentence without a full stop
  std::string group;                  // heading in the help
  std::vector<std::string> commands;  // where it is known; empty: everywhere
  std::function<Result<void>(Settings&, const std::string& value)> apply;
  std::vector<std::string> choices = {};    // allowed values; empty: any
  bool repeatable = false;                  // otherwise the last one counts
  std::vector<std::string> languages = {};  // contributed by these; empty: ours

  bool is_for(std::string_view command) const;
  std::string spelled() const;  // "-q, --quiet", "--max-runs N"
};

// One row of the table of commands.
struct CommandInfo {
  std::string name;
  std::string operands;  // "TARGET... [-- ARGS]"
  std::string summary;   // one line
  std::string details;   // paragraphs for its own help; may be empty
  size_t min_operands = 0;
  size_t max_operands = 0;
  bool passes_through = false;  // its arguments belong to another program: no options of ours
};

// Everything the command line understands. Help, completion, the man page and docs/options.md are
// generated from it.
class OptionTable {
 public:
  explicit OptionTable(const Languages& languages);

  const std::vector<Option>& options() const { return options_; }
  const std::vector<CommandInfo>& commands() const { return commands_; }
  const CommandInfo* command(std::string_view name) const;
  std::vector<const Option*> options_of(const CommandInfo& command) const;

 private:
  void add_language_options(const Language& language);
  void add_export_option(const Exporter& exporter);

  std::vector<CommandInfo> commands_;
  std::vector<Option> options_;
};

// Reads the arguments that follow the command's name. On any mistake nothing is done but to say
// what is wrong and what was probably meant.
Result<Settings> parse(const OptionTable& table, const CommandInfo& command,
                       const std::vector<std::string>& arguments);

// The rows of the two tables (options.cpp, commands.cpp).
std::vector<Option> common_options();
std::vector<CommandInfo> command_rows();

}  // namespace cuttle::cli

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "engine/explore/config.h"
#include "engine/target/program_request.h"

namespace cuttle::cli {

enum class When { automatic, always, never };

// What the command line asked for: what the campaign needs and what concerns only this command.
struct Settings {
  ProgramRequest request;  // without its files, which are operands
  Config config;
  std::string program = "cuttle";     // how the user calls us, for suggestions
  std::vector<std::string> operands;  // the arguments that are not options
  std::filesystem::path destination;  // of export
  When color = When::automatic;
  int verbosity = 0;  // -1: quiet, 0: normal, 1: verbose
  bool help = false;
  std::filesystem::path record_queries;                  // run: where to; empty: nowhere
  bool gdb = false;                                      // replay
  bool list = false;                                     // run, report
  std::map<std::string, std::filesystem::path> exports;  // report: exporter and destination
  std::string format = "man";                            // manpage
  std::vector<std::string> text;                         // the arguments as they were given
};

}  // namespace cuttle::cli

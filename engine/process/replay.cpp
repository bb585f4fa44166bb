// SPDX-License-Identifier: Apache-2.0
#include "engine/process/replay.h"

#include <stdlib.h>

#include <fstream>
#include <sstream>
#include <string>

#include "engine/trace/replay_format.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

template <size_t N>
uint32_t word_index(const char* const (&words)[N], const std::string& word) {
  for (uint32_t i = 0; i < N; ++i)
    if (word == words[i]) return i;
  return 0;
}

std::string rest_of(std::istringstream& line) {
  std::string rest;
  std::getline(line >> std::ws, rest);
  return rest;
}

void parse_report_line(const std::string& text, TraceOutcome& outcome) {
  std::istringstream line(text);
  std::string key, word;
  line >> key;
  if (key == "outcome" && line >> word)
    outcome.kind = static_cast<CuttleOutcomeKind>(word_index(cuttle_outcome_words, word));
  else if (key == "bug" && line >> word)
    outcome.bug = static_cast<CuttleBug>(word_index(cuttle_bug_words, word));
  else if (key == "signal")
    line >> outcome.signal;
  else if (key == "exit")
    line >> outcome.exit_code;
  else if (key == "fault")
    line >> std::hex >> outcome.fault_address;
  else if (key == "message")
    outcome.message = rest_of(line);
  else if (key == "at" && line >> outcome.line)
    outcome.file = rest_of(line);
  else if (key == "frame") {
    TraceFrame frame;
    uint64_t pc = 0;
    int is_return = 0;
    line >> std::hex >> frame.offset >> pc >> std::dec >> is_return;
    frame.is_return_address = is_return != 0;
    frame.image = rest_of(line);
    outcome.frames.push_back(std::move(frame));
  }
}

}  // namespace

std::string replay_text(const PortableTestCase& test, const fs::path& report) {
  std::ostringstream text;
  text << "report " << report.string() << '\n';
  for (const auto& input : test.inputs) {
    if (!input.sort.starts_with("bv")) continue;
    for (const auto& identity : possible_identities(input.name)) {
      text << "input " << input.sort.substr(2) << ' ' << identity.occurrence << ' ';
      if (identity.index == CUTTLE_NO_INDEX)
        text << '-';
      else
        text << identity.index;
      text << ' ' << input.value << ' ' << identity.name << '\n';
    }
  }
  constexpr size_t per_line = 64;
  const auto& steps = test.schedule.steps;
  for (size_t i = 0; i < steps.size(); ++i)
    text << (i % per_line == 0 ? "schedule " : " ") << steps[i]
         << (i % per_line == per_line - 1 || i + 1 == steps.size() ? "\n" : "");
  return text.str();
}

TraceOutcome parse_replay_report(const std::string& text) {
  TraceOutcome outcome;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) parse_report_line(line, outcome);
  return outcome;
}

ReplayFolder::ReplayFolder(const fs::path& parent) {
  std::string name = (fs::absolute(parent) / "replay-XXXXXX").string();
  if (mkdtemp(name.data()) != nullptr) path_ = name;
}

ReplayFolder::~ReplayFolder() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void ReplayFolder::clear() const {
  std::error_code ignored;
  if (path_.empty()) return;
  for (const auto& entry : fs::directory_iterator(path_, ignored))
    if (entry.path() != report()) fs::remove_all(entry.path(), ignored);
  std::ofstream(report(), std::ios::trunc);
}

namespace {

Warden::Options cell_options(const ReplayFolder& folder, const Walls& walls,
                             std::vector<fs::path> needed) {
  folder.clear();  // the report must be there to be written to
  needed.push_back(folder.path());
  return {.walls = walls, .writable = {folder.report()}, .needed = std::move(needed)};
}

}  // namespace

ReplayCell::ReplayCell(const fs::path& parent, const Walls& walls, std::vector<fs::path> needed)
    : folder(parent), cell(cell_options(folder, walls, std::move(needed))) {}

Result<Ending> replay(const Command& command, ReplayCell& place, uint64_t bytes) {
  const auto result = place.cell.run(command, bytes);
  if (!result) return result.error();
  Ending ending;
  std::ifstream stream(place.folder.report());
  std::ostringstream text;
  text << stream.rdbuf();
  ending.recorded = parse_replay_report(text.str());
  ending.wait_status = result->wait_status;
  ending.timed_out = result->timed_out;
  ending.seconds = command.timeout_seconds;
  ending.complaints = result->err;
  return ending;
}

}  // namespace cuttle

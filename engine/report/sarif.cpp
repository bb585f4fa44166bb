// SPDX-License-Identifier: Apache-2.0
// SARIF 2.1.0, for code-scanning pages and editors: one result per bug, one notification per entry
// of `incomplete`.
#include <nlohmann/json.hpp>

#include "engine/report/exporter.h"
#include "engine/report/format.h"
#include "engine/report/markup.h"

namespace cuttle {

namespace {

using Json = nlohmann::ordered_json;

// What a kind of bug means, for the list of rules: the engine knows, or the language has said.
std::string describe(const BugKind& kind, const ReportData& data) {
  if (const BugKindRow row = row_of(kind); !row.meaning.empty()) return row.meaning;
  for (const BugKindRow& row : data.bug_kinds)
    if (row.name == kind.name()) return row.meaning;
  return "The program fails (" + kind.name() + ").";
}

// Only where the location names a line: a physical location needs one.
Json location_of(const std::string& text) {
  const FileLine place = parse_location(text);
  Json artifact = {{"uri", uri_path(place.file)}};
  if (!place.file.starts_with('/')) {
    artifact["uriBaseId"] = "SRCROOT";
  } else {
    artifact["uri"] = "file://" + uri_path(place.file);
  }
  Json region = {{"startLine", place.line}};
  if (place.column > 0) region["startColumn"] = place.column;
  return {{"physicalLocation", {{"artifactLocation", artifact}, {"region", region}}}};
}

Json locations_of(const std::string& text) {
  Json list = Json::array();
  if (parse_location(text).line > 0) list.push_back(location_of(text));
  return list;
}

// "f at file.c:9" as a frame.
Json frame_of(const std::string& text) {
  const size_t at = text.rfind(" at ");
  Json location = Json::object();
  if (at != std::string::npos && parse_location(text.substr(at + 4)).line > 0)
    location = location_of(text.substr(at + 4));
  location["logicalLocations"] = Json::array({{{"fullyQualifiedName", text.substr(0, at)}}});
  location["message"] = {{"text", text}};
  return {{"location", location}};
}

// Stays the same when lines move: kind, message and the function, not the line.
std::string fingerprint(const BugReport& bug) {
  std::string text =
      bug.kind.name() + "|" + parse_location(bug.location).file + "|" + bug.message + "|";
  if (!bug.stack.empty()) text += bug.stack.front().substr(0, bug.stack.front().find(" at "));
  uint64_t hash = 0xcbf29ce484222325ull;  // FNV-1a
  for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3ull;
  char digits[20];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  return digits;
}

std::string message_of(const BugReport& bug, const ReportData& data) {
  std::string text = bug.message.empty() ? describe(bug.kind, data) : bug.message;
  for (size_t i = 0; i < bug.inputs.size(); ++i)
    text += (i == 0 ? "\nInputs: " : ", ") + bug.inputs[i];
  if (!bug.confirmed)
    text += "\nNot confirmed on an uninstrumented build" +
            (bug.unconfirmed_why.empty() ? "." : ": " + bug.unconfirmed_why);
  return text;
}

Json result_of(const BugReport& bug, size_t rule, const ReportData& data) {
  const std::string test = (data.folder / bug.test).string();
  Json result = {{"ruleId", to_string(bug.kind)},
                 {"ruleIndex", rule},
                 {"level", bug.confirmed ? "error" : "warning"},
                 {"message", {{"text", message_of(bug, data)}}},
                 {"locations", locations_of(bug.location)},
                 {"partialFingerprints", {{"cuttleBug/v1", fingerprint(bug)}}}};
  if (!bug.stack.empty()) {
    Json frames = Json::array();
    for (const std::string& frame : bug.stack) frames.push_back(frame_of(frame));
    result["stacks"] = Json::array({{{"frames", frames}}});
  }
  result["properties"] = {{"run", bug.run},
                          {"confirmed", bug.confirmed},
                          {"test", test},
                          {"inputs", bug.inputs},
                          {"replay", shell_line({"cuttle", "replay", test})}};
  return result;
}

Json rules_of(const ReportData& data, std::vector<BugKind>& kinds) {
  Json rules = Json::array();
  for (const BugReport& bug : data.summary.bugs) {
    if (std::find(kinds.begin(), kinds.end(), bug.kind) != kinds.end()) continue;
    kinds.push_back(bug.kind);
    rules.push_back({{"id", to_string(bug.kind)},
                     {"shortDescription", {{"text", describe(bug.kind, data)}}},
                     {"defaultConfiguration", {{"level", "error"}}}});
  }
  return rules;
}

Json notifications_of(const Summary& summary) {
  Json list = Json::array();
  for (const Limitation& item : summary.incomplete) {
    const ReasonRow& row = row_of(item.reason);
    std::string text = std::string(row.name) + " (" + std::string(row.meaning) +
                       "): " + std::to_string(item.count);
    if (!item.detail.empty()) text += ", " + item.detail;
    list.push_back({{"level", "note"},
                    {"message", {{"text", text}}},
                    {"descriptor", {{"id", row.name}}},
                    {"locations", locations_of(item.location)}});
  }
  return list;
}

class SarifExporter final : public TextExporter {
 public:
  std::string name() const override { return "sarif"; }
  std::string help() const override { return "Write the bugs as SARIF 2.1.0, for code scanning"; }

  std::string text(const ReportData& data) const override {
    std::vector<BugKind> kinds;
    const Json rules = rules_of(data, kinds);
    Json results = Json::array();
    for (const BugReport& bug : data.summary.bugs) {
      const auto rule = std::find(kinds.begin(), kinds.end(), bug.kind) - kinds.begin();
      results.push_back(result_of(bug, static_cast<size_t>(rule), data));
    }
    std::vector<std::string> command = {"cuttle", "run"};
    command.insert(command.end(), data.command.begin(), data.command.end());
    const std::string root = "file://" + uri_path(data.directory.string()) + "/";
    const Json run = {
        {"tool",
         {{"driver", {{"name", "Cuttle"}, {"semanticVersion", CUTTLE_VERSION}, {"rules", rules}}}}},
        {"invocations",
         Json::array({{{"executionSuccessful", true},
                       {"commandLine", shell_line(command)},
                       {"toolExecutionNotifications", notifications_of(data.summary)}}})},
        {"originalUriBaseIds", {{"SRCROOT", {{"uri", root}}}}},
        {"columnKind", "utf16CodeUnits"},
        {"results", results},
        {"properties", {{"exhausted", data.summary.exhausted}, {"paths", data.summary.paths}}}};
    const Json json = {{"$schema",
                        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
                        "sarif-schema-2.1.0.json"},
                       {"version", "2.1.0"},
                       {"runs", Json::array({run})}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
  }
};

}  // namespace

std::unique_ptr<TextExporter> make_sarif_exporter() {
  return std::make_unique<SarifExporter>();
}

}  // namespace cuttle

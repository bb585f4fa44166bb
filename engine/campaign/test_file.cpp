// SPDX-License-Identifier: Apache-2.0
#include "engine/campaign/test_file.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "engine/support/files.h"

namespace cuttle {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kOutcomeNames[] = {"ok", "rejected", "bug", "lost"};
constexpr size_t kMaxFileBytes = 256u << 20;

bool parse_outcome(const std::string& text, Outcome::Kind& out) {
  for (unsigned i = 0; i < 4; ++i) {
    if (text != kOutcomeNames[i]) continue;
    out = static_cast<Outcome::Kind>(i);
    return true;
  }
  return false;
}

// Fields that a person may leave out keep their defaults; a wrong type throws.
template <typename T>
void read(const Json& json, const char* key, T& out) {
  if (auto field = json.find(key); field != json.end()) field->get_to(out);
}

StoredTest test_from(const Json& json) {
  StoredTest stored;
  read(json, "target", stored.target);
  read(json, "language", stored.language);
  read(json, "run", stored.run);
  for (const Json& item : json.at("inputs")) {
    NamedInput& input = stored.test.inputs.emplace_back();
    item.at("name").get_to(input.name);
    read(item, "type", input.type);
    item.at("sort").get_to(input.sort);
    item.at("value").get_to(input.value);
  }
  read(json, "schedule", stored.test.schedule.steps);
  read(json, "description", stored.description);
  std::string outcome = "ok";
  read(json, "outcome", outcome);
  if (!parse_outcome(outcome, stored.outcome.kind))
    throw std::runtime_error("unknown outcome `" + outcome + "'");
  read(json, "exit_code", stored.outcome.exit_code);
  read(json, "message", stored.outcome.message);
  if (auto bug = json.find("bug"); bug != json.end()) {
    const std::string kind = bug->at("kind").get<std::string>();
    if (!is_bug_kind_name(kind)) throw std::runtime_error("`" + kind + "' is no kind of bug");
    stored.outcome.bug = BugKind(kind);
    read(*bug, "message", stored.outcome.message);
    read(*bug, "location", stored.outcome.location);
    read(*bug, "stack", stored.outcome.stack);
  }
  read(json, "path", stored.path);
  return stored;
}

Error not_a_test(const std::string& origin) {
  return Error::usage(origin + " is not a Cuttle test case",
                      "Test cases are the files tests/*.json of a campaign.");
}

}  // namespace

std::string test_file_name(uint64_t run) {
  char name[40];
  std::snprintf(name, sizeof name, "tests/%06llu.json", static_cast<unsigned long long>(run));
  return name;
}

std::string picture_file_name(uint64_t run) {
  return std::filesystem::path(test_file_name(run)).replace_extension(".dot").string();
}

std::string test_to_json(const StoredTest& stored) {
  Json inputs = Json::array();
  for (const NamedInput& input : stored.test.inputs)
    inputs.push_back(
        {{"name", input.name}, {"type", input.type}, {"sort", input.sort}, {"value", input.value}});
  Json json = {{"schema_version", kTestSchemaVersion}, {"target", stored.target},
               {"language", stored.language},          {"run", stored.run},
               {"description", stored.description},    {"inputs", std::move(inputs)}};
  if (!stored.test.schedule.steps.empty()) json["schedule"] = stored.test.schedule.steps;
  const Outcome& outcome = stored.outcome;
  json["outcome"] = kOutcomeNames[static_cast<unsigned>(outcome.kind)];
  json["exit_code"] = outcome.exit_code;
  if (outcome.is_bug()) {
    json["bug"] = {{"kind", to_string(outcome.bug)},
                   {"message", outcome.message},
                   {"location", outcome.location},
                   {"stack", outcome.stack}};
  } else if (!outcome.message.empty()) {
    json["message"] = outcome.message;
  }
  json["path"] = stored.path;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<StoredTest> test_from_json(const std::string& text, const std::string& origin) {
  try {
    const Json json = Json::parse(text);
    if (!json.is_object() || !json.contains("schema_version") || !json.contains("inputs"))
      return not_a_test(origin);
    const auto version = json.at("schema_version").get<int64_t>();
    if (version > kTestSchemaVersion)
      return Error::usage(origin + " was written by a newer Cuttle: its schema_version is " +
                              std::to_string(version) + ", this Cuttle reads up to " +
                              std::to_string(kTestSchemaVersion),
                          "Use that version of Cuttle.");
    if (version < 1) return not_a_test(origin);
    return test_from(json);
  } catch (const std::exception& problem) {
    return Error::usage(origin + " is damaged: " + problem.what(),
                        "The campaign's database still holds the test; `cuttle run --resume' "
                        "does not need this file.");
  }
}

Result<StoredTest> read_test_file(const std::filesystem::path& path) {
  auto text = read_file(path, kMaxFileBytes);
  if (!text) {
    Error error = text.error();
    error.kind = Error::Kind::usage;
    return error;
  }
  return test_from_json(*text, path.string());
}

}  // namespace cuttle

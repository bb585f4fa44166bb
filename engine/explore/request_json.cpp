// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/request_json.h"

#include <nlohmann/json.hpp>

namespace cuttle {

namespace {

using Json = nlohmann::ordered_json;

// Calls `visit(name, field)` for each field that is stored, so that reading and writing agree.
template <typename Request>
void each_field(Request& request, const auto& visit) {
  visit("files", request.program.files);
  visit("arguments", request.program.arguments);
  visit("sandbox", request.program.walls.on);
  visit("allow", request.program.walls.doors);
  visit("strategy", request.config.strategy);
  visit("seed", request.config.seed);
  visit("max_runs", request.config.max_runs);
  visit("max_depth", request.config.max_depth);
  visit("time_seconds", request.config.time_seconds);
  visit("run_seconds", request.config.limits.seconds);
  visit("run_choices", request.config.limits.choices);
  visit("run_memory_bytes", request.config.limits.memory_bytes);
  visit("solver_timeout_seconds", request.config.solver_timeout_seconds);
  visit("jobs", request.config.jobs);
  visit("stop_on_bug", request.config.stop_on_bug);
  visit("max_frontier", request.config.max_frontier);
  visit("frontier_bytes", request.config.frontier_bytes);
  visit("max_expressions", request.config.max_expressions);
}

}  // namespace

std::string request_to_json(const CampaignRequest& request) {
  Json json = Json::object();
  each_field(request, [&](const char* name, const auto& field) { json[name] = field; });
  json["out"] = request.config.out.string();
  json["options"] = request.program.options.given();
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<CampaignRequest> request_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    CampaignRequest request;
    each_field(request, [&](const char* name, auto& field) {
      if (const auto found = json.find(name); found != json.end()) found->get_to(field);
    });
    request.config.out = json.value("out", std::string());
    request.program.options = OptionValues(json.value("options", OptionValues::Map()));
    request.program.limits = request.config.limits;
    if (request.program.files.empty()) throw std::runtime_error("it names no files");
    return request;
  } catch (const std::exception& problem) {
    return Error::usage(
        std::string("what the campaign was asked for cannot be read: ") + problem.what(),
        "Run the campaign again with this version of Cuttle.");
  }
}

}  // namespace cuttle

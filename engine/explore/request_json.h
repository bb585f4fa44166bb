// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/config.h"
#include "engine/support/result.h"
#include "engine/target/program_request.h"

namespace cuttle {

// What a campaign was asked to do.
struct CampaignRequest {
  ProgramRequest program;
  Config config;
};

// As the store of a campaign keeps it, so that its tests can be run again later. Left out: what
// belongs to one session (resume, json, require_complete), and ProgramRequest::work and limits,
// which are the campaign's folder and Config::limits. A file that is damaged or of another version
// is an error; a field that is not there keeps its default.
std::string request_to_json(const CampaignRequest& request);
Result<CampaignRequest> request_from_json(const std::string& text);

}  // namespace cuttle

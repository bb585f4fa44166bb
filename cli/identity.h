// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"
#include "engine/campaign/campaign.h"
#include "engine/explore/request_json.h"

namespace cuttle::cli {

// What makes two campaigns the same for --resume: the program and the options that shape its paths.
CampaignIdentity identity_of(const Settings& settings, const CampaignRequest& request,
                             const Language& language, const TargetFactory& program);
std::string fingerprint_of(const CampaignRequest& request, const TargetFactory& program);

// "testme.cuttle" for examples/c/testme.c; with a function or a goal "testme.insert.cuttle".
std::filesystem::path default_folder(const Languages& languages, const ProgramRequest& request);

}  // namespace cuttle::cli

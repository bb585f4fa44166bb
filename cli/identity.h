// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/settings.h"
#include "engine/campaign/campaign.h"
#include "engine/target/language.h"

namespace cuttle::cli {

// What makes two campaigns the same for --resume: the program and the options that shape its paths.
CampaignIdentity identity_of(const Settings& settings, const Config& config,
                             const Language& language, const TargetFactory& program);

// "testme.cuttle" for examples/c/testme.c; with a function or a goal "testme.insert.cuttle".
std::filesystem::path default_folder(const Config& config);

}  // namespace cuttle::cli

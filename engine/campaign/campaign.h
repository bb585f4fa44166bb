// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "engine/campaign/campaign_store.h"
#include "engine/campaign/folder.h"

namespace cuttle {

// Campaigns in folders: FOLDER/campaign.db (SQLite, WAL, synchronous=NORMAL) and FOLDER/tests/.
// docs/campaign.md describes the folder. Writes are gathered and committed in batches (at the
// latest after 100 ms, and on flush()); a crash loses at most the last batch, whose runs are then
// made again. A process opens a campaign once at a time: file locks belong to processes.

// An older campaign in the same folder is replaced only if it is one of ours.
Result<std::unique_ptr<CampaignStore>> create_campaign(ClaimedFolder folder,
                                                       const CampaignIdentity& identity,
                                                       StoreClock clock = wall_clock);
Result<std::unique_ptr<CampaignStore>> create_campaign(const std::filesystem::path& folder,
                                                       const CampaignIdentity& identity);
// Is there a campaign that this version can go on with? Quick, before anything is built for it.
Result<void> check_resumable(const ClaimedFolder& folder);
// For --resume: the identity must match. All that is open belongs to this process, and the first
// lease() gives it.
Result<std::unique_ptr<CampaignStore>> resume_campaign(ClaimedFolder folder,
                                                       const CampaignIdentity& identity);
Result<std::unique_ptr<CampaignStore>> resume_campaign(const std::filesystem::path& folder,
                                                       const CampaignIdentity& identity);
// Beside the process that claimed the folder.
Result<std::unique_ptr<CampaignStore>> join_campaign(JoinedFolder folder,
                                                     StoreClock clock = wall_clock);
// Reads only, also while other processes write; what would change something is refused.
Result<std::unique_ptr<RecordStore>> read_campaign(const std::filesystem::path& folder);

}  // namespace cuttle

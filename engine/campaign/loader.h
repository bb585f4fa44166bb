// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/campaign/database.h"
#include "engine/campaign/records.h"
#include "engine/campaign/test_blob.h"
#include "engine/support/result.h"

namespace cuttle {

// Everything is read in one transaction: a consistent state, also while another process writes.
Result<CampaignState> load_state(Database& database);

Result<PortableTestCase> load_test(Database& database, const InputDictionary& dictionary,
                                   uint64_t run);

// Errors stay in the database.
InputDictionary load_dictionary(Database& database);

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/campaign/campaign.h"
#include "engine/campaign/database.h"
#include "engine/campaign/test_blob.h"
#include "engine/report/report_data.h"

namespace cuttle {

// Everything is read in one transaction: a consistent state, also while another process writes.
Result<CampaignState> load_state(Database& database);

Result<PortableTestCase> load_test(Database& database, const InputDictionary& dictionary,
                                   uint64_t run);

// The runs that have a test file.
Result<std::vector<TestEntry>> load_tests(Database& database);

// Errors stay in the database.
InputDictionary load_dictionary(Database& database);

}  // namespace cuttle

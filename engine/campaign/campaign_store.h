// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/campaign/record_store.h"
#include "engine/campaign/work_store.h"

namespace cuttle {

// One process's share in a campaign: both stores in one object, which puts what goes to either of
// them into one order. Those who only read or only record take one of the two.
class CampaignStore : public RecordStore, public WorkStore {};

// Seconds since some fixed moment, the same for all processes: decides when leases expire.
using StoreClock = double (*)();
double wall_clock();

}  // namespace cuttle

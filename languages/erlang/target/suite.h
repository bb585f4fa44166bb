// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/target/language.h"

namespace cuttle::erlang {

// An EUnit module with a test per path, for the plain module.
Result<Exported> export_eunit(const ExportRequest& request);

}  // namespace cuttle::erlang

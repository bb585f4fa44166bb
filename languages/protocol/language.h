// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/target/language.h"

namespace cuttle {

// Programs that write the trace themselves (docs/protocol.md).
std::unique_ptr<Language> make_protocol_language();

}  // namespace cuttle

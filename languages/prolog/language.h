// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/target/language.h"

namespace cuttle {

// Prolog programs (.pl, .pro, .prolog, .plt), loaded by SWI-Prolog.
std::unique_ptr<Language> make_prolog_language();

}  // namespace cuttle

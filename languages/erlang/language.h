// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "engine/target/language.h"

namespace cuttle {

// Erlang modules (.erl, .beam) and the folders of applications, run by the installed Erlang.
std::unique_ptr<Language> make_erlang_language();

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// Instruments one function that prepare_function() has been through. Its blocks come in two
// versions (docs/instrumentation.md):
//
//     entry ──▶ clean block ──▶ clean block ──▶ ...        concrete values only: close to full
//     speed
//        │          │ something symbolic was loaded or returned
//        │          ▼
//        └──▶ symbolic block ──▶ symbolic block ──▶ ...    values with ids
//      arguments        │ at loop headers and outside loops, when no live value is symbolic
//                       ▼
//                   clean block
void instrument_function(Unit& unit, llvm::Function& function);

// Why a function is left alone; empty when it is not.
std::string why_not_instrumented(const llvm::Function& function);

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/InstrTypes.h>

#include "languages/c/pass/program/unit.h"

namespace cuttle {

// What a function of libc or of the C++ library does to the memory that its arguments lead to, in
// words that are separated by blanks. A digit is the number of an argument.
//
//     r1:2     reads the bytes at 1, as many as 2 says; r0:1*2: as many as the product; r0=8: eight
//     w0:1     writes them all
//     m0:1     may write them
//     s0       reads the text at 0 with its end; s0:2: at most so many characters
//     c01      copies the text at 1 to 0; c01:2: at most so many characters
//     a01      the same, to the end of the text at 0
//
//     ?2       does not say what it does to what is at 2 and at those behind it
//
// Empty: nothing that another thread could notice.
llvm::StringRef library_effect(llvm::StringRef function);

// Announces what a call of such a function does.
void announce_library_call(Builder& b, const Unit& unit, const llvm::CallBase& call,
                           llvm::StringRef effect, llvm::Value* site);

}  // namespace cuttle

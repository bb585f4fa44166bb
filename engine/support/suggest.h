// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace cuttle {

// The candidate that was probably meant by a mistyped `word`: the nearest by edit distance (a swap
// of neighbours counts as one edit) if it is near enough, else one that `word` begins or ends;
// empty when nothing comes close.
std::string nearest(std::string_view word, const std::vector<std::string>& candidates);

// For Error::hint: "did you mean `insert'?", or empty.
std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates);

}  // namespace cuttle

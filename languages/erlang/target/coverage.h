// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/path/choice.h"
#include "engine/target/target.h"
#include "languages/erlang/target/open.h"

namespace cuttle::erlang {

// What the tests are to cover: the clauses and lines of the user's functions that the function
// under test may call. Clauses that only say "nothing matches" are the compiler's, and not counted.
class Coverage {
 public:
  explicit Coverage(const Opened& opened);

  const std::vector<CoverageFamily>& families() const { return families_; }
  // The points that a run reached and none before it: from the machine's bytes and the sites that
  // the replay went through.
  std::vector<uint32_t> take(std::span<const uint8_t> clauses, const std::vector<SiteId>& lines,
                             const std::vector<SourceLocation>& sites);

 private:
  static constexpr uint32_t no_point = ~0u;
  void take_point(uint32_t point, std::vector<uint32_t>& out);

  std::vector<CoverageFamily> families_;
  std::vector<uint32_t> clauses_;  // by the machine's number
  std::map<std::pair<std::string, unsigned>, uint32_t> lines_;
  std::vector<bool> reached_;
};

}  // namespace cuttle::erlang

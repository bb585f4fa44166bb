// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

namespace cuttle {

// Places whose line in the source says that races there are meant to be: "cuttle: benign race" in a
// comment. Reads a line once.
class BenignPlaces {
 public:
  // `place` is "file:line".
  bool contain(const std::string& place);

 private:
  std::map<std::string, bool> known_;
};

}  // namespace cuttle

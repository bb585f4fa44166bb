// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace cuttle::erlang {

// A name for contents, for folders of the cache: not for anything that has to be safe.
class Digest {
 public:
  Digest& add(std::string_view bytes) {
    for (const char byte : bytes) mix(static_cast<uint8_t>(byte));
    mix(0xff);  // "ab", "c" is not "a", "bc"
    return *this;
  }
  std::string text() const {
    static const char digits[] = "0123456789abcdef";
    std::string hex;
    for (int shift = 60; shift >= 0; shift -= 4) hex += digits[(state_ >> shift) & 15];
    return hex;
  }

 private:
  void mix(uint8_t byte) { state_ = (state_ ^ byte) * 0x100000001b3ull; }
  uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace cuttle::erlang

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace cuttle::erlang {

// A file of this folder, compiled into the tool.
struct EmbeddedFile {
  std::string_view name;  // "erl/cuttle_rt.erl"
  std::string_view text;
};
std::span<const EmbeddedFile> embedded_files();

}  // namespace cuttle::erlang

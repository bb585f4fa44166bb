// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

#include "cli/settings.h"
#include "engine/report/paint.h"

namespace cuttle::cli {

// What one output stream can do. Standard output and standard error are looked at on their own.
struct Terminal {
  bool interactive = false;  // a person may be watching: a live line makes sense
  bool color = false;
  unsigned width = 80;
};
Terminal terminal_of(std::FILE* stream, When color);

std::string paint(const Terminal& terminal, Paint paint, std::string_view text);

// `text` filled to lines of at most `width` columns, each but the first indented.
std::string filled(std::string_view text, unsigned width, unsigned indent);

}  // namespace cuttle::cli

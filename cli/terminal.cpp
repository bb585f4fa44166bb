// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace cuttle::cli {

Terminal terminal_of(std::FILE* stream, When color) {
  Terminal terminal;
  int fd = fileno(stream);
  const char* kind = std::getenv("TERM");
  bool dumb = !kind || std::string_view(kind) == "dumb";
  terminal.interactive = isatty(fd) && !dumb;
  const char* refused = std::getenv("NO_COLOR");
  terminal.color = color == When::always ||
                   (color == When::automatic && terminal.interactive && !(refused && *refused));
  winsize size{};
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) terminal.width = size.ws_col;
  return terminal;
}

std::string paint(const Terminal& terminal, Paint paint, std::string_view text) {
  return painted(terminal.color, paint, text);
}

std::string filled(std::string_view text, unsigned width, unsigned indent) {
  std::string out;
  size_t column = indent;
  while (!text.empty()) {
    size_t end = std::min(text.find(' '), text.size());
    std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (column > indent && column + 1 + word.size() > width) {
      out += '\n' + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

}  // namespace cuttle::cli

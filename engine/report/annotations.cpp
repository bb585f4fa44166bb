// SPDX-License-Identifier: Apache-2.0
#include "engine/report/annotations.h"

#include <ostream>
#include <string_view>

#include "engine/report/format.h"

namespace cuttle {

namespace {

// A command is one line; `special` are the characters that would end the value.
std::string encoded(std::string_view text, std::string_view special) {
  std::string out;
  for (char c : text) {
    if (c == '%' || static_cast<unsigned char>(c) < ' ' ||
        special.find(c) != std::string_view::npos) {
      out += '%';
      out += "0123456789ABCDEF"[static_cast<unsigned char>(c) >> 4];
      out += "0123456789ABCDEF"[static_cast<unsigned char>(c) & 15];
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

void write_annotations(std::ostream& out, const Summary& summary) {
  for (const BugReport& bug : summary.bugs) {
    const FileLine place = parse_location(bug.location);
    std::string message = bug.message;
    for (const std::string& input : bug.inputs) message += "\n" + input;
    out << (bug.confirmed ? "::error " : "::warning ");
    if (place.line > 0)
      out << "file=" << encoded(place.file, ":,") << ",line=" << place.line << ',';
    out << "title=" << to_string(bug.kind) << "::" << encoded(message, "") << '\n';
  }
}

}  // namespace cuttle

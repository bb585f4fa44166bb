// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/sort.h"

#include <charconv>

#include "engine/support/check.h"

namespace cuttle {

FloatFormat float_format(unsigned width) {
  switch (width) {
    case 16:
      return {5, 11};
    case 32:
      return {8, 24};
    case 64:
      return {11, 53};
    case 80:
      return {15, 64};
    case 128:
      return {15, 113};
    default:
      CUTTLE_CHECK(false, "a float has 16, 32, 64, 80 or 128 bits");
  }
}

bool is_float_width(unsigned width) {
  return width == 16 || width == 32 || width == 64 || width == 80 || width == 128;
}

std::string to_string(Sort sort) {
  switch (sort.kind) {
    case SortKind::boolean:
      return "Bool";
    case SortKind::bits:
      return "bv" + std::to_string(sort.width);
    case SortKind::floating:
      return "float" + std::to_string(sort.width);
    case SortKind::integer:
      return "Int";
  }
  return {};
}

namespace {

// The number after `prefix`, written in the one way that to_string() writes it.
bool parse_width(std::string_view text, std::string_view prefix, unsigned& width) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  if (text.empty() || (text[0] == '0' && text.size() > 1)) return false;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), width);
  return error == std::errc() && end == text.data() + text.size() && width <= 65535;
}

}  // namespace

bool parse_sort(std::string_view text, Sort& out) {
  unsigned width = 0;
  if (text == "Bool") {
    out = Sort::boolean();
  } else if (text == "Int") {
    out = Sort::integer();
  } else if (parse_width(text, "bv", width) && width > 0) {
    out = Sort::bits(width);
  } else if (parse_width(text, "float", width) && is_float_width(width)) {
    out = Sort::floating(width);
  } else {
    return false;
  }
  return true;
}

}  // namespace cuttle

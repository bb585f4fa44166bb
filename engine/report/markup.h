// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace cuttle {

// Text for XML and HTML, inside elements and quoted attributes: the five special characters are
// escaped, characters that XML forbids and bytes that are no UTF-8 become U+FFFD.
std::string escaped(std::string_view text);

// A relative path as a URI reference: everything but unreserved characters and "/" as %XX.
std::string uri_path(std::string_view path);

}  // namespace cuttle

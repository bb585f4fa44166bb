// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "languages/prolog/builtins/number.h"

namespace cuttle::prolog {

using CodePoints = std::vector<uint32_t>;

CodePoints decode_utf8(std::string_view text);
void append_utf8(std::string& out, uint32_t code);
std::string encode_utf8(const CodePoints& codes);
size_t length_utf8(std::string_view text);

// The text of an atom, string, number, code list or character list. ok, fail (it is no text) or
// error (it is unbound, raised).
enum class TextKinds : uint8_t { atomic, any };
Status text_of(Machine& m, Cell c, TextKinds kinds, std::string& out);
Cell atom_from(Machine& m, std::string_view text);
Cell codes_from(Machine& m, std::string_view text);
Cell chars_from(Machine& m, std::string_view text);
// Prolog syntax of a number, with an optional sign; false when the text is none.
bool parse_number(std::string_view text, Number& out);
std::string number_text(const Number& n);

}  // namespace cuttle::prolog

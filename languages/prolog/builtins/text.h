// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "languages/prolog/builtins/number.h"
#include "languages/prolog/term/utf8.h"

namespace cuttle::prolog {

// A text whose length is known, but maybe not each of its characters.
struct Character {
  char32_t code = 0;
  ExprId unknown;  // set: the code, as signed bits
};
using Characters = std::vector<Character>;

Characters characters(std::string_view text);
bool all_known(const Characters& text);
std::string known_text(const Characters& text);
// A choice when characters are unknown.
bool same(Machine& m, const Characters& a, const Characters& b);
// Is the character (below 0x80) one for which the test holds? A choice when it is unknown.
bool choose_class(Machine& m, ExprId code, const std::function<bool(char32_t)>& test);

// The text of an atom, string, number, code list or character list. ok, fail (it is no text) or
// error (raised: it is unbound, or a list of something else).
enum class TextKinds : uint8_t { atomic, any };
Status characters_of(Machine& m, Cell c, TextKinds kinds, Characters& out);
// As it is in this run, when characters are unknown.
Status text_of(Machine& m, Cell c, TextKinds kinds, std::string& out);

// For the few builtins to which a number is no text.
Status need_no_number(Machine& m, Cell c);

// What is written may be read back by the program (with_output_to/2, format(atom(A), ...)): in the
// bytes that are written, unknown characters are numbers beyond Unicode.
constexpr char32_t beyond_unicode = 0x110000;
std::string written(Machine& m, const Characters& text, bool read_back);
Characters read_back(Machine& m, std::string_view written);

bool is_nil(Machine& m, Cell c);  // of an input no more than that is looked at

Cell atom_from(Machine& m, std::string_view text);
Cell text_from(Machine& m, const Characters& text, bool string);
Cell codes_from(Machine& m, const Characters& text, Cell tail = atom_cell(atoms::nil));
Cell chars_from(Machine& m, const Characters& text, Cell tail = atom_cell(atoms::nil));

// Prolog syntax of a number, with an optional sign; false when the text is none.
bool parse_number(std::string_view text, Number& out);
bool parse_number(Machine& m, const Characters& text, Number& out);
std::string number_text(const Number& n);

}  // namespace cuttle::prolog

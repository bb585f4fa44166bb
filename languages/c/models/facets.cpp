// SPDX-License-Identifier: Apache-2.0

// Upper and lower case as locales of C++ see them. The facets are objects of libstdc++, whose
// tables of virtual functions lead to the definitions here (see streams.cpp).

#include <cctype>
#include <locale>

#include "languages/c/models/models.h"

namespace std {
namespace {

// The models know the locale "C". Others have tables of their own.
char changed(char c, const int* table, const int* classic, int (*change)(int)) {
  const int byte = static_cast<unsigned char>(c);
  return static_cast<char>(table == classic ? change(byte) : table[byte]);
}

}  // namespace

char ctype<char>::do_tolower(char c) const {
  const auto& classic = use_facet<ctype<char>>(locale::classic());
  return changed(c, _M_tolower, classic._M_tolower, std::tolower);
}

char ctype<char>::do_toupper(char c) const {
  const auto& classic = use_facet<ctype<char>>(locale::classic());
  return changed(c, _M_toupper, classic._M_toupper, std::toupper);
}

const char* ctype<char>::do_tolower(char* from, const char* to) const {
  for (; from < to; ++from) *from = ctype<char>::do_tolower(*from);
  return to;
}

const char* ctype<char>::do_toupper(char* from, const char* to) const {
  for (; from < to; ++from) *from = ctype<char>::do_toupper(*from);
  return to;
}

}  // namespace std

// Whoever asks for a facet has a locale; here its constructors only bring the rest along.
extern "C" {
void MODEL(_ZNSt6localeC1Ev)(void* self) {
  REAL(locale)(self);
}
void MODEL(_ZNSt6localeC1EPKc)(void* self, const char* name) {
  REAL(named_locale)(self, name);
}
const void* MODEL(_ZNSt6locale7classicEv)() {
  return REAL(classic_locale)();
}
}

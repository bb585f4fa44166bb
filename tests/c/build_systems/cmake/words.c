/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

unsigned count_words(const char* text) {
  unsigned words = 0;
  int inside = 0;
  if (!text) return 0;
  for (; *text; ++text) {
    const int letter = *text > ' ';
    words += letter && !inside;
    inside = letter;
  }
  return words;
}

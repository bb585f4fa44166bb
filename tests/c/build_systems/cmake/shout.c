/* SPDX-License-Identifier: Apache-2.0 */
#include "words.h"

char shout(char c) {
  return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

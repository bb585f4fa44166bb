// SPDX-License-Identifier: Apache-2.0
// Records `name=number;` in a text of sixteen bytes: more paths than anybody waits for. Numbers are
// multiplied and names are hashed, so that every layer of the solver has work.
#include <cuttle/cuttle.h>

enum { N = 16 };

static int is_digit(unsigned char c) {
  return c >= '0' && c <= '9';
}
static int is_letter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

int main(void) {
  unsigned char text[N];
  unsigned total = 1;
  int i = 0, fields = 0;
  CUTTLE_input_array(text, N);
  while (i < N && text[i] != 0) {
    unsigned name = 5381, number = 0;
    if (!is_letter(text[i])) return -1;
    while (i < N && is_letter(text[i])) name = name * 33 ^ text[i++];
    if (i == N || text[i++] != '=') return -2;
    while (i < N && is_digit(text[i])) number = number * 10 + (text[i++] - '0');
    if (i == N || text[i++] != ';') return -3;
    if (name % 64 == 17) fields += 10;
    total *= number + name % 7;
    if (total % 1000 == 123) fields += 100;
    fields++;
  }
  return fields;
}

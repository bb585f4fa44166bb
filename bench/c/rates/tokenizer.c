/* SPDX-License-Identifier: Apache-2.0 */
/* A tokenizer over SIZE symbolic bytes: blanks, numbers, names, keywords, operators, comments. */
#include <ctype.h>
#include <cuttle/cuttle.h>
#include <string.h>

#ifndef SIZE
#define SIZE 8
#endif

enum Token { END, NUMBER, NAME, IF, OPERATOR, ERROR };

static const char* at;

static int is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
static int is_digit(char c) {
  return c >= '0' && c <= '9';
}

static enum Token next(void) {
  while (*at == ' ' || *at == '\t' || *at == '\n') ++at;
  if (*at == '\0') return END;
  if (*at == '#') {
    while (*at != '\0' && *at != '\n') ++at;
    return next();
  }
  if (is_digit(*at)) {
    while (is_digit(*at)) ++at;
    return is_letter(*at) ? ERROR : NUMBER;
  }
  if (is_letter(*at)) {
    const char* start = at;
    while (is_letter(*at) || is_digit(*at)) ++at;
    return at - start == 2 && start[0] == 'i' && start[1] == 'f' ? IF : NAME;
  }
  switch (*at++) {
    case '+':
    case '-':
    case '*':
    case '/':
      return OPERATOR;
    case '<':
    case '>':
    case '=':
    case '!':
      if (*at == '=') ++at;
      return OPERATOR;
    default:
      return ERROR;
  }
}

int main(void) {
  char text[SIZE + 1];
  int tokens = 0;
  enum Token token;
  CUTTLE_input_array(text, SIZE);
  text[SIZE] = '\0';
  at = text;
  while ((token = next()) != END && token != ERROR) ++tokens;
  return tokens;
}

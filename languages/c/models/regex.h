/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* A regular expression as a program for a machine that is in several states at once. It is not run
 * to find the match, which libc does, but to make a choice of each question about the text that the
 * match depends on. */

#include <stdint.h>

enum { REGEX_SET, REGEX_SPLIT, REGEX_JUMP, REGEX_ASSERT, REGEX_MATCH };
/* What REGEX_ASSERT asks of a place. */
enum {
  REGEX_LINE_BEGIN,
  REGEX_LINE_END,
  REGEX_WORD_EDGE,
  REGEX_NO_EDGE,
  REGEX_WORD_BEGIN,
  REGEX_WORD_END
};
/* Sets that are always there. */
enum { REGEX_NEWLINE, REGEX_WORD };

#define REGEX_MOST_STEPS 2048
#define REGEX_MOST_SETS 96

typedef struct RegexStep {
  uint8_t kind;
  int16_t a, b; /* SET, ASSERT: which; SPLIT, JUMP: where to, counted from here */
} RegexStep;

/* Characters, as ranges: a question about one is a single expression. */
typedef struct RegexSet {
  uint8_t count;
  struct {
    uint8_t first, last;
  } ranges[128];
} RegexSet;

typedef struct Regex {
  struct Regex* next;
  const void* key; /* what libc made of the same pattern */
  int flags;       /* of regcomp */
  unsigned step_count, set_count;
  RegexStep steps[REGEX_MOST_STEPS];
  RegexSet sets[REGEX_MOST_SETS];
} Regex;

/* Fills all but `next` and `key`. 0: there is something in the pattern that no such program can do,
 * or whose meaning is libc's own affair. libc has accepted the pattern. */
int cuttle_regex_parse(Regex* regex, const char* pattern, int flags);

/* SPDX-License-Identifier: Apache-2.0 */

/* regexec in the C locale. What it answers depends on the text only through questions of the kind
 * "is this character one of those": all that an automaton asks which begins at each place up to the
 * match. They are asked here, each as a choice; libc finds the match and its parts. */

#define _GNU_SOURCE
#include "languages/c/models/regex.h"

#include <regex.h>
#include <string.h>

#include "languages/c/models/models.h"

typedef struct States {
  unsigned count;
  int accepts;
  uint16_t list[REGEX_MOST_STEPS];
  uint8_t has[REGEX_MOST_STEPS];
} States;

typedef struct Search {
  const Regex* regex;
  const char* text;
  size_t end; /* where the text ends; when it is not given, the first zero decides */
  int given;
  int flags;      /* of regexec */
  uint8_t* asked; /* by place and set, the last one for the end: 0: not yet, 1: no, 2: yes */
  States* now;
  States* then;
} Search;

static int in_set(const RegexSet* set, unsigned c) {
  int found = 0;
  unsigned i;
  for (i = 0; i < set->count; ++i)
    found |= (c >= set->ranges[i].first) & (c <= set->ranges[i].last);
  return found;
}

static uint8_t* answer(const Search* s, size_t at, unsigned set) {
  return s->asked + at * (s->regex->set_count + 1) + set;
}

static int is_at_end(const Search* s, size_t at) {
  uint8_t* known = answer(s, at, s->regex->set_count);
  if (s->given) return at >= s->end;
  if (!*known) *known = s->text[at] ? 1 : 2;
  return *known == 2;
}

/* There is a character there. */
static int has(const Search* s, size_t at, unsigned set) {
  uint8_t* known = answer(s, at, set);
  const RegexSet* wanted = &s->regex->sets[set];
  if (wanted->count == 1 && wanted->ranges[0].first == 1 && wanted->ranges[0].last == 255 &&
      !s->given)
    return 1;
  if (!*known) *known = in_set(wanted, (unsigned char)s->text[at]) ? 2 : 1;
  return *known == 2;
}

static int is_word_before(const Search* s, size_t at) {
  return at > 0 && has(s, at - 1, REGEX_WORD);
}
static int is_word_at(const Search* s, size_t at) {
  return !is_at_end(s, at) && has(s, at, REGEX_WORD);
}

static int holds(const Search* s, int assertion, size_t at) {
  const int lines = s->regex->flags & REG_NEWLINE;
  switch (assertion) {
    case REGEX_LINE_BEGIN:
      if (at == 0) return !(s->flags & REG_NOTBOL);
      return lines && has(s, at - 1, REGEX_NEWLINE);
    case REGEX_LINE_END:
      if (is_at_end(s, at)) return !(s->flags & REG_NOTEOL);
      return lines && has(s, at, REGEX_NEWLINE);
    case REGEX_WORD_EDGE:
      return is_word_before(s, at) != is_word_at(s, at);
    case REGEX_NO_EDGE:
      return is_word_before(s, at) == is_word_at(s, at);
    case REGEX_WORD_BEGIN:
      return !is_word_before(s, at) && is_word_at(s, at);
    default:
      return is_word_before(s, at) && !is_word_at(s, at);
  }
}

/* A state, and those that lead on from it without a character. */
static void enter(const Search* s, States* states, unsigned step, size_t at) {
  const RegexStep* here = &s->regex->steps[step];
  if (states->has[step]) return;
  states->has[step] = 1;
  switch (here->kind) {
    case REGEX_MATCH:
      states->accepts = 1;
      return;
    case REGEX_SET:
      states->list[states->count++] = (uint16_t)step;
      return;
    case REGEX_SPLIT:
      enter(s, states, (unsigned)((int)step + here->a), at);
      enter(s, states, (unsigned)((int)step + here->b), at);
      return;
    case REGEX_JUMP:
      enter(s, states, (unsigned)((int)step + here->a), at);
      return;
    default:
      if (holds(s, here->a, at)) enter(s, states, step + 1, at);
  }
}

static void clear(const Search* s, States* states) {
  states->count = 0;
  states->accepts = 0;
  memset(states->has, 0, s->regex->step_count);
}

#define NOWHERE ((size_t)-1)

/* The end of the longest match that begins there. */
static size_t match_from(Search* s, size_t start) {
  size_t at = start, end = NOWHERE;
  unsigned i;
  clear(s, s->now);
  enter(s, s->now, 0, start);
  for (;; ++at) {
    States* const before = s->now;
    if (before->accepts) end = at;
    if (!before->count || is_at_end(s, at)) return end;
    clear(s, s->then);
    for (i = 0; i < before->count; ++i) {
      const unsigned step = before->list[i];
      if (has(s, at, (unsigned)s->regex->steps[step].a)) enter(s, s->then, step + 1, at + 1);
    }
    s->now = s->then;
    s->then = before;
  }
}

/* Only the beginning can match. */
static int is_anchored(const Regex* regex) {
  return regex->steps[0].kind == REGEX_ASSERT && regex->steps[0].a == REGEX_LINE_BEGIN &&
         !(regex->flags & REG_NEWLINE);
}

/* Where the first match is, from `start` on; 0: nowhere. Asks all that this depends on. */
int cuttle_regex_search(const Regex* regex, const char* text, size_t start, size_t end, int given,
                        int flags, size_t found[2]) {
  enum { MOST_ANSWERS = 1 << 24 };
  const size_t size = (end + 2) * (regex->set_count + 1);
  Search s = {regex, text, end, given, flags, NULL, NULL, NULL};
  States* states = size < MOST_ANSWERS ? (States*)REAL(malloc)(2 * sizeof(States)) : NULL;
  s.asked = states ? (uint8_t*)REAL(malloc)(size) : NULL;
  found[0] = found[1] = NOWHERE;
  if (s.asked) {
    memset(s.asked, 0, size);
    s.now = states;
    s.then = states + 1;
    for (;; ++start) {
      found[1] = match_from(&s, start);
      if (found[1] != NOWHERE || is_anchored(regex) || is_at_end(&s, start)) break;
    }
    if (found[1] != NOWHERE) found[0] = start;
  }
  REAL(free)(s.asked);
  REAL(free)(states);
  return size < MOST_ANSWERS;
}

/* ---- The functions --------------------------------------------------------------------------- */

static Regex* all;

static Regex** place_of(const void* key) {
  Regex** at = &all;
  while (*at && (*at)->key != key) at = &(*at)->next;
  return at;
}

static void forget(const void* key) {
  Regex** at = place_of(key);
  Regex* gone = *at;
  if (!gone) return;
  *at = gone->next;
  REAL(free)(gone);
}

int MODEL(regcomp)(regex_t* compiled, const char* pattern, int flags) {
  Regex* regex;
  int error;
  __cuttle_pin(pattern, REAL(strnlen)(pattern, (size_t)-1) + 1);
  error = REAL(regcomp)(compiled, pattern, flags);
  if (error) return error;
  forget(compiled->buffer);
  regex = (Regex*)REAL(malloc)(sizeof(*regex));
  if (!regex) return 0;
  if (REAL(other_locale)() || !cuttle_regex_parse(regex, pattern, flags)) {
    REAL(free)(regex);
    return 0;
  }
  regex->key = compiled->buffer;
  regex->next = all;
  all = regex;
  return 0;
}

int MODEL(regexec)(const regex_t* compiled, const char* text, size_t count, regmatch_t* parts,
                   int flags) {
  const int given = (flags & REG_STARTEND) != 0;
  const size_t start = given ? (size_t)parts[0].rm_so : 0;
  const size_t end = given ? (size_t)parts[0].rm_eo : REAL(strnlen)(text, (size_t)-1);
  const Regex* regex = *place_of(compiled->buffer);
  size_t found[2];
  if (__cuttle_any_symbolic(text, end + !given) &&
      (!regex || !cuttle_regex_search(regex, text, start, end, given, flags, found)))
    __cuttle_pin(text, end + !given);
  return REAL(regexec)(compiled, text, count, parts, flags);
}

void MODEL(regfree)(regex_t* compiled) {
  forget(compiled->buffer);
  REAL(regfree)(compiled);
}

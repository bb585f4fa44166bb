/* SPDX-License-Identifier: Apache-2.0 */

/* Patterns of regcomp, basic and extended, become programs (regex.h). Strict: what this file does
 * not know for sure is not a program. */

#define _GNU_SOURCE
#include <regex.h>
#include <string.h>

#include "languages/c/models/models.h"
#include "languages/c/models/regex.h"

#define KIND(name) int __cuttle_model_is##name(int c)
KIND(alpha);
KIND(digit);
KIND(alnum);
KIND(upper);
KIND(lower);
KIND(space);
KIND(blank);
KIND(punct);
KIND(print);
KIND(graph);
KIND(cntrl);
KIND(xdigit);

typedef struct Parser {
  Regex* regex;
  const char* at;
  int extended;
  unsigned depth;
  int failed;
} Parser;

enum { MOST_DEPTH = 64, MOST_COPIES = 255 };

typedef struct Bits {
  uint8_t has[256];
} Bits;

static void fail(Parser* p) {
  p->failed = 1;
}

static void emit(Parser* p, unsigned kind, int a, int b) {
  Regex* r = p->regex;
  if (r->step_count == REGEX_MOST_STEPS) {
    fail(p);
    return;
  }
  r->steps[r->step_count].kind = (uint8_t)kind;
  r->steps[r->step_count].a = (int16_t)a;
  r->steps[r->step_count++].b = (int16_t)b;
}

/* A step before those from `start` on, which lead to each other and move together. */
static void insert(Parser* p, unsigned start, unsigned kind, int a, int b) {
  Regex* r = p->regex;
  unsigned i;
  emit(p, REGEX_JUMP, 0, 0);
  if (p->failed) return;
  for (i = r->step_count - 1; i > start; --i) r->steps[i] = r->steps[i - 1];
  r->steps[start].kind = (uint8_t)kind;
  r->steps[start].a = (int16_t)a;
  r->steps[start].b = (int16_t)b;
}

/* ---- Sets ------------------------------------------------------------------------------------ */

static unsigned add_set(Parser* p, const Bits* bits) {
  Regex* r = p->regex;
  RegexSet set;
  unsigned c, i;
  set.count = 0;
  for (c = 0; c < 256; ++c) {
    if (!bits->has[c]) continue;
    set.ranges[set.count].first = (uint8_t)c;
    while (c < 255 && bits->has[c + 1]) ++c;
    set.ranges[set.count++].last = (uint8_t)c;
  }
  for (i = 0; i < r->set_count; ++i)
    if (r->sets[i].count == set.count &&
        !memcmp(r->sets[i].ranges, set.ranges, set.count * sizeof(set.ranges[0])))
      return i;
  if (r->set_count == REGEX_MOST_SETS) {
    fail(p);
    return 0;
  }
  r->sets[r->set_count] = set;
  return r->set_count++;
}

static void put_range(const Parser* p, Bits* bits, unsigned first, unsigned last) {
  unsigned small;
  memset(bits->has + first, 1, last - first + 1);
  for (small = 'a'; (p->regex->flags & REG_ICASE) && small <= 'z'; ++small) {
    const unsigned big = small - 'a' + 'A';
    if ((first <= small && small <= last) || (first <= big && big <= last))
      bits->has[small] = bits->has[big] = 1;
  }
}

static void put(const Parser* p, Bits* bits, unsigned c) {
  put_range(p, bits, c, c);
}

static void emit_set(Parser* p, const Bits* bits) {
  emit(p, REGEX_SET, (int)add_set(p, bits), 0);
}

static void emit_character(Parser* p, unsigned c) {
  Bits bits = {{0}};
  put(p, &bits, c);
  emit_set(p, &bits);
}

static void negate(const Parser* p, Bits* bits) {
  unsigned c;
  for (c = 0; c < 256; ++c) bits->has[c] = !bits->has[c];
  if (p->regex->flags & REG_NEWLINE) bits->has['\n'] = 0;
}

static int is_word(unsigned c) {
  return c - '0' < 10u || c - 'A' < 26u || c - 'a' < 26u || c == '_';
}
static int is_space(unsigned c) {
  return c == ' ' || c - '\t' < 5u;
}

/* \w \W \s \S */
static void emit_kind(Parser* p, char kind) {
  const int wanted = kind == 'w' || kind == 's';
  Bits bits = {{0}};
  unsigned c;
  for (c = 0; c < 256; ++c)
    bits.has[c] = (kind == 'w' || kind == 'W' ? is_word(c) : is_space(c)) == wanted;
  emit_set(p, &bits);
}

static int class_has(const char* name, size_t size, int c, int* known) {
  static const struct {
    const char* name;
    int (*is)(int);
  } classes[] = {{"alpha", __cuttle_model_isalpha}, {"digit", __cuttle_model_isdigit},
                 {"alnum", __cuttle_model_isalnum}, {"upper", __cuttle_model_isupper},
                 {"lower", __cuttle_model_islower}, {"space", __cuttle_model_isspace},
                 {"blank", __cuttle_model_isblank}, {"punct", __cuttle_model_ispunct},
                 {"print", __cuttle_model_isprint}, {"graph", __cuttle_model_isgraph},
                 {"cntrl", __cuttle_model_iscntrl}, {"xdigit", __cuttle_model_isxdigit}};
  size_t i;
  for (i = 0; i < sizeof(classes) / sizeof(classes[0]); ++i)
    if (strlen(classes[i].name) == size && !memcmp(classes[i].name, name, size))
      return c < 128 && classes[i].is(c);
  *known = 0;
  return 0;
}

/* Behind [: */
static void put_class(Parser* p, Bits* bits) {
  const char* end = strstr(p->at, ":]");
  int known = 1;
  unsigned c;
  for (c = 1; end && c < 256; ++c)
    if (class_has(p->at, (size_t)(end - p->at), (int)c, &known)) put(p, bits, c);
  if (!end || !known)
    fail(p);
  else
    p->at = end + 2;
}

/* Behind [ */
static void parse_brackets(Parser* p) {
  const int negated = *p->at == '^';
  const char* first;
  Bits bits = {{0}};
  if (negated) ++p->at;
  for (first = p->at; !p->failed && (*p->at != ']' || p->at == first);) {
    unsigned c = (unsigned char)*p->at++, last = c;
    if (!c || (c == '[' && (*p->at == '.' || *p->at == '='))) return fail(p);
    if (c == '[' && *p->at == ':') {
      ++p->at;
      put_class(p, &bits);
      continue;
    }
    if (*p->at == '-' && p->at[1] != ']') {
      last = (unsigned char)p->at[1];
      if (!last || last == '[' || last < c) return fail(p);
      p->at += 2;
    }
    put_range(p, &bits, c, last);
  }
  ++p->at;
  if (negated) negate(p, &bits);
  emit_set(p, &bits);
}

/* ---- Structure ------------------------------------------------------------------------------- */

static void parse_alternatives(Parser* p);

/* Is here an operator that is written \c in basic patterns and c in extended ones? */
static int is_operator(const Parser* p, char c) {
  return p->extended ? *p->at == c : p->at[0] == '\\' && p->at[1] == c;
}
static int takes_operator(Parser* p, char c) {
  if (!is_operator(p, c)) return 0;
  p->at += p->extended ? 1 : 2;
  return 1;
}

static int is_end(const Parser* p) {
  return !*p->at || is_operator(p, '|') || (p->depth && is_operator(p, ')'));
}

static void parse_escape(Parser* p) {
  const char c = *p->at++;
  switch (c) {
    case 'w':
    case 'W':
    case 's':
    case 'S':
      return emit_kind(p, c);
    case 'b':
      return emit(p, REGEX_ASSERT, REGEX_WORD_EDGE, 0);
    case 'B':
      return emit(p, REGEX_ASSERT, REGEX_NO_EDGE, 0);
    case '<':
      return emit(p, REGEX_ASSERT, REGEX_WORD_BEGIN, 0);
    case '>':
      return emit(p, REGEX_ASSERT, REGEX_WORD_END, 0);
    case '.':
    case '[':
    case ']':
    case '*':
    case '^':
    case '$':
    case '\\':
    case '/':
    case '-':
      return emit_character(p, (unsigned char)c);
    default: /* what is special without the backslash in extended patterns */
      if (p->extended && c && strchr("(){}|+?", c)) return emit_character(p, (unsigned char)c);
      fail(p);
  }
}

/* Something that can be repeated. 1: it can. */
static int parse_atom(Parser* p, int first) {
  const Regex* r = p->regex;
  const char c = *p->at;
  if (takes_operator(p, '(')) {
    if (++p->depth > MOST_DEPTH) return fail(p), 0;
    parse_alternatives(p);
    if (!takes_operator(p, ')')) fail(p);
    --p->depth;
    return 1;
  }
  ++p->at;
  if (c == '^' && (p->extended || first)) return emit(p, REGEX_ASSERT, REGEX_LINE_BEGIN, 0), 0;
  if (c == '$' && (p->extended || is_end(p))) return emit(p, REGEX_ASSERT, REGEX_LINE_END, 0), 0;
  if (c == '\\') {
    const unsigned before = r->step_count;
    parse_escape(p);
    return !p->failed && r->steps[before].kind == REGEX_SET;
  }
  if (c == '[') return parse_brackets(p), 1;
  if (c == '.') {
    Bits none = {{0}};
    negate(p, &none);
    none.has[0] = 0;
    return emit_set(p, &none), 1;
  }
  if (p->extended && strchr("*+?{}|()", c)) return fail(p), 0;
  return emit_character(p, (unsigned char)c), 1;
}

static unsigned number(Parser* p, unsigned otherwise) {
  unsigned value = 0;
  if (*p->at < '0' || *p->at > '9') return otherwise;
  for (; *p->at >= '0' && *p->at <= '9' && value <= MOST_COPIES; ++p->at)
    value = 10 * value + (unsigned)(*p->at - '0');
  return value;
}

static void append_copy(Parser* p, const RegexStep* steps, unsigned count) {
  unsigned i;
  for (i = 0; i < count; ++i) emit(p, steps[i].kind, steps[i].a, steps[i].b);
}

static void make_optional(Parser* p, unsigned start) {
  insert(p, start, REGEX_SPLIT, 1, (int)(p->regex->step_count - start) + 1);
}

static void make_repeated(Parser* p, unsigned start) {
  make_optional(p, start);
  p->regex->steps[start].b = (int16_t)(p->regex->step_count - start + 1);
  emit(p, REGEX_JUMP, (int)start - (int)p->regex->step_count, 0);
}

/* Behind {, of the steps from `start` on. */
static void parse_interval(Parser* p, unsigned start) {
  Regex* r = p->regex;
  RegexStep block[256];
  const unsigned size = r->step_count - start;
  const unsigned least = number(p, 0);
  unsigned most = least, i;
  if (*p->at == ',') {
    ++p->at;
    most = number(p, ~0u);
  }
  if (!takes_operator(p, '}') || least > MOST_COPIES || (most != ~0u && most > MOST_COPIES) ||
      size > sizeof(block) / sizeof(block[0]))
    return fail(p);
  memcpy(block, r->steps + start, size * sizeof(block[0]));
  r->step_count = start;
  for (i = 0; i < least && !p->failed; ++i) append_copy(p, block, size);
  if (most == ~0u) {
    const unsigned last = r->step_count;
    append_copy(p, block, size);
    make_repeated(p, last);
  } else {
    for (; i < most && !p->failed; ++i) {
      const unsigned last = r->step_count;
      append_copy(p, block, size);
      make_optional(p, last);
    }
  }
}

/* 1: there was an operator. */
static int parse_repetition(Parser* p, unsigned start) {
  const unsigned size = p->regex->step_count - start;
  if (*p->at == '*') {
    ++p->at;
    make_repeated(p, start);
  } else if (takes_operator(p, '+')) {
    RegexStep again = {REGEX_SPLIT, (int16_t)-(int)size, 1};
    emit(p, again.kind, again.a, again.b);
  } else if (takes_operator(p, '?')) {
    make_optional(p, start);
  } else if (takes_operator(p, '{')) {
    parse_interval(p, start);
  } else {
    return 0;
  }
  return 1;
}

static void parse_sequence(Parser* p) {
  int first = 1, after_anchor = 0;
  for (; !p->failed && !is_end(p); first = 0) {
    const unsigned start = p->regex->step_count;
    const int anchor = !p->extended && first && *p->at == '^';
    int repeats = 1;
    if (!p->extended && (first || after_anchor) && *p->at == '*') {
      ++p->at; /* stands for itself there */
      emit_character(p, '*');
    } else {
      repeats = parse_atom(p, first);
    }
    while (!p->failed && repeats && parse_repetition(p, start)) {
    }
    /* What cannot be repeated, and is followed by an operator nevertheless. */
    if (!repeats && !(anchor && *p->at == '*') &&
        (*p->at == '*' || is_operator(p, '+') || is_operator(p, '?') || is_operator(p, '{')))
      fail(p);
    after_anchor = anchor;
  }
}

static void parse_alternatives(Parser* p) {
  const unsigned start = p->regex->step_count;
  unsigned jump;
  parse_sequence(p);
  if (p->failed || !takes_operator(p, '|')) return;
  insert(p, start, REGEX_SPLIT, 1, (int)(p->regex->step_count - start) + 2);
  jump = p->regex->step_count;
  emit(p, REGEX_JUMP, 0, 0);
  parse_alternatives(p);
  if (!p->failed) p->regex->steps[jump].a = (int16_t)(p->regex->step_count - jump);
}

/* Does a step of that kind follow without a character between? */
static int leads_to(const Regex* r, unsigned step, unsigned kind, int assertion, uint8_t* seen) {
  const RegexStep* here = &r->steps[step];
  if (seen[step]) return 0;
  seen[step] = 1;
  if (here->kind == kind && (kind == REGEX_SET || here->a == assertion)) return 1;
  switch (here->kind) {
    case REGEX_SPLIT:
      return leads_to(r, (unsigned)((int)step + here->a), kind, assertion, seen) ||
             leads_to(r, (unsigned)((int)step + here->b), kind, assertion, seen);
    case REGEX_JUMP:
      return leads_to(r, (unsigned)((int)step + here->a), kind, assertion, seen);
    case REGEX_ASSERT:
      return leads_to(r, step + 1, kind, assertion, seen);
    default:
      return 0;
  }
}

/* Lines that begin behind a character or end before one: there libc has its own view of newlines.
 */
static int has_inner_lines(const Regex* r) {
  uint8_t seen[REGEX_MOST_STEPS];
  unsigned i;
  for (i = 0; i < r->step_count; ++i) {
    const RegexStep* step = &r->steps[i];
    const int ends = step->kind == REGEX_ASSERT && step->a == REGEX_LINE_END;
    if (!ends && step->kind != REGEX_SET) continue;
    memset(seen, 0, r->step_count);
    if (leads_to(r, i + 1, ends ? REGEX_SET : REGEX_ASSERT, REGEX_LINE_BEGIN, seen)) return 1;
  }
  return 0;
}

int cuttle_regex_parse(Regex* regex, const char* pattern, int flags) {
  Parser p = {regex, pattern, (flags & REG_EXTENDED) != 0, 0, 0};
  Bits newline = {{0}}, word = {{0}};
  unsigned c;
  regex->flags = flags;
  regex->step_count = regex->set_count = 0;
  newline.has['\n'] = 1;
  for (c = 1; c < 256; ++c) word.has[c] = (uint8_t)is_word(c);
  add_set(&p, &newline);
  add_set(&p, &word);
  parse_alternatives(&p);
  if (*p.at) fail(&p);
  emit(&p, REGEX_MATCH, 0, 0);
  return !p.failed && !has_inner_lines(regex);
}

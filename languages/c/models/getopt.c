/* SPDX-License-Identifier: Apache-2.0 */

/* getopt and getopt_long as glibc has them: words that are no options move behind those that are,
 * unless the list of options begins with `+' (the first of them ends it) or `-' (they are options
 * of number 1). The variables (optind and so on) are libc's. */

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "languages/c/models/models.h"

typedef struct Options {
  int argc;
  char** argv;
  const char* letters;
  const struct option* words; /* NULL: letters only */
  int* word_index;
  int in_order; /* `+' or POSIXLY_CORRECT */
  int returns_all;
  int missing; /* what a missing argument returns */
  int quiet;
} Options;

/* Where the scan is: within a word of letters, and which words were skipped: [skipped, seen). The
 * options that came after them are in [seen, optind). */
static char* rest;
static int skipped, seen, started;

static int is_plain(const char* word) {
  return word[0] != '-' || word[1] == 0;
}

static void reverse(char** words, int first, int end) {
  while (first < --end) {
    char* other = words[first];
    words[first++] = words[end];
    words[end] = other;
  }
}

/* Puts the options before the words that were skipped. */
static void move_options_forward(char** argv) {
  if (skipped == seen) {
    skipped = seen = optind;
    return;
  }
  if (seen == optind) return;
  reverse(argv, skipped, seen);
  reverse(argv, seen, optind);
  reverse(argv, skipped, optind);
  skipped += optind - seen;
  seen = optind;
}

static int complain(const Options* o, const char* what, int dashes, const char* name, int length) {
  if (!o->quiet && opterr)
    fprintf(stderr, "%s: %s '%.*s%.*s'\n", o->argv[0], what, dashes, "--", length, name);
  return '?';
}

/* The argument is the rest of the word or the next word. */
static int take_next_word(const Options* o, const char* name, int length, int dashes) {
  if (optind < o->argc) {
    optarg = o->argv[optind++];
    return 0;
  }
  complain(o, "option requires an argument --", dashes, name, length);
  return o->missing;
}

/* ---- Words: --name, --name=value ------------------------------------------------------------- */

static int same_meaning(const struct option* a, const struct option* b) {
  return a->has_arg == b->has_arg && a->flag == b->flag && a->val == b->val;
}

/* The option that is meant: by its whole name, or by a beginning that no other has. */
static const struct option* find_word(const Options* o, const char* name, size_t length,
                                      int* ambiguous) {
  const struct option* found = NULL;
  const struct option* w;
  *ambiguous = 0;
  for (w = o->words; w->name; ++w) {
    if (strncmp(w->name, name, length) != 0) continue;
    if (strlen(w->name) == length) {
      *ambiguous = 0;
      return w;
    }
    if (found && !same_meaning(found, w)) *ambiguous = 1;
    if (!found) found = w;
  }
  return found;
}

static int scan_word(const Options* o) {
  char* name = o->argv[optind] + 2;
  const size_t length = strcspn(name, "=");
  int ambiguous, failed = 0;
  const struct option* w = find_word(o, name, length, &ambiguous);
  ++optind;
  optopt = 0;
  if (ambiguous) return complain(o, "option is ambiguous:", 2, name, (int)length);
  if (!w) return complain(o, "unrecognized option", 2, name, (int)length);
  if (name[length] == '=') {
    if (w->has_arg == no_argument) {
      optopt = w->val;
      return complain(o, "option doesn't allow an argument:", 2, name, (int)length);
    }
    optarg = name + length + 1;
  } else if (w->has_arg == required_argument) {
    failed = take_next_word(o, name, (int)length, 2);
    if (failed) optopt = w->val;
  }
  if (failed) return failed;
  if (o->word_index) *o->word_index = (int)(w - o->words);
  if (!w->flag) return w->val;
  *w->flag = w->val;
  return 0;
}

/* ---- Letters: -a, -abc, -ovalue -------------------------------------------------------------- */

static int scan_letter(const Options* o) {
  char* letter = rest++;
  const char* known = *letter == ':' || *letter == ';' ? NULL : strchr(o->letters, *letter);
  int failed = 0;
  if (!*rest) ++optind;
  if (!known) {
    optopt = *letter;
    return complain(o, "invalid option --", 0, letter, 1);
  }
  if (known[1] != ':') return *letter;
  if (*rest) {
    optarg = rest;
    ++optind;
  } else if (known[2] != ':') {
    failed = take_next_word(o, letter, 1, 0);
  }
  rest = NULL;
  if (failed) optopt = *letter;
  return failed ? failed : *letter;
}

/* ---------------------------------------------------------------------------------------------- */

/* Finds the next word that is an option. 0: there is none, or it is to be returned as it is. */
static int find_option(const Options* o, int* result) {
  if (seen > optind) seen = optind;
  if (skipped > seen) skipped = seen;
  move_options_forward(o->argv);
  if (!o->in_order && !o->returns_all)
    while (optind < o->argc && is_plain(o->argv[optind])) seen = ++optind;
  *result = -1;
  if (optind < o->argc && !strcmp(o->argv[optind], "--")) {
    ++optind;
    move_options_forward(o->argv);
    if (skipped != seen) optind = skipped;
    return 0;
  }
  if (optind >= o->argc) {
    if (skipped != seen) optind = skipped;
    return 0;
  }
  if (!is_plain(o->argv[optind])) return 1;
  if (o->returns_all) {
    optarg = o->argv[optind++];
    *result = 1;
  }
  return 0;
}

static int next_option(int argc, char* const* argv, const char* letters, const struct option* words,
                       int* word_index) {
  Options o = {argc, (char**)argv, letters, words, word_index, 0, 0, '?', 0};
  int result;
  if (argc < 1) return -1;
  if (!started || optind == 0) {
    if (optind == 0) optind = 1;
    started = 1;
    rest = NULL;
    skipped = seen = optind;
  }
  optarg = NULL;
  o.in_order = *letters == '+' || (*letters != '-' && getenv("POSIXLY_CORRECT"));
  o.returns_all = *letters == '-';
  if (*letters == '+' || *letters == '-') ++o.letters;
  o.quiet = *o.letters == ':';
  o.missing = o.quiet ? ':' : '?';
  if (rest && *rest) return scan_letter(&o);
  if (!find_option(&o, &result)) return result;
  if (words && argv[optind][1] == '-') return scan_word(&o);
  rest = argv[optind] + 1;
  return scan_letter(&o);
}

int MODEL(getopt)(int argc, char* const* argv, const char* letters) {
  return next_option(argc, argv, letters, NULL, NULL);
}

int MODEL(getopt_long)(int argc, char* const* argv, const char* letters, const struct option* words,
                       int* word_index) {
  return next_option(argc, argv, letters, words, word_index);
}

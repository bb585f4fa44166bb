// SPDX-License-Identifier: Apache-2.0
// Arguments that are read by getopt_long.
// run: --input argv:2:8 --max-runs 2000 --stop-on-bug
// expect: not exhausted
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char** argv) {
  static const struct option words[] = {{"level", required_argument, NULL, 'l'},
                                        {"verbose", no_argument, NULL, 'v'},
                                        {NULL, 0, NULL, 0}};
  int c, level = 0, verbose = 0;
  while ((c = getopt_long(argc, argv, "vl:", words, NULL)) != -1) {
    if (c == 'v') verbose = 1;
    if (c == 'l') level = atoi(optarg);
  }
  if (verbose && level == 7) abort();  // bug: abort
  return 0;
}

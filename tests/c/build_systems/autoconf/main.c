/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>

#include "config.h"
#include "sums.h"

#if !defined(HAVE_UNISTD_H) || defined(HAVE_NO_SUCH_HEADER_H) || defined(HAVE_NO_SUCH_FUNCTION) || \
    SIZEOF_LONG != 8
#error "configure was misled"
#endif

int main(void) {
  char line[8];
  if (!fgets(line, sizeof line, stdin)) return 0;
  if (digit_sum(strtol(line, NULL, 10)) == 25) abort();
  return 0;
}

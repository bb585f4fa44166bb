// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>

#include "words.h"

int main() {
  const int c = std::getchar();
  if (c != EOF && shout(static_cast<char>(c)) == 'Q' && c != 'Q') std::abort();
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A kind of mistake that nobody knows.
// run: --detect shift,shfit
int main(void) {
  return 0;
}
// expect: exit 2
// expect: stderr --detect: `shfit' is not known

// SPDX-License-Identifier: Apache-2.0
// A wrong --input is refused before anything is done.
// run: --input stdn
// run: --input stdin:0
// run: --input argv:x
// run: --input file:
// run: --input stdin --input stdin:4
int main(void) { return 0; }
// expect: exit 2
// expect: stderr --input

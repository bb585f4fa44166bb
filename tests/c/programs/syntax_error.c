// SPDX-License-Identifier: Apache-2.0
// The compiler's own words.
int main(void) { return 0 }
// expect: exit 2
// expect: stderr error: expected ';' after return statement
// expect: stderr syntax_error.c:3

// SPDX-License-Identifier: Apache-2.0
// A function that cannot be called with inputs.
// run: --function poke
int poke(int count, ...) { return count; }
int main(void) { return 0; }
// expect: exit 2
// expect: stderr `poke' takes a variable number of arguments

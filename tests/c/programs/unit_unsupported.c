// SPDX-License-Identifier: Apache-2.0
// A parameter that cannot be an input.
// run: --function poke
struct gadget {
  int size;
  int (*run)(int);
};
int poke(struct gadget g) { return g.size; }
int main(void) { return 0; }
// expect: exit 2
// expect: stderr poke

# SPDX-License-Identifier: Apache-2.0
"""Random programs in C that end: branches, bounded loops, calls, arrays, pointers, heap, concretising
operations and assertions, of which some fail."""

import random

HEAD = """#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
struct pair { int a; short b; char c; };
static int g0, g1 = 3, g2;
static int arr[4] = {1, 2, 3, 4};
static struct pair gp;
static int *where = &g1;
void reach_error(void) { abort(); }
"""


class Maker:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.checks = 0
        self.loops = 0
        self.inputs = 0
        self.lines = []

    def one_of(self, *items):
        return self.random.choice(items)

    def place(self):
        """Something that can be assigned."""
        return self.one_of("g0", "g1", "g2", "x", "y", "z", "x", "y", "z", "arr[1]", "arr[z & 3]",
                           "gp.a", "gp.b", "gp.c", "*where", "h->a", "h->b", "l.a", "l.c", "*q")

    def value(self, depth=2):
        if depth == 0 or self.random.random() < 0.4:
            return self.one_of(self.place(), str(self.random.randint(-3, 9)), "x", "y", "z")
        op = self.one_of("+", "-", "&", "|", "^", "*", "+", "-", ">>1 +", "%4 +", "/3 -")
        return f"({self.value(depth - 1)} {op} {self.value(depth - 1)})"

    def condition(self):
        return f"{self.value(1)} {self.one_of('<', '>', '==', '!=', '<=')} {self.value(1)}"

    def add(self, depth, text):
        self.lines.append("  " * depth + text)

    def statement(self, depth, nesting, inside):
        kind = self.random.random()
        if kind < 0.30:
            self.add(depth, f"{self.place()} = {self.value()};")
        elif kind < 0.36 and self.inputs < 6 and not inside:
            self.inputs += 1
            reader = self.one_of("__VERIFIER_nondet_int()", "__VERIFIER_nondet_uchar()",
                                 "__VERIFIER_nondet_uchar() & 7")
            self.add(depth, f"{self.one_of('x', 'y', 'z')} = {reader};")
        elif kind < 0.42:
            self.add(depth, f"where = {self.one_of('&g0', '&g1', '&g2', '&arr[2]', '&gp.a', '&x')};")
        elif kind < 0.45:
            self.add(depth, f"q = {self.one_of('&g2', '&x', '&arr[3]', '&h->a', '&l.a')};")
        elif kind < 0.48 and not inside:
            self.add(depth, "h = malloc(sizeof *h); h->a = x; h->b = 1; h->c = 2; q = &g0;")
        elif kind < 0.51:
            self.add(depth, "l = gp;" if self.random.random() < 0.5 else "gp = l;")
        elif kind < 0.58 and not inside:
            self.add(depth, f"{self.one_of('y', 'z', 'g0')} = {self.one_of('f1', 'f2')}"
                            f"({self.value(1)}, {self.value(1)});")
        elif kind < 0.68:
            self.checks += 1
            self.add(depth, f"if ({self.condition()}) {{ reach_error(); }} /* {self.checks} */"
                     if self.random.random() < 0.15 else
                     f"if (x > 90 && {self.condition()} && z == {self.random.randint(0, 9)}) reach_error();")
        elif nesting == 0:
            self.add(depth, f"{self.one_of('x', 'y', 'z')} = {self.value(1)};")
        elif kind < 0.90:
            self.add(depth, f"if ({self.condition()}) {{")
            self.block(depth + 1, nesting - 1, inside)
            if self.random.random() < 0.5:
                self.add(depth, "} else {")
                self.block(depth + 1, nesting - 1, inside)
            self.add(depth, "}")
        elif kind < 0.95 and self.loops < 2:
            self.loops += 1
            name = f"i{self.loops}"
            self.add(depth, f"for (int {name} = 0; {name} < {self.random.randint(1, 3)}; ++{name}) {{")
            self.block(depth + 1, 1, inside)
            self.add(depth, "}")
        else:
            self.add(depth, f"switch ({self.value(1)}) {{")
            for case in sorted(self.random.sample(range(-1, 6), 3)):
                self.add(depth, f"case {case}:")
                self.block(depth + 1, 0, inside)
                if self.random.random() < 0.8:
                    self.add(depth + 1, "break;")
            self.add(depth, "default: break;")
            self.add(depth, "}")

    def block(self, depth, nesting, inside):
        for _ in range(self.random.randint(1, 3)):
            self.statement(depth, nesting, inside)

    def locals(self, depth):
        self.add(depth, "struct pair l = {0, 0, 0}, *h = malloc(sizeof *h); int *q = &g2;")
        self.add(depth, "h->a = 0; h->b = 5; h->c = 0;")

    def function(self, name):
        self.add(0, f"static int {name}(int x, int y) {{")
        self.add(1, "int z = 1;")
        self.locals(1)
        self.block(1, 1, True)
        self.add(1, f"return {self.value(1)};")
        self.add(0, "}")

    def make(self):
        self.function("f1")
        self.function("f2")
        self.add(0, "int main(void) {")
        self.add(1, "int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_uchar(), z = 0;")
        self.locals(1)
        for _ in range(self.random.randint(4, 9)):
            self.statement(1, 2, False)
        self.add(1, "return 0;")
        self.add(0, "}")
        return HEAD + "\n".join(self.lines) + "\n"


def make_program(seed):
    return Maker(seed).make()


if __name__ == "__main__":
    import sys
    print(make_program(int(sys.argv[1])))

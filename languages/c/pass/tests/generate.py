# SPDX-License-Identifier: Apache-2.0
"""Random C programs without undefined behaviour (given -fwrapv), for comparing builds.

Each reads inputs i0, i1, ... and writes a check sum of all it computed to the file named by its
first argument. At its end it branches on every bit of the sum, so that a wrong expression shows up
as a mismatch of the run time.
"""

import random

INTEGERS = [
    ("signed char", 8, True), ("unsigned char", 8, False), ("short", 16, True),
    ("unsigned short", 16, False), ("int", 32, True), ("unsigned", 32, False),
    ("long", 64, True), ("unsigned long", 64, False),
]

HEADER = """
#include <cuttle/cuttle.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint64_t sum = 1469598103934665603ull;
static void mix(uint64_t v) { sum = (sum ^ v) * 1099511628211ull; sum ^= sum >> 29; }
#define DIV(T, MIN, a, b) ((T)(b) == 0 || ((MIN) != 0 && (T)(a) == (T)(MIN) && (T)(b) == (T)-1) ? (T)(a) : (T)((T)(a) / (T)(b)))
#define REM(T, MIN, a, b) ((T)(b) == 0 || ((MIN) != 0 && (T)(a) == (T)(MIN) && (T)(b) == (T)-1) ? (T)(b) : (T)((T)(a) % (T)(b)))
static long add_all(int n, ...) {
  va_list list; long all = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) all = all * 3 + va_arg(list, long);
  va_end(list);
  return all;
}
"""

MINIMUM = {8: "(-128)", 16: "(-32768)", 32: "(-2147483647-1)", 64: "(-9223372036854775807L-1)"}


class Program:
    def __init__(self, seed, floats=False, wide=False):
        self.random = random.Random(seed)
        self.floats = floats
        self.wide = wide
        self.functions = []
        self.globals = []
        self.arrays = []
        self.text = []
        self.inputs = []

    def pick_type(self):
        return self.random.choice(INTEGERS)

    # ---- expressions: (text) of any integer type -------------------------------------------------
    def constant(self, width, signed):
        kind = self.random.randrange(5)
        if kind == 0:
            value = self.random.choice([0, 1, 2, 3, 7, 8, 255, 127])
        elif kind == 1:
            value = (1 << (width - 1)) - 1
        else:
            value = self.random.getrandbits(self.random.choice([3, 8, 16, width]))
        value &= (1 << width) - 1
        if signed and value >= 1 << (width - 1):
            return f"(-{(1 << width) - value - 1}L-1)"
        return f"{value}{'UL' if not signed else 'L'}"

    def variable(self, scope):
        r = self.random
        names = scope["vars"]
        if self.arrays and r.random() < 0.25:
            name, _, size = r.choice(self.arrays)
            index = self.expression(scope, 1) if r.random() < 0.5 else str(r.randrange(size))
            return f"{name}[(unsigned char)({index}) & {size - 1}]"
        if r.random() < 0.15:
            return r.choice(["st.a", "st.b", "st.c", "st.d", "*pt", "un.w", "un.h[1]", "un.b[2]"])
        return r.choice(names)[0]

    def expression(self, scope, depth):
        r = self.random
        if depth <= 0 or r.random() < 0.15:
            if r.random() < 0.3:
                _, width, signed = self.pick_type()
                return self.constant(width, signed)
            return self.variable(scope)
        kind = r.randrange(18)
        a = self.expression(scope, depth - 1)
        b = self.expression(scope, depth - 1)
        name, width, signed = self.pick_type()
        if kind < 6:
            return f"({a} {r.choice(['+', '-', '*', '&', '|', '^'])} {b})"
        if kind == 6:
            minimum = MINIMUM[width] if signed and width >= 32 else "0"
            return f"{r.choice(['DIV', 'REM'])}({name}, {minimum}, {a}, {b})"
        if kind == 7:
            bits = max(width, 32)
            return f"(({name})({a}) {r.choice(['<<', '>>'])} ({b} & {bits - 1}))"
        if kind == 8:
            return f"({name})({a})"
        if kind == 9:
            return f"({a} {r.choice(['<', '<=', '>', '>=', '==', '!='])} {b})"
        if kind == 10:
            c = self.expression(scope, depth - 1)
            return f"({c} ? {a} : {b})"
        if kind == 11:
            return f"({r.choice(['-', '~', '!'])}({a}))"
        if kind == 12:
            return f"({a} {r.choice(['&&', '||'])} {b})"
        if kind == 13 and self.functions:
            callee, count = r.choice(self.functions)
            arguments = ", ".join(self.expression(scope, depth - 2) for _ in range(count))
            return f"{callee}({arguments})"
        if kind == 14:
            return r.choice([
                f"__builtin_bswap32({a})", f"__builtin_popcountl({a})", f"__builtin_bswap64({a})",
                f"__builtin_clzl(({a}) | 1)", f"__builtin_ctz(({a}) | 256)", f"__builtin_popcount({a})",
                f"__builtin_rotateleft32({a}, {b})", f"__builtin_rotateright64({a}, {b})",
                f"add_all(2, (long)({a}), (long)({b}))", f"__builtin_bitreverse16({a})"])
        if kind == 15:
            operation = r.choice(["add", "sub", "mul"])
            return f"({{ {name} o; int f = __builtin_{operation}_overflow(({name})({a}), ({name})({b}), &o); f ? 7 : o; }})"
        if kind == 16 and self.wide:
            t = r.choice(["__int128", "unsigned __int128"])
            left = f"(({t})({a}) << 31)"
            if r.random() < 0.3:
                return f"(long)(({left} {r.choice(['<<', '>>'])} (({b}) & 63)) >> 17)"
            return f"(long)(({left} {r.choice(['+', '-', '*', '&', '|', '^'])} ({t})({b})) >> 17)"
        if kind == 17 and self.floats:
            t = r.choice(["float", "double"])
            operation = r.choice(["+", "-", "*"])
            if r.random() < 0.5:
                return f"(({t})({a}) {r.choice(['<', '<=', '>', '==', '!='])} ({t})({b}))"
            return f"(int)(({t})(short)({a}) {operation} ({t})(signed char)({b}))"
        return f"({a} + {b})"

    # ---- statements ------------------------------------------------------------------------------
    def target(self, scope):
        while True:
            name = self.variable(scope)
            if not any(name == fixed for fixed in scope["fixed"]):
                return name

    def statement(self, scope, depth, indent):
        r = self.random
        pad = "  " * indent
        kind = r.randrange(15)
        if depth <= 0 or kind < 5:
            operation = r.choice(["=", "=", "=", "+=", "-=", "^=", "|=", "*="])
            return [f"{pad}{self.target(scope)} {operation} {self.expression(scope, 3)};"]
        if kind == 5:
            lines = [f"{pad}if ({self.expression(scope, 2)}) {{"]
            lines += self.block(scope, depth - 1, indent + 1)
            lines += [f"{pad}}} else {{"] + self.block(scope, depth - 1, indent + 1) + [f"{pad}}}"]
            return lines
        if kind == 6:
            counter = f"k{scope['counter']}"
            scope["counter"] += 1
            bound = r.choice([str(r.randrange(1, 6)), f"(int)({self.expression(scope, 1)} & 3)"])
            inner = dict(scope, vars=scope["vars"] + [(counter, 32)], fixed=scope["fixed"] | {counter})
            lines = [f"{pad}for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"]
            lines += self.block(inner, depth - 1, indent + 1)
            if r.random() < 0.4:
                lines.append(f"{pad}  if ({self.expression(inner, 2)}) {r.choice(['break', 'continue'])};")
            scope["counter"] = inner["counter"]
            return lines + [f"{pad}}}"]
        if kind == 7:
            lines = [f"{pad}switch ((unsigned char)({self.expression(scope, 2)}) & 15) {{"]
            values = r.sample(range(16), r.randrange(2, 9))
            for value in values:
                lines.append(f"{pad}case {value}:")
                if r.random() < 0.7:
                    lines += self.block(scope, depth - 2, indent + 1)
                    if r.random() < 0.7:
                        lines.append(f"{pad}  break;")
            if r.random() < 0.6:
                lines.append(f"{pad}default:")
                lines += self.block(scope, depth - 2, indent + 1)
            return lines + [f"{pad}  ;", f"{pad}}}"]
        if kind == 8 and len(self.arrays) > 1:
            (a, _, n), (b, _, m) = r.sample(self.arrays, 2)
            size = r.choice([1, 3, 8, min(n, m)])
            return [f"{pad}{r.choice(['memcpy', 'memmove'])}({a}, {b}, {size});"]
        if kind == 9 and self.arrays:
            name, _, size = r.choice(self.arrays)
            return [f"{pad}memset({name}, (int)({self.expression(scope, 1)}), {r.randrange(1, size)});"]
        if kind == 10:
            return [f"{pad}st = change(st, {self.expression(scope, 2)}, st2);",
                    f"{pad}st2.{r.choice('abcd')} = {self.expression(scope, 2)};"]
        if kind == 11 and self.arrays:
            return [f"{pad}pt = {r.choice(['&gi', '&st.c'])};"]
        if kind == 12:
            return [f"{pad}mix({self.expression(scope, 2)});"]
        if kind == 13:
            return [f"{pad}big[{r.randrange(20)}] = {self.expression(scope, 2)}; "
                    f"mix(take({r.choice(['bs', 'bs2'])}, (int)({self.expression(scope, 1)} & 7)));"]
        return [f"{pad}mix(table[(unsigned char)({self.expression(scope, 1)}) & 3]({self.expression(scope, 1)}));"]

    def block(self, scope, depth, indent):
        lines = []
        for _ in range(self.random.randrange(1, 4)):
            lines += self.statement(scope, depth, indent)
        return lines

    def function(self, name):
        r = self.random
        parameters = [(f"p{i}", self.pick_type()) for i in range(r.randrange(1, 4))]
        result = self.pick_type()
        local = [(f"v{i}", self.pick_type()) for i in range(r.randrange(1, 4))]
        head = ", ".join(f"{t[0]} {n}" for n, t in parameters)
        scope = {"vars": [(n, t[1]) for n, t in parameters + local] + self.globals,
                 "fixed": set(), "counter": 0}
        lines = [f"{result[0]} {name}({head}) {{", "  if (--fuel < 0) return 1;"]
        for n, t in local:
            lines.append(f"  {t[0]} {n} = {self.expression({**scope, 'vars': [(p, 0) for p, _ in parameters]}, 1)};")
        for _ in range(r.randrange(2, 5)):
            lines += self.statement(scope, 2, 1)
        lines += [f"  return {self.expression(scope, 2)};", "}"]
        self.text += lines
        self.functions.append((name, len(parameters)))

    def build(self):
        r = self.random
        out = [HEADER, "static int fuel = 300;", "static int gi = 5;"]
        out.append("struct S { int a; short b; int c; unsigned char d; };")
        out.append("union U { unsigned w; unsigned short h[2]; unsigned char b[4]; };")
        out.append("struct B { int n; long v[6]; unsigned f : 5, g : 11; signed h : 7; };")
        out.append("static struct S st = {1, 2, 3, 4}, st2; static union U un; static int *pt = &gi;")
        out.append("static int big[20]; static struct B bs = {3, {1, 2, 3, 4, 5, 6}, 7, 9, -3}, bs2;")
        for i in range(r.randrange(1, 4)):
            t = self.pick_type()
            out.append(f"static {t[0]} g{i} = {self.constant(t[1], t[2])};")
            self.globals.append((f"g{i}", t[1]))
        for i in range(r.randrange(1, 4)):
            t = self.pick_type()
            size = r.choice([4, 8, 16])
            out.append(f"static {t[0]} a{i}[{size}] = {{{', '.join(str(r.randrange(100)) for _ in range(size))}}};")
            self.arrays.append((f"a{i}", t[1], size))
        out.append("static struct S change(struct S s, long v, struct S t) { s.a += (int)v; s.b ^= t.b; "
                   "if (v & 4) s.d = (unsigned char)v; t.c--; s.c ^= t.c; return s; }")
        out.append("static long take(struct B b, int k) { b.v[k % 6] += b.f + b.g * b.h; bs2 = b; bs2.f += k; "
                   "bs2.h = k; return b.v[(k + 1) % 6] ^ b.n; }")
        out.append("static long t0(long v) { return v + 1; } static long t1(long v) { return v ^ 12; }")
        out.append("static long t2(long v) { return v > 5 ? v - 5 : v; }")
        out.append("static long (*table[4])(long) = {t0, t1, t2, t0};")
        for i in range(r.randrange(1, 5)):
            self.function(f"f{i}")
        out += self.text
        names = []
        body = []
        for i in range(r.randrange(1, 5)):
            t = self.pick_type()
            body += [f"  {t[0]} i{i};", f"  CUTTLE_input(i{i});"]
            names.append((f"i{i}", t[1]))
            self.inputs.append((f"i{i}", t[1]))
        scope = {"vars": names + self.globals, "fixed": set(), "counter": 0}
        for _ in range(r.randrange(4, 9)):
            body += self.statement(scope, 3, 1)
        for name, _ in names + self.globals:
            body.append(f"  mix({name});")
        for name, _, size in self.arrays:
            body.append(f"  for (int i = 0; i < {size}; i++) mix({name}[i]);")
        body += ["  mix(st.a); mix(st.b); mix(st.c); mix(st.d); mix(un.w); mix(gi); mix(bs2.v[2]); mix(bs2.f);",
                 "  for (int i = 0; i < 20; i++) mix(big[i]);",
                 "  unsigned long seen = 0;",
                 "  for (int i = 0; i < 64; i++) if (sum >> i & 1) seen |= 1ul << i;",
                 '  FILE* file = fopen(argv[1], "w");',
                 '  fprintf(file, "%lx\\n", seen);',
                 "  return fclose(file);"]
        out += ["int main(int argc, char** argv) {"] + body + ["}"]
        return "\n".join(out) + "\n"

# SPDX-License-Identifier: Apache-2.0
"""An interpreter of a toy language that tells Cuttle what it does: python3 toy.py PROGRAM.

    input NAME          assume E          if E ... else ... end
    NAME = E            assert E          while E ... end
    print E             fail "text"       # comment

Numbers have 32 bits and a sign, and wrap around. Operators: or and not == != < <= > >= + - * / %.
A value is a pair: the number as the program sees it, and the node that says how it came from inputs.
"""
import operator
import re
import sys

import cuttle_trace as ct
from cuttle_trace import Bug, Rejected

LEVELS = [["or"], ["and"], ["==", "!=", "<", "<=", ">", ">="], ["+", "-"], ["*", "/", "%"]]
COMPARE = {"==": (ct.EQ, operator.eq), "!=": (ct.NE, operator.ne), "<": (ct.SLT, operator.lt),
           "<=": (ct.SLE, operator.le)}
ARITHMETIC = {"+": (ct.ADD, operator.add), "-": (ct.SUB, operator.sub), "*": (ct.MUL, operator.mul),
              "/": (ct.SDIV, lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)),
              "%": (ct.SREM, lambda a, b: abs(a) % abs(b) * (-1 if a < 0 else 1))}
LOGIC = {"and": (ct.AND, operator.and_), "or": (ct.OR, operator.or_)}


def signed(value):
    return (value & 0xffffffff) - ((value & 0x80000000) << 1)


class Parser:
    def __init__(self, file):
        self.file, self.sites, self.lines = file, [], []
        for number, text in enumerate(open(file, encoding="utf-8"), 1):
            words = re.findall(r'"[^"]*"|#.*|\w+|[=!<>]=|\S', text)
            words = [w for w in words if not w.startswith("#")]
            if words:
                self.lines.append((number, words))
        self.program = self.block(())

    def block(self, ends):
        statements = []
        while self.lines and self.lines[0][1][0] not in ends:
            statements.append(self.statement())
        if ends and not self.lines:
            sys.exit(f"{self.file}: `end' is missing")
        return statements

    def statement(self):
        self.line, self.words = self.lines.pop(0)
        site, word = len(self.sites), self.words.pop(0)
        self.sites.append((self.line, word in ("if", "while")))
        if word in ("if", "while"):
            parts = [self.whole_expression(), self.block(("else", "end")), []]
            if word == "if" and self.lines[0][1][0] == "else":
                self.lines.pop(0)
                parts[2] = self.block(("end",))
            self.lines.pop(0)
            return site, word, *parts
        if word in ("input", "fail"):
            return site, word, self.words.pop(0).strip('"')
        if word in ("assume", "assert", "print"):
            return site, word, self.whole_expression()
        if self.words[:1] != ["="]:
            self.wrong(word)
        self.words.pop(0)
        return site, "set", word, self.whole_expression()

    def whole_expression(self):
        tree = self.expression(0)
        if self.words:
            self.wrong(self.words[0])
        return tree

    def expression(self, level):
        if level == len(LEVELS):
            return self.factor()
        left = self.expression(level + 1)
        while self.words and self.words[0] in LEVELS[level]:
            left = (self.words.pop(0), left, self.expression(level + 1))
        return left

    def factor(self):
        word = self.words.pop(0) if self.words else "the end of the line"
        if word == "(":
            tree = self.expression(0)
            if self.words[:1] != [")"]:
                self.wrong("(")
            self.words.pop(0)
            return tree
        if word == "not":
            return "not", self.expression(2)
        if word == "-":
            return "-", 0, self.factor()
        return int(word) if word.isdigit() else word if re.match(r"[a-z_]\w*$", word) else self.wrong(word)

    def wrong(self, word):
        sys.exit(f"{self.file}:{self.line}: I do not understand `{word}'")


class Interpreter:
    def __init__(self, parsed, back_end):
        self.file, self.sites, self.out, self.names = parsed.file, parsed.sites, back_end, {}

    def bug(self, kind, message):
        raise Bug(kind, message, self.file, self.sites[self.site][0])

    def block(self, statements):
        for site, word, *parts in statements:
            self.site = site
            self.out.visit(site)
            if word == "input":
                value, node = self.out.input(parts[0], 32, "int")
                self.names[parts[0]] = signed(value), node
            elif word == "set":
                self.names[parts[0]] = self.number(parts[1])
            elif word == "print":
                print(self.number(parts[0])[0])
            elif word == "fail":
                self.bug(ct.ERROR_CALL, parts[0])
            elif word == "if":
                self.block(parts[1] if self.decide(ct.BRANCH, parts[0]) else parts[2])
            elif word == "while":
                while self.decide(ct.BRANCH, parts[0]):
                    self.block(parts[1])
                    self.site = site
            elif word == "assume":
                if not self.decide(ct.ASSUME, parts[0]):
                    raise Rejected
            elif self.check(("not", parts[0]), ct.ASSERTION):
                self.bug(ct.ASSERTION, "the assertion does not hold")

    def decide(self, kind, tree):
        value, node = self.truth(tree)
        self.out.choice(kind, self.site, node, value)
        return value

    def check(self, tree, bug):
        """Is it a bug? The engine looks for inputs that say yes."""
        value, node = self.truth(tree)
        self.out.choice(ct.CHECK, self.site, node, value, bug)
        return value

    def operation(self, op, width, value, *operands, argument_width=32):
        """The node of an operation on pairs, of which one at least depends on inputs."""
        if not any(node for _, node in operands):
            return 0
        nodes = [node or self.out.constant(argument_width, number & ((1 << argument_width) - 1))
                 for number, node in operands]
        return self.out.node(op, width, value & ((1 << width) - 1), *nodes) if all(nodes) else 0

    def truth(self, tree):
        """As a condition: 0 or 1 and a node of width 1."""
        if isinstance(tree, tuple):
            name, *parts = tree
            if name in (">", ">="):
                name, parts = {">": "<", ">=": "<="}[name], parts[::-1]
            if name in COMPARE:
                op, function = COMPARE[name]
                a, b = self.number(parts[0]), self.number(parts[1])
                value = int(function(a[0], b[0]))
                return value, self.operation(op, 1, value, a, b)
            if name in LOGIC:
                op, function = LOGIC[name]
                a, b = self.truth(parts[0]), self.truth(parts[1])
                value = function(a[0], b[0])
                return value, self.operation(op, 1, value, a, b, argument_width=1)
            if name == "not":
                a = self.truth(parts[0])
                return 1 - a[0], self.operation(ct.NOT, 1, 1 - a[0], a, argument_width=1)
        return self.truth(("!=", tree, 0))

    def number(self, tree):
        if isinstance(tree, int):
            return signed(tree), 0
        if isinstance(tree, str):
            return self.names.get(tree, (0, 0))
        name, *parts = tree
        if name not in ARITHMETIC:
            value, node = self.truth(tree)
            return value, self.operation(ct.ZEXT, 32, value, (value, node), argument_width=1)
        op, function = ARITHMETIC[name]
        a, b = self.number(parts[0]), self.number(parts[1])
        if name in "/%":
            value = int(b[0] == 0)
            self.out.choice(ct.CHECK, self.site, self.operation(ct.EQ, 1, value, b, (0, 0)), value,
                            ct.DIVISION_BY_ZERO)
            if value:
                self.bug(ct.DIVISION_BY_ZERO, "division by zero")
        value = signed(function(a[0], b[0]))
        return value, self.operation(op, 32, value, a, b)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 toy.py PROGRAM")
    PARSED = Parser(sys.argv[1])
    sys.exit(ct.serve(PARSED.file, PARSED.sites, lambda out: Interpreter(PARSED, out).block(PARSED.program)))

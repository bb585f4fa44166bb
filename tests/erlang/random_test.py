# SPDX-License-Identifier: Apache-2.0
"""Generated functions over small inputs, compared with brute force: the clauses that each call goes through are its result, so
the set of results must be that of all inputs together; and every test case, evaluated on the plain module, must give
what Cuttle says. CUTTLE_RANDOM_PROGRAMS functions from CUTTLE_RANDOM_SEED on."""

import os
import random
import re

import harness
import support

PROGRAMS = int(os.environ.get("CUTTLE_RANDOM_PROGRAMS", "12"))
SEED = int(os.environ.get("CUTTLE_RANDOM_SEED", "1"))
LIST_LENGTH = 2

# Type -> how a spec says it, and all its values as Erlang text.
INTS = [str(n) for n in range(-2, 6)]
TYPES = {
    "int": ("-2..5", INTS),
    "atom": ("a | b | c", ["a", "b", "c"]),
    "pair": ("{a | b, -2..5}", [f"{{{x},{n}}}" for x in "ab" for n in INTS]),
    "either": ("-2..5 | a | {b, a | c}", INTS + ["a", "{b,a}", "{b,c}"]),
    "list": ("[0..3]", ["[]"] + [f"[{x}]" for x in range(4)] + [f"[{x},{y}]" for x in range(4) for y in range(4)]),
    "map": ("#{k := 0..3, a => b | c}",
            [f"#{{k => {k}}}" for k in range(4)] + [f"#{{a => {v},k => {k}}}" for k in range(4) for v in "bc"]),
    "bool": ("boolean()", ["true", "false"]),
}


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.names = 0

    def pick(self, *options):
        return self.random.choice(options)

    def fresh(self):
        self.names += 1
        return f"V{self.names}"

    def pattern(self, kind, bound):
        """A pattern for a value of that type, which adds its variables to `bound`."""
        if self.random.random() < 0.4:
            name = self.fresh()
            bound.append((name, kind))
            return name
        number = lambda: self.pattern("int", bound) if self.random.random() < 0.6 else str(self.random.randint(-2, 5))
        letter = lambda: self.pick("a", "b", "c")
        if kind == "int":
            return str(self.random.randint(-2, 5))
        if kind == "atom":
            return letter()
        if kind == "bool":
            return self.pick("true", "false")
        if kind == "pair":
            return f"{{{self.pattern('atom', bound)}, {number()}}}"
        if kind == "either":
            return self.pick(number, lambda: "a", lambda: f"{{b, {self.pattern('atom', bound)}}}")()
        if kind == "list":
            return self.pick(lambda: "[]", lambda: f"[{number()}]", lambda: f"[{number()}, {number()}]",
                             lambda: f"[{number()} | {self.pattern('list', bound)}]")()
        return self.pick(lambda: f"#{{k := {number()}}}", lambda: f"#{{a := {letter()}}}",
                         lambda: f"#{{a := {letter()}, k := {number()}}}")()

    def number(self, bound, depth=2):
        variables = [name for name, kind in bound if kind == "int"]
        if depth == 0 or self.random.random() < 0.4:
            return self.pick(*variables) if variables and self.random.random() < 0.8 else str(self.random.randint(-3, 6))
        a, b = self.number(bound, depth - 1), self.number(bound, depth - 1)
        form = self.pick("({0} + {1})", "({0} - {1})", "({0} * {1})", "({0} div {1})", "({0} rem {1})", "({0} band {1})",
                         "({0} bor {1})", "({0} bxor {1})", "abs({0})", "(bnot {0})", "({0} bsl 1)",
                         "({0} bsr 1)")
        return form.format(a, b)

    def test(self, bound):
        """A test that may stand in a guard."""
        a, b = self.number(bound), self.number(bound)
        tests = [f"{a} {self.pick('<', '=<', '>', '>=', '=:=', '=/=', '==', '/=')} {b}"]
        for name, kind in bound:
            tests.append(f"{self.pick('is_integer', 'is_atom', 'is_tuple', 'is_list', 'is_map', 'is_boolean')}({name})")
            tests.append(f"{name} {self.pick('<', '>=', '==', '=/=')} {self.pick(*[n for n, _ in bound], 'b', '2', '{b,a}', '[1]')}")
            extra = {"list": f"length({name}) > {self.pick(0, 1)}", "pair": f"element({self.pick(1, 2, 3)}, {name}) =:= {self.pick('a', 2)}",
                     "map": self.pick(f"is_map_key(a, {name})", f"map_get(a, {name}) =:= b", f"map_size({name}) > 1"),
                     "either": f"tuple_size({name}) =:= 2", "bool": name}
            tests.append(extra.get(kind, tests[0]))
        return self.pick(*tests)

    def guard(self, bound):
        tests = [self.test(bound) for _ in range(self.pick(0, 0, 1, 1, 2))]
        if not tests:
            return ""
        return " when " + self.pick(", ", "; ").join(tests)

    def label(self):
        self.names += 1
        return f"l{self.names}"

    def value(self, kind, bound):
        same = [name for name, other in bound if other == kind]
        if same and self.random.random() < 0.7:
            return self.pick(*same)
        if kind == "int":
            return self.number(bound)
        if kind == "list":
            return self.pick("[]", f"[{self.number(bound)}]", f"[{self.number(bound)} | {self.pick(*same, '[1]')}]",
                             f"lists:reverse({self.pick(*same, '[1,2]')})", f"({self.pick(*same, '[0]')} ++ [{self.number(bound)}])")
        return self.pick(*TYPES[kind][1])

    def body(self, bound, trace, depth):
        trace = f"[{self.label()} | {trace}]"
        if depth == 0 or self.random.random() < 0.3:
            return trace
        kind = self.pick(*TYPES)
        if self.random.random() < 0.2:
            return f"walk({self.value('list', bound)}, {self.number(bound)}, {trace})"
        clauses = []
        for _ in range(self.random.randint(1, 3)):
            inner = list(bound)
            pattern = self.pattern(kind, inner)
            clauses.append(f"{pattern}{self.guard(inner)} -> {self.body(inner, trace, depth - 1)}")
        if self.random.random() < 0.7:
            clauses.append(f"_ -> {self.body(bound, trace, depth - 1)}")
        return f"case {self.value(kind, bound)} of {'; '.join(clauses)} end"

    def function(self, name):
        kinds = [self.pick(*TYPES) for _ in range(self.pick(1, 2, 2))]
        lines = [f"-spec {name}({', '.join(TYPES[k][0] for k in kinds)}) -> any()."]
        clauses = []
        for _ in range(self.random.randint(1, 4)):
            bound = []
            patterns = [self.pattern(kind, bound) for kind in kinds]
            clauses.append(f"{name}({', '.join(patterns)}){self.guard(bound)} -> {self.body(bound, '[]', 2)}")
        if self.random.random() < 0.6:
            clauses.append(f"{name}({', '.join('_' for _ in kinds)}) -> [other]")
        return kinds, "\n".join(lines) + "\n" + ";\n".join(clauses) + ".\n"


WALK = """walk([X | Rest], N, T) when X > N -> walk(Rest, N, [more | T]);
walk([X | Rest], X, T) -> walk(Rest, X + 1, [same | T]);
walk([_ | Rest], N, T) -> walk(Rest, N - 1, [less | T]);
walk([], N, T) when N rem 2 =:= 0 -> [even | T];
walk([], _, T) -> [odd | T].
"""

# What a call comes to, without what depends on values: the error's name.
JUDGE = """
end_of(Call) ->
    try Call() of Trace -> io_lib:format("~w", [Trace])
    catch error:Reason -> ["error ", io_lib:format("~w", [name(Reason)])]
    end.
name(Reason) when is_tuple(Reason) -> element(1, Reason);
name(Reason) -> Reason.
"""


class Random(harness.ErlangTest):
    def judged(self, module, calls):
        """The ends of calls on the plain module, in order."""
        lines = ",\n".join(f"fun() -> {call} end" for call in calls)
        self.write("judge.erl", f"-module(judge).\n-export([main/0]).\n-compile(nowarn_export_all).\n"
                                f"main() -> [io:format(\"~s~n\", [end_of(F)]) || F <- calls()].\ncalls() -> [{lines}].\n{JUDGE}")
        said = self.erl(f"[{{ok, M}} = compile:file(M) || M <- [{module}, judge]], io:format(\"~nends~n\"), judge:main()")
        return said.partition("\nends\n")[2].splitlines()

    @staticmethod
    def every_call(module, name, kinds):
        calls = [""]
        for kind in kinds:
            calls = [(call + "," if call else "") + value for call in calls for value in TYPES[kind][1]]
        return [f"{module}:{name}({call})" for call in calls]

    @staticmethod
    def end_of(outcome):
        error = re.match(r"BUG: erlang-error, error: \{?([a-z_]+)", outcome)
        return f"error {error[1]}" if error else outcome.replace(" ", "").replace("\n", "")

    def test_clauses_are_those_of_brute_force(self):
        for start in range(0, PROGRAMS, 16):
            functions = {}
            text = ""
            for i in range(start, min(start + 16, PROGRAMS)):
                kinds, code = Generator(SEED + i).function(f"f{i}")
                functions[f"f{i}"] = kinds
                text += code
            exports = ", ".join(f"{name}/{len(kinds)}" for name, kinds in functions.items())
            self.write("subject.erl", f"-module(subject).\n-compile([nowarn_unused_vars, nowarn_unused_function]).\n-export([{exports}]).\n{text}{WALK}")
            for name, kinds in functions.items():
                with self.subTest(name=name, seed=SEED + int(name[1:])):
                    self.compare(name, kinds)

    def compare(self, name, kinds):
        every = self.every_call("subject", name, kinds)
        done = self.cuttle("run", "subject.erl", "--function", f"{name}/{len(kinds)}", "--list-length", str(LIST_LENGTH), "--list",
                           "--json", "s.json", "--out", f"{name}.cuttle", timeout=300)
        self.assertIn(done.returncode, (0, 1), done.stderr_text)
        cases = self.cases(done)
        ends = self.judged("subject", every + [call for call, _ in cases])
        expected, again = ends[:len(every)], ends[len(every):]
        self.assertEqual([self.end_of(outcome) for _, outcome in cases], again, "test cases on the plain module")
        self.assertTrue({call.replace(" ", "") for call, _ in cases} <= {call.replace(" ", "") for call in every},
                        "an input is outside of the spec")
        summary = (self.folder / "s.json").read_text()
        self.assertEqual({end for end in again}, set(expected), summary + done.stdout_text)
        self.assertIn('"exhausted": true', summary)
        self.assertIn('"duplicate_paths": 0', summary)
        self.assertIn('"divergences": 0', summary)


if __name__ == "__main__":
    support.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares plain and instrumented builds of generated programs.

    fuzz.py --build BUILD_FOLDER [--llvm 19] [--first SEED] [--count N] [--keep]

For each program and each of -O0, -O1, -O2: the instrumented program, run with symbolic inputs,
computes what the plain one computes, and the run time never meets an expression whose value
disagrees with the program's. Prints the failing seeds; exit code 1 when there are any.
"""

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile

from generate import Program

MISMATCH, OVERWRITTEN = "9", "8"

INPUTS = """
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
void __cuttle_input(void* at, size_t size, const char* name, const char* type) {
  char key[64];
  snprintf(key, sizeof key, "IN_%s", name);
  const char* text = getenv(key);
  unsigned long long value = text ? strtoull(text, NULL, 0) : 0;
  memcpy(at, &value, size);
}
"""


def run(command, **options):
    return subprocess.run(command, capture_output=True, text=True, timeout=600, **options)


class Fuzz:
    def __init__(self, options, folder):
        self.options = options
        self.folder = folder
        root = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../../.."))
        self.headers = os.path.join(root, "include")
        self.libraries = os.path.join(options.build, "lib", "cuttle")
        self.probe = os.path.join(options.build, "bin", "cuttle-pass-probe")
        self.clang = f"clang-{options.llvm}"
        with open(self.path("inputs.c"), "w") as file:
            file.write(INPUTS)

    def path(self, name):
        return os.path.join(self.folder, name)

    def compile(self, arguments, instrumented):
        command = [self.clang, "-w", "-g", "-fwrapv", "-I", self.headers] + arguments
        if instrumented:
            command += [f"-fpass-plugin={self.libraries}/libcuttle-pass-{self.options.llvm}.so"]
            command += ["-Wl,--whole-archive", f"{self.libraries}/libcuttle-runtime.a",
                        "-Wl,--no-whole-archive", "-lm", "-lpthread", "-ldl"]
        result = run(command)
        return result.stderr if result.returncode else ""

    def value_of(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def plain(self, inputs):
        if os.path.exists(self.path("plain.out")):
            os.remove(self.path("plain.out"))
        environment = dict(os.environ, **{f"IN_{name}": str(value) for name, _, value in inputs})
        run([self.path("plain"), self.path("plain.out")], env=environment)
        return self.value_of("plain.out")

    def symbolic(self, program, inputs):
        if os.path.exists(self.path("symbolic.out")):
            os.remove(self.path("symbolic.out"))
        values = [f"{name}:{width}={value}" for name, width, value in inputs]
        result = run([self.probe, program] + values + ["--", self.path("symbolic.out")])
        lines = [line.split() for line in result.stdout.splitlines()]
        bad = [line for line in lines if line[0] == "event" and line[1] in (MISMATCH, OVERWRITTEN)]
        bad += [line for line in lines if line[0] == "damaged"]
        if bad:
            return f"events: {bad[:3]}"
        if not os.path.exists(self.path("symbolic.out")):
            return f"no result: {result.stdout[:200]} {result.stderr[:300]}"
        return self.value_of("symbolic.out")

    def check(self, seed):
        program = Program(seed, floats=seed % 3 == 1, wide=seed % 4 == 2)
        with open(self.path("program.c"), "w") as file:
            file.write(program.build())
        error = self.compile(["-O0", self.path("program.c"), self.path("inputs.c"), "-o", self.path("plain")], False)
        if error:
            return "plain: " + error[:500]
        source = random.Random(seed)
        cases = [[(name, width, source.choice([0, source.getrandbits(width), source.getrandbits(4)]))
                  for name, width in program.inputs] for _ in range(2)]
        expected = [self.plain(case) for case in cases]
        for level in self.options.levels.split(","):
            binary = self.path("program" + level)
            error = self.compile(["-O" + level, self.path("program.c"), "-o", binary], True)
            if error:
                return f"-O{level}: " + error[:1500]
            for case, right in zip(cases, expected):
                got = self.symbolic(binary, case)
                if got != right:
                    return f"-O{level} {case}: {got.strip()} instead of {right.strip()}"
        return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--levels", default="0,1,2")
    parser.add_argument("--keep", action="store_true")
    options = parser.parse_args()
    failed = 0
    folder = tempfile.mkdtemp(prefix="cuttle-pass-")
    fuzz = Fuzz(options, folder)
    for seed in range(options.first, options.first + options.count):
        problem = fuzz.check(seed)
        if problem:
            failed += 1
            print(f"seed {seed}: {problem}", flush=True)
    print(f"{options.count - failed} of {options.count} programs agree")
    print(f"{'not ok' if failed else 'ok'} generated programs")
    if not options.keep:
        shutil.rmtree(folder)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

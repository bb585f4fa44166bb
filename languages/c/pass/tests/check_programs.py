#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Instrumented programs that run without the engine behave like plain ones.

    check_programs.py --build BUILD_FOLDER [--llvm 19] [--levels 0,1,2] [PROGRAM...]

For each program beside this script (or given): the same output and exit code at each level. A line
`flags: ...` in the program's first lines adds to the compiler's flags. Prints TAP.
"""

import argparse
import glob
import os
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def run(command):
    return subprocess.run(command, capture_output=True, timeout=300)


def flags_of(source):
    with open(source) as file:
        for line in file.readlines()[:5]:
            if "flags:" in line:
                return line.split("flags:")[1].replace("*/", "").split()
    return []


def compile_program(options, source, level, program, instrumented):
    compiler = "clang++" if source.endswith(".cpp") else "clang"
    command = [f"{compiler}-{options.llvm}", "-w", "-g", f"-O{level}", source, "-o", program] + flags_of(source)
    libraries = os.path.join(options.build, "lib", "cuttle")
    if instrumented:
        command += [f"-fpass-plugin={libraries}/libcuttle-pass-{options.llvm}.so",
                    "-Wl,--whole-archive", f"{libraries}/libcuttle-runtime.a",
                    "-Wl,--no-whole-archive", f"{libraries}/libcuttle-models.a"]
    result = run(command + ["-lm", "-lpthread", "-ldl"])
    return result.stderr.decode()[:2000] if result.returncode else ""


def check(options, source, folder):
    plain, instrumented = os.path.join(folder, "plain"), os.path.join(folder, "instrumented")
    error = compile_program(options, source, 0, plain, False)
    if error:
        return "plain: " + error
    right = run([plain])
    for level in options.levels.split(","):
        error = compile_program(options, source, level, instrumented, True)
        if error:
            return f"-O{level}: {error}"
        got = run([instrumented])
        if (got.returncode, got.stdout) != (right.returncode, right.stdout):
            return (f"-O{level}: exit {got.returncode} instead of {right.returncode}\n"
                    f"{got.stdout.decode()}instead of\n{right.stdout.decode()}{got.stderr.decode()[:500]}")
    return ""


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--levels", default="0,1,2")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    programs = options.programs or sorted(glob.glob(os.path.join(HERE, "programs", "*.c*")))
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for program in programs:
            problem = check(options, program, folder)
            failed += bool(problem)
            if problem:
                print(problem)
            print(f"{'not ok' if problem else 'ok'} {os.path.basename(program)}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What instrumentation costs when nothing is symbolic.

    overhead.py --build BUILD_FOLDER [--llvm 19] [--rounds 5] [KERNEL...]

Each kernel is built plainly with clang -O1 and instrumented with -O1; the best user time of several
rounds, taken in turns, counts. Prints one line per kernel and the median ratio.
"""

import argparse
import glob
import os
import resource
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def build(options, source, program, instrumented):
    command = [f"clang-{options.llvm}", "-O1", "-g", "-w", source, "-o", program]
    if instrumented:
        libraries = os.path.join(options.build, "lib", "cuttle")
        command += [f"-fpass-plugin={libraries}/libcuttle-pass-{options.llvm}.so",
                    "-Wl,--whole-archive", f"{libraries}/libcuttle-runtime.a",
                    "-Wl,--no-whole-archive", "-lm", "-lpthread", "-ldl"]
    subprocess.run(command, check=True)


def user_seconds(program):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    output = subprocess.run([program], check=True, capture_output=True).stdout
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, output


def measure(options, source, folder):
    programs = [os.path.join(folder, "plain"), os.path.join(folder, "instrumented")]
    build(options, source, programs[0], False)
    build(options, source, programs[1], True)
    best, outputs = [float("inf")] * 2, [b""] * 2
    for _ in range(options.rounds):
        for i, program in enumerate(programs):
            seconds, outputs[i] = user_seconds(program)
            best[i] = min(best[i], seconds)
    if outputs[0] != outputs[1]:
        sys.exit(f"{source}: the instrumented program computes something else")
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", required=True)
    parser.add_argument("--llvm", default="19")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("kernels", nargs="*")
    options = parser.parse_args()
    sources = sorted(glob.glob(os.path.join(HERE, "*.c")))
    ratios = []
    print(f"{'kernel':16} {'plain':>8} {'instr.':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for source in sources:
            name = os.path.splitext(os.path.basename(source))[0]
            if options.kernels and name not in options.kernels:
                continue
            plain, instrumented = measure(options, source, folder)
            ratios.append(instrumented / plain)
            print(f"{name:16} {plain:7.3f}s {instrumented:7.3f}s {ratios[-1]:6.2f}", flush=True)
    print(f"median {statistics.median(ratios):.2f}, worst {max(ratios):.2f}")


if __name__ == "__main__":
    main()

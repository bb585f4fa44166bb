#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Executions of programs with threads per second, beside what the kernel needs for as many threads.

    threads.py --cuttle CUTTLE [--llvm 19]
"""

import argparse
import json
import os
import resource
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAMS = os.path.join(HERE, "..", "..", "..", "tests", "c", "threads")

# Program, definition, threads, executions, visible steps of one execution (about).
CASES = [
    ("indexer.c", "N=14", 14, 512, 14 * 6 + 28),
    ("last_zero.c", "N=10", 11, 3328, 11 * 4 + 22),
    ("writers.c", "N=6", 6, 720, 6 * 3 + 12),
    ("increments.c", "N=6", 6, 720, 6 * 6 + 12),
]


def children_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def explore(tool, case, folder):
    source, define = os.path.join(PROGRAMS, case[0]), case[1]
    command = [tool, "run", source, f"--cflags=-pthread -D{define}", "--threads", "controlled",
               "--out", os.path.join(folder, "out"), "--json", os.path.join(folder, "summary.json")]
    subprocess.run(command + ["--max-runs", "1"], capture_output=True, check=False)
    before = children_seconds()
    subprocess.run(command, capture_output=True, check=False)
    seconds = children_seconds() - before
    with open(os.path.join(folder, "summary.json"), encoding="utf-8") as file:
        return json.load(file), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuttle", required=True)
    parser.add_argument("--llvm", default="19")
    options = parser.parse_args()
    print(f"{'program':22} {'executions':>10} {'CPU s':>7} {'per second':>10} {'us each':>8} "
          f"{'kernel us':>9} {'ratio':>6}")
    with tempfile.TemporaryDirectory(prefix="cuttle-bench-") as folder:
        kernel = os.path.join(folder, "kernel_threads")
        subprocess.run([f"clang-{options.llvm}", "-O2", os.path.join(HERE, "kernel_threads.c"),
                        "-o", kernel, "-lpthread"], check=True)
        for case in CASES:
            summary, seconds = explore(options.cuttle, case, folder)
            count = summary["schedule"]["executions"] or summary["runs"]
            baseline = float(subprocess.run([kernel, str(case[2]), str(case[4])], check=True,
                                            capture_output=True).stdout) / 1000
            each = seconds / max(count, 1) * 1e6
            note = "" if count == case[3] else f"  (not {case[3]})"
            print(f"{case[0] + ' ' + case[1]:22} {count:>10} {seconds:>7.2f} "
                  f"{count / max(seconds, 1e-9):>10.0f} {each:>8.0f} {baseline:>9.0f} "
                  f"{each / baseline:>6.2f}{note}", flush=True)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Paths per CPU second of whole campaigns."""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# A thousand tests become files: on a disk where as many were deleted a minute ago, ext4 would take
# three quarters of the time.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None

# program, flags, options, KLEE's rate, how many times faster we want to be
CASES = [
    ("regex", "", [], 640, 5),
    ("tokenizer", "-DSIZE=8", [], 2070, 3),
    ("tokenizer", "-DSIZE=12", [], 2070, 3),
    ("branches", "", [], 4900, 1),
]


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def explore(cuttle, program, flags, options, folder, runs):
    """The summary of one campaign and its CPU seconds, compilation not counted."""
    summary = folder / "summary.json"
    command = [cuttle, "run", str(HERE / f"{program}.c"), "--out", str(folder / "out"), "-q",
               "--json", str(summary), *options]
    if flags:
        command.append(f"--cflags={flags}")
    subprocess.run([*command, "--max-runs", "1"], check=False, capture_output=True)
    before = cpu_of_children()
    subprocess.run([*command, "--max-runs", str(runs)], check=False, capture_output=True)
    seconds = cpu_of_children() - before
    return json.loads(summary.read_text()), seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = HERE.parent.parent.parent
    parser.add_argument("--cuttle", default=os.environ.get("CUTTLE_TOOL",
                                                           str(root / "build/release/bin/cuttle")))
    parser.add_argument("--max-runs", type=int, default=20000)
    parser.add_argument("--options", default="--strategy dfs", help="for cuttle run")
    parser.add_argument("programs", nargs="*")
    arguments = parser.parse_args()
    print(f"{'program':<20}{'paths':>8}{'CPU s':>8}{'paths/s':>9}{'KLEE':>7}{'ratio':>7}{'goal':>6}")
    for program, flags, options, klee, goal in CASES:
        if arguments.programs and program not in arguments.programs:
            continue
        with tempfile.TemporaryDirectory(prefix="cuttle-bench-", dir=MEMORY) as folder:
            summary, seconds = explore(arguments.cuttle, program, flags,
                                       [*options, *arguments.options.split()],
                                       pathlib.Path(folder), arguments.max_runs)
        rate = summary["paths"] / seconds
        name = program + (" " + flags if flags else "")
        print(f"{name:<20}{summary['paths']:>8}{seconds:>8.2f}{rate:>9.0f}{klee:>7}"
              f"{rate / klee:>7.2f}{goal:>6}"
              f"{'' if summary['exhausted'] else '  (not exhausted)'}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Tests the containers of examples/c/containers and compares with table V of the CUTE paper.

Each row has at most as many runs as the paper's. `needed' is the smallest number of runs that covers as many
branches as the paper's whole row. OPT 1 is the share of queries that were refuted without a solver; OPT 2&3
the share of constraints that did not have to be looked at because others do not depend on them. A row is
WORSE when it covers less than the paper's, needs more runs for that, or, of the red-black tree, does not run
ten times as many paths for each second of processor time.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
FOLDER = os.path.join(ROOT, "examples", "c", "containers")

# Name, program, options; of the paper: seconds, paths, branch coverage.
ROWS = [
    ("array quick sort", "sort_test.c",
     ["--function", "check_sort", "--array", "a:n", "--cflags", "-DSORT=quick_sort"], 2, 732, 97.73),
    ("array heap sort", "sort_test.c",
     ["--function", "check_sort", "--array", "a:n", "--cflags", "-DSORT=heap_sort"], 4, 1764, 100.0),
    ("linked list", "list_test.c", ["--function", "check_list"], 2, 570, 96.15),
    ("sorted list", "sorted_list_test.c", ["--function", "check_sorted_list"], 2, 1020, 96.49),
    ("doubly linked list", "dlist_test.c", ["--function", "check_dlist"], 3, 1317, 99.12),
    ("hash table", "htable_test.c", [], 1, 193, 85.19),
    ("red-black tree", "rbtree_test.c", ["--function", "check_rbtree", "--cflags", "-DNODES=6"],
     2629, 1000000, 71.18),
]


def cpu_seconds():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def explore(tool, program, options, runs, seconds):
    with tempfile.TemporaryDirectory(prefix="cuttle-bench-") as folder:
        summary = os.path.join(folder, "summary.json")
        command = [tool, "run", os.path.join(FOLDER, program), *options, "--time", str(seconds), "--out",
                   os.path.join(folder, "out"), "--json", summary, "--quiet", "--max-runs"]
        subprocess.run([*command, "1"], capture_output=True, check=False)  # compiles the program
        start = cpu_seconds()
        subprocess.run([*command, str(runs)], capture_output=True, check=False)
        used = cpu_seconds() - start
        lcov = os.path.join(folder, "lcov")
        subprocess.run([tool, "report", os.path.join(folder, "out"), "--lcov", lcov, "--quiet"],
                       capture_output=True, check=False)
        with open(summary, encoding="utf-8") as file, open(lcov, encoding="utf-8") as covered:
            return json.load(file), tested_functions(covered), used


def tested_functions(lcov):
    """How many functions of the container itself were called."""
    called, in_header = set(), False
    for line in lcov:
        if line.startswith("SF:"):
            in_header = line.strip().endswith(".h")
        if in_header and line.startswith("FNDA:") and not line.startswith("FNDA:0,"):
            called.add(line.strip().partition(",")[2])
    return len(called)


def runs_needed(tool, program, options, most, coverage):
    """The campaign is the same every time, so its length can be searched for."""
    low, high = 0, most
    while high - low > 1:
        middle = (low + high) // 2
        found, _, _ = explore(tool, program, options, middle, 600)
        branches = found["coverage"]["branches"]
        if percent(branches["covered"], branches["total"]) >= coverage:
            high = middle
        else:
            low = middle
    return high


def percent(part, whole):
    return 100.0 * part / whole if whole else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuttle", default=os.path.join(ROOT, "build", "dev", "bin", "cuttle"))
    parser.add_argument("--seconds", type=float, default=60, help="for each row")
    arguments = parser.parse_args()
    print(f"{'':20} {'seconds':>8} {'CPU s':>6} {'runs':>7} {'paths':>6} {'runs/s':>7} {'per CPU s':>9} "
          f"{'branches':>9} {'needed':>6} {'functions':>9} {'OPT 1':>6} {'OPT 2&3':>8} {'bugs':>5} "
          f"| CUTE: runs, runs/s, branches")
    failed = False
    for name, program, options, seconds, paths, coverage in ROWS:
        found, functions, used = explore(arguments.cuttle, program, options, paths, arguments.seconds)
        branches, solver = found["coverage"]["branches"], found["solver"]
        covered = percent(branches["covered"], branches["total"])
        layers = solver["layers"]
        sliced = 100 - percent(layers["slice.kept"], layers["slice.seen"])
        enough = covered >= coverage
        needed = runs_needed(arguments.cuttle, program, options, min(found["runs"], 4096), coverage) if enough else 0
        slow = paths == 1000000 and found["runs"] / used < 10 * paths / seconds
        worse = not enough or needed >= paths or slow
        failed = failed or worse
        print(f"{name:20} {found['seconds']:8.2f} {used:6.2f} {found['runs']:7} {found['paths']:6} "
              f"{found['runs'] / max(found['seconds'], 1e-9):7.0f} {found['runs'] / used:9.0f} {covered:8.2f}% "
              f"{needed:6} {functions:9} "
              f"{percent(solver['fast_unsat'], solver['queries']):5.1f}% {sliced:7.1f}% "
              f"{len(found['bugs']):5} | {paths}, {paths / seconds:.0f}, {coverage}%{'  WORSE' if worse else ''}",
              flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

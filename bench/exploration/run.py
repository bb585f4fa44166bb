#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Explores the programs of this folder to the end and prints what that cost."""

import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent

# The number of paths of each program: orderings that its comparisons tell apart.
EXPECTED = {
    "bubble_sort_6": 720,
    "insertion_sort_6": 720,
    "heap_sort_5": 210,
    "quick_sort_5": 120,
    "search_tree_5": 541,
    "red_black_tree_5": 541,
}


def cpu_of_children() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def explore(cuttle: str, program: str, folder: pathlib.Path, extra: list[str]) -> tuple[dict, float]:
    """The summary of one campaign and its CPU seconds, compilation not counted."""
    summary = folder / f"{program}.json"
    command = [cuttle, "run", str(HERE / f"{program}.c"), "--out", str(folder / program)]
    command += ["--json", str(summary), *extra]
    # The first campaign pays for the compiler; the second one finds its products.
    subprocess.run([*command, "--max-runs", "1"], check=False, capture_output=True)
    before = cpu_of_children()
    subprocess.run(command, check=False, capture_output=True)
    seconds = cpu_of_children() - before
    return json.loads(summary.read_text()), seconds


def share(part: float, whole: float) -> str:
    return f"{100 * part / whole:5.1f}%" if whole else "     -"


def report(program: str, summary: dict, seconds: float) -> bool:
    solver = summary["solver"]
    layers = solver.get("layers", {})
    without_sat = solver["queries"] - layers.get("sat.calls", 0) - layers.get("z3.calls", 0)
    sliced = layers.get("slice.seen", 0) - layers.get("slice.kept", 0)
    good = (
        summary["exhausted"]
        and summary["paths"] == EXPECTED[program]
        and summary["duplicate_paths"] == 0
        and summary["divergences"] == 0
    )
    print(
        f"{program:18} {summary['paths']:6} {seconds:8.2f} {summary['paths'] / seconds:9.0f}"
        f" {solver['queries']:8} {share(solver['fast_unsat'], solver['unsat']):>9}"
        f" {share(without_sat, solver['queries']):>12} {share(sliced, layers.get('slice.seen', 0)):>10}"
        f"   {'ok' if good else 'WRONG: expected %d paths, exhausted' % EXPECTED[program]}"
    )
    return good


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuttle", default=str(HERE.parent.parent / "build/release/bin/cuttle"))
    parser.add_argument("--strategy", default="dfs")
    parser.add_argument("programs", nargs="*", default=list(EXPECTED))
    options = parser.parse_args()
    unknown = [name for name in options.programs if name not in EXPECTED]
    if unknown or not os.access(options.cuttle, os.X_OK):
        sys.exit(f"no such program: {', '.join(unknown)}" if unknown else f"not built: {options.cuttle}")
    print(
        "program             paths  CPU s  paths/CPU s  queries  fast of unsat  without SAT  sliced away"
    )
    with tempfile.TemporaryDirectory() as folder:
        results = [
            report(name, *explore(options.cuttle, name, pathlib.Path(folder), ["--strategy", options.strategy]))
            for name in options.programs
        ]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Random programs fail at the same places with and without pruning, for each strategy."""

import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import support
from random_programs import make_program

MOST_RUNS = 300
STRATEGIES = ("dfs", "random", "cfg")


def explore(folder, source, *options):
    summary = folder / "summary.json"
    process = subprocess.run(
        [support.TOOL, "run", source, "--out", folder / "campaign", "--json", summary,
         "--max-runs", str(MOST_RUNS), *options],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if process.returncode not in (0, 1):
        raise RuntimeError(process.stderr)
    return json.loads(summary.read_text(encoding="utf-8"))


def places(summary):
    return sorted({bug["location"] for bug in summary["bugs"]})


def compare(seed, folder):
    """None when the program says nothing; otherwise (plain runs, pruned runs), or raises."""
    source = folder / "program.c"
    source.write_text(make_program(seed), encoding="utf-8")
    plain = explore(folder, source, "--strategy", "dfs")
    if not plain["exhausted"]:
        return None
    runs = []
    for strategy in STRATEGIES:
        pruned = explore(folder, source, "--strategy", strategy, "--prune")
        if any(item["reason"].startswith("solver") for item in pruned["incomplete"]):
            return None  # too hard a condition, on a busy machine: it says nothing
        if places(pruned) != places(plain):
            raise AssertionError(f"seed {seed}, {strategy}: {places(pruned)} instead of "
                                 f"{places(plain)}")
        if pruned["verified"] and plain["bugs"]:
            raise AssertionError(f"seed {seed}, {strategy}: verified, and it has bugs")
        if not pruned["exhausted"]:
            raise AssertionError(f"seed {seed}, {strategy}: not exhausted")
        runs.append(pruned["runs"])
    return plain["runs"], min(runs), len(plain["bugs"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=12)
    parser.add_argument("--first", type=int, default=1)
    options = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cuttle-test-"))
    told = bad = saved = failing = total = 0
    try:
        for seed in range(options.first, options.first + options.programs):
            try:
                found = compare(seed, folder)
            except AssertionError as problem:
                print(f"not ok random program: {problem}", flush=True)
                bad += 1
                continue
            if found is None:
                continue
            told += 1
            total += found[0]
            saved += found[0] - found[1]
            failing += found[2] > 0
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(f"# {told} of {options.programs} programs compared, {failing} with bugs; "
          f"{saved} of {total} runs saved")
    print(f"{'ok' if bad == 0 and told > 0 else 'not ok'} random programs fail where they should")
    return bad != 0


if __name__ == "__main__":
    sys.exit(main())

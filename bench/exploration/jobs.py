#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a second worker gains: the time with --jobs 1 divided by that with --jobs 2, on this machine.

With --baseline TOOL the same for another build of Cuttle, taking turns with this one."""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent

# Enough paths that the start of the workers does not count.
PROGRAMS = {
    "branches": [str(ROOT / "bench/c/rates/branches.c"), "--strategy", "dfs"],
    "tokenizer": [str(ROOT / "bench/c/rates/tokenizer.c"), "--cflags", "-DSIZE=12", "--strategy",
                  "dfs", "--max-runs", "12000"],
}


def seconds_of(tool: str, words: list[str], jobs: int, folder: pathlib.Path) -> float:
    command = [tool, "run", *words, "--jobs", str(jobs), "--out", str(folder / "c"), "--quiet"]
    summary = folder / "summary.json"
    begin = time.monotonic()
    subprocess.run([*command, "--json", str(summary)], check=False, capture_output=True)
    total = time.monotonic() - begin
    done = json.loads(summary.read_text())
    assert done["duplicate_paths"] == 0 and done["divergences"] == 0, done
    return total


def measure(tools: dict[str, str], words: list[str], rounds: int) -> dict[str, list[float]]:
    """By tool: the gain in each round."""
    gains: dict[str, list[float]] = {name: [] for name in tools}
    with tempfile.TemporaryDirectory() as folder:
        for name, tool in tools.items():  # the first campaign pays for the compiler
            (pathlib.Path(folder) / name).mkdir()
            seconds_of(tool, [*words, "--max-runs", "1"], 1, pathlib.Path(folder) / name)
        for _ in range(rounds):
            for name, tool in tools.items():
                place = pathlib.Path(folder) / name
                one, two = (seconds_of(tool, words, jobs, place) for jobs in (1, 2))
                gains[name].append(one / two)
                print(f"  {name}: {one:.2f} s, {two:.2f} s", flush=True)
    return gains


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--baseline", help="another cuttle to compare with")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--cuttle", default=str(ROOT / "build/release/bin/cuttle"))
    options = parser.parse_args()
    tools = {"this": options.cuttle}
    if options.baseline:
        tools["baseline"] = options.baseline
    if (os.cpu_count() or 1) < 2:
        print("one processor only: nothing to gain here")
    for program, words in PROGRAMS.items():
        print(program, flush=True)
        for name, gains in measure(tools, words, options.rounds).items():
            print(f"{program}: {name} gains {statistics.median(gains):.2f} times "
                  f"({min(gains):.2f} to {max(gains):.2f})", flush=True)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Explores driver-like programs with and without pruning; prints ratios measured in the same run."""

import argparse
import json
import os
import pathlib
import subprocess
import tempfile

from drivers import DRIVERS, driver_source, locks_source

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = os.environ.get("CUTTLE_TOOL", str(ROOT / "build/release/bin/cuttle"))


def explore(folder, text, *options):
    source = folder / "program.c"
    source.write_text(text, encoding="utf-8")
    summary = folder / "summary.json"
    subprocess.run([TOOL, "run", source, "--out", folder / "campaign", "--json", summary, *options],
                   cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return json.loads(summary.read_text(encoding="utf-8"))


def verdict(summary):
    if summary.get("verified"):
        return "verified"
    return f"{len(summary['bugs'])} bug(s)" if summary["bugs"] else \
        ("exhausted" if summary["exhausted"] else "open")


def compare(folder, label, text, strategy, bound):
    """`bound`: seconds for the run without pruning; a lower bound of the ratio when they end it."""
    pruned = explore(folder, text, "--prune", "--strategy", strategy, "--time", str(bound))
    plain = explore(folder, text, "--strategy", strategy, "--time", str(bound))
    ratio = plain["seconds"] / max(pruned["seconds"], 0.001)
    sign = "" if plain["exhausted"] or plain["bugs"] else ">"
    ends = pruned["prune"]["subsumed"] + pruned["runs"]
    print(f"{label:24} {strategy:7} {verdict(plain):12} {plain['runs']:8} runs {plain['seconds']:8.2f} s | "
          f"{verdict(pruned):10} {pruned['runs']:6} runs {pruned['seconds']:7.2f} s  "
          f"{100 * pruned['prune']['subsumed'] / ends:4.0f} % subsumed  {sign}{ratio:.0f} x", flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    names = ["keyboard"] if options.quick else list(DRIVERS)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for count in (5, 10) if options.quick else (5, 8, 10, 12, 15):
            for strategy in ("dfs", "random", "cfg"):
                compare(folder, f"locks {count}", locks_source(count), strategy, options.seconds)
        for driver in names:
            for requests in (1, 2, 3):
                for safe in (True, False):
                    for strategy in ("dfs", "random", "cfg"):
                        label = f"{driver} {requests} {'safe' if safe else 'unsafe'}"
                        compare(folder, label, driver_source(driver, requests, safe), strategy,
                                options.seconds)


if __name__ == "__main__":
    main()

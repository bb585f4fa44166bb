# SPDX-License-Identifier: Apache-2.0
"""The paper's four experiments on driver-like programs, with pruning on and off; says which bars are missed.

A program of k requests has P**k paths, with P those of one request, which are counted by running them all. Time to N paths without
pruning is that of the paths it ran within --seconds, in proportion: it takes the same for each (the paper's first figure, and ours)."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from drivers import DRIVERS, driver_source, locks_source

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
TOOL = os.environ.get("CUTTLE_TOOL", str(ROOT / "build/release/bin/cuttle"))
STRATEGIES = ("dfs", "random", "cfg")
FASTER = {"dfs": 50, "random": 20, "cfg": 20}

# All paths matter to what comes behind them, of which nothing is known.
OPAQUE = """#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned h = 0;
  char text[20] = "abc";
%s
  text[h & 1] = 0;
  if (strlen(text) > 5) abort();
  return 0;
}
""" % "\n".join(f"  if (__VERIFIER_nondet_int() > 5) h |= 1u << {i};" for i in range(11))


def explore(folder, text, *options):
    source = folder / "program.c"
    source.write_text(text, encoding="utf-8")
    summary = folder / "summary.json"
    subprocess.run([TOOL, "run", source, "--out", folder / "campaign", "--json", summary, *options],
                   cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL, check=False)
    return json.loads(summary.read_text(encoding="utf-8"))


class Bars:
    def __init__(self):
        self.missed = 0

    def __call__(self, reached, what):
        self.missed += not reached
        return f"{what}{'' if reached else ' MISSED'}"


def driver(folder, bars, name, requests, one, options):
    text = driver_source(name, requests, True)
    paths = one["paths"] ** requests
    for strategy in STRATEGIES:
        pruned = explore(folder, text, "--prune", "--strategy", strategy)
        plain = explore(folder, text, "--strategy", strategy,
                        *([] if options.whole else ["--time", str(options.seconds)]))
        seconds = plain["seconds"] * paths / max(1, plain["runs"])
        ratio = seconds / max(pruned["seconds"], 0.001)
        subsumed = 100 * (1 - pruned["runs"] / paths)
        least = 100 if strategy == "cfg" else FASTER[strategy]
        print(f"{name} x{requests} {strategy:7} {paths:14,} paths in {pruned['runs']} runs, {pruned['seconds']:.2f} s, "
              f"without pruning {'' if plain['exhausted'] else 'about '}{seconds:,.0f} s: " +
              bars(pruned["verified"] and ratio >= least, f"{ratio:,.0f} x") + ", " +
              bars(subsumed >= 95, f"{subsumed:.2f} % subsumed") +
              f", {paths / pruned['runs'] - 1:,.0f} more paths for each run" +
              ("" if requests < 3 else bars(pruned["seconds"] < 60, ", below a minute")), flush=True)
    unsafe = driver_source(name, requests, False)
    found = [explore(folder, unsafe, "--prune", "--strategy", s) for s in STRATEGIES]
    places = {bug["location"] for bug in explore(folder, driver_source(name, 1, False))["bugs"]}
    kept = all(places <= {bug["location"] for bug in s["bugs"]} for s in found)
    print(f"{name} x{requests} unsafe: " + bars(kept and places, f"{len(places)} bug(s) found by all"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--seconds", type=float, default=20, help="for each campaign without pruning")
    parser.add_argument("--whole", action="store_true", help="run that to its end: hours")
    options = parser.parse_args()
    bars = Bars()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for count in (5, 10) if options.quick else range(5, 16):
            for strategy in STRATEGIES:
                runs = explore(folder, locks_source(count), "--prune", "--strategy", strategy)["runs"]
                print(f"locks {count:2} {strategy:7} " + bars(runs <= count * count, f"{runs} runs"))
        for driver_name in ["keyboard"] if options.quick else list(DRIVERS):
            one = explore(folder, driver_source(driver_name, 1, True), "--strategy", "cfg")
            for requests in (2,) if options.quick else (2, 3):
                driver(folder, bars, driver_name, requests, one, options)
        for strategy in STRATEGIES:
            plain = explore(folder, OPAQUE, "--strategy", strategy)["seconds"]
            pruned = explore(folder, OPAQUE, "--strategy", strategy, "--prune")["seconds"]
            print(f"nothing to prune {strategy:7} " +
                  bars(pruned <= 1.5 * plain, f"{pruned / plain:.2f} times as long"))
    return bars.missed != 0


if __name__ == "__main__":
    sys.exit(main())

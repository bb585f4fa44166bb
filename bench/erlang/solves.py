#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""solves.py CUTTLE: runs and solves per second of whole campaigns, against one fresh Z3 process for each query (which is how CutEr
solves), and a loop of 10,000 iterations whose counter is an input."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

SORT = """-module(sort).\n-export([f/1]).\n-spec f([0..9]) -> any().
f(L) -> case lists:sort(L) of [3, 3 | _] -> a; [1, 2, 3 | _] -> b; S -> S end.\n"""
LOOP = "-module(loop).\n-export([f/1]).\n-spec f(10000..10002) -> ok.\nf(0) -> ok;\nf(N) -> f(N - 1).\n"
FRESH = """#include <z3.h>
int main(void) {
  Z3_context context = Z3_mk_context(Z3_mk_config());
  return Z3_eval_smtlib2_string(context, "(declare-const x (_ BitVec 32)) (assert (and (bvsgt x #x00000003) (not (= x #x00000007))))"
                                         "(check-sat) (get-model)") == 0;
}
"""


def campaign(tool, folder, name, text):
    (folder / f"{name}.erl").write_text(text)
    before = os.times()
    subprocess.run([tool, "run", f"{name}.erl", "--max-runs", "2000", "--json", "s.json", "--out", f"{name}.cuttle"], cwd=folder,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return json.loads((folder / "s.json").read_text()), cpu


def z3_seconds(folder, count=20):
    (folder / "fresh.c").write_text(FRESH)
    subprocess.run(["cc", "-O2", "fresh.c", "-lz3", "-o", "fresh"], cwd=folder, check=True)
    begin = time.monotonic()
    for _ in range(count):
        subprocess.run([str(folder / "fresh")], check=True)
    return (time.monotonic() - begin) / count


def main():
    tool = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        summary, _ = campaign(tool, folder, "sort", SORT)
        queries, seconds, fresh = summary["solver"]["queries"], summary["solver"]["seconds"], z3_seconds(folder)
        print(f"runs/s    {summary['runs'] / summary['seconds']:10.0f}")
        print(f"solves/s  {queries / seconds:10.0f}, a fresh Z3 {1 / fresh:.0f}: {queries / seconds * fresh:.0f} times as many")
        summary, cpu = campaign(tool, folder, "loop", LOOP)
        print(f"loop      {cpu / summary['runs']:10.2f} s of CPU for each run of 10,000 iterations, with all that is done once")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Shows that memory stays bounded: the peak of a campaign after 10,000 and 100,000 queries."""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = HERE / "memory" / "text_fields.c"


def campaign(cuttle: str, folder: pathlib.Path, runs: int) -> tuple[int, float]:
    """The number of queries and the peak of resident memory in MB of a campaign of so many runs."""
    summary = folder / f"{runs}.json"
    command = [cuttle, "run", str(PROGRAM), "--strategy", "random", "--out", str(folder / "campaign")]
    command += ["--max-runs", str(runs), "--json", str(summary), "--quiet"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    return json.loads(summary.read_text())["solver"]["queries"], usage.ru_maxrss / 1024


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuttle", default=str(HERE.parent.parent / "build/release/bin/cuttle"))
    options = parser.parse_args()
    if not os.access(options.cuttle, os.X_OK):
        sys.exit(f"not built: {options.cuttle}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        # The first one pays for the compiler, whose memory is not ours, and tells how many runs to make.
        first, _ = campaign(options.cuttle, folder, 500)
        for wanted in (10_000, 100_000):
            queries, megabytes = campaign(options.cuttle, folder, max(1, 500 * wanted // first))
            print(f"{queries:8} queries  {megabytes:7.1f} MB at the peak", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Time until the first run of a program is done, as a ratio to a plain compilation of the same file."""

import argparse
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# The file, and the library in /usr/include that becomes the project's own code.
PROGRAMS = {"regex": (HERE / "regex.cpp", None),
            "cli11": (HERE.parent / "real" / "cli11.cpp", "CLI"),
            "json": (HERE.parent / "real" / "json.cpp", "nlohmann")}


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def measure(command, folder):
    """Seconds by the clock, and of CPU time."""
    clock, cpu = time.monotonic(), cpu_of_children()
    done = subprocess.run([str(word) for word in command], cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):  # 1: the first run found a bug
        sys.exit(f"failed: {' '.join(map(str, command))}\n{done.stderr}")
    return time.monotonic() - clock, cpu_of_children() - cpu


def best_of(rounds, prepare, command, folder):
    figures = []
    for _ in range(rounds):
        prepare()
        figures.append(measure(command, folder))
    return [min(column) for column in zip(*figures)]


def compare(name, options, folder):
    source, library = PROGRAMS[name]
    include = folder / "include"
    include.mkdir()
    if library:
        shutil.copytree(pathlib.Path("/usr/include", library), include / library)
    plain = best_of(options.rounds, lambda: None,
                    ["clang++-19", "-O1", "-g", "-w", f"-I{include}", "-c", source, "-o", "plain.o"], folder)
    ours = best_of(options.rounds, lambda: shutil.rmtree(folder / "out", ignore_errors=True),
                   [options.cuttle, "run", source, "--out", "out", "-q", "--input", "stdin:16",
                    "--cflags", f"-I{include}", "--max-runs", 1], folder)
    return plain, ours


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = HERE.parent.parent.parent
    parser.add_argument("--cuttle", default=os.environ.get("CUTTLE_TOOL", str(root / "build/release/bin/cuttle")))
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("programs", nargs="*", choices=[[], *PROGRAMS])
    options = parser.parse_args()
    options.cuttle = os.path.abspath(options.cuttle)
    print(f"{'program':<10}{'clang++ -O1 -g':>16}{'first run':>11}{'ratio':>7}{'of CPU time':>13}")
    for name in options.programs or PROGRAMS:
        with tempfile.TemporaryDirectory(prefix="cuttle-bench-") as text:
            plain, ours = compare(name, options, pathlib.Path(text))
        print(f"{name:<10}{plain[0]:>14.1f} s{ours[0]:>9.1f} s{ours[0] / plain[0]:>7.1f}{ours[1] / plain[1]:>13.1f}",
              flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

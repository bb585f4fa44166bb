#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Branch coverage of Cuttle and libFuzzer on the same harnesses in the same CPU time.

Both draw random numbers, so each harness is tried with several seeds; what counts is the median.
"""

import argparse
import json
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
# The language, the largest input, and the library, whose branches count.
HARNESSES = {"json": ("cpp", 8, "nlohmann"),
             "uthash": ("c", 12, "uthash.h"),  # macros: they count where they are used
             "stb": ("c", 48, "stb"),
             "cli11": ("cpp", 16, "CLI")}


def cpu_of_children():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compiler(kind):
    return "clang++-19" if kind == "cpp" else "clang-19"


def quiet(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, check=False, **options)


def build(*command, folder):
    done = quiet(*command, cwd=folder)
    if done.returncode != 0:
        sys.exit(f"cannot build: {' '.join(map(str, command))}\n{done.stderr.decode(errors='replace')}")


def vendor(library, folder):
    """A copy of the library as a part of the project: what is in /usr/include is nobody's own code."""
    include = folder / "include"
    include.mkdir()
    installed = pathlib.Path("/usr/include", library)
    if installed.is_dir():
        shutil.copytree(installed, include / library)
    else:
        shutil.copy(installed, include)


def fuzz(source, kind, size, folder, seconds, seed):
    if not (folder / "fuzzer").exists():
        build(compiler(kind), "-O1", "-w", "-Iinclude", "-fsanitize=fuzzer", source, "-o",
              folder / "fuzzer", "-lm", folder=folder)
    corpus = folder / f"fuzzed{seed}"
    corpus.mkdir()
    before = cpu_of_children()
    # The limit is on CPU time: on a busy machine, wall-clock time would not be the same for both.
    quiet("prlimit", f"--cpu={max(1, round(seconds))}", folder / "fuzzer", corpus, f"-max_len={size}",
          f"-seed={seed}", "-rss_limit_mb=4096", cwd=folder)
    return sorted(corpus.iterdir()), cpu_of_children() - before


def explore(cuttle, source, size, folder, seconds, seed):
    out = folder / "explored"
    command = [cuttle, "run", source, "--out", out, "-q", "--input", f"stdin:{size}", "--cflags",
               f"-I{folder / 'include'}", "--seed", seed]
    if not out.exists():
        quiet(*command, "--max-runs", 1, cwd=folder)  # pays for the compiler
    before = cpu_of_children()
    quiet(*command, "--time", seconds, cwd=folder)
    return sorted((out / "tests").glob("*.stdin")), cpu_of_children() - before


def coverage(source, kind, files, folder, main):
    """Covered and all branches when the harness gets the files one after the other."""
    program = folder / "covered"
    if not program.exists():
        build(compiler(kind), "-O0", "-w", "-fprofile-instr-generate", "-fcoverage-mapping",
              "-Iinclude", source, main, "-o", program, "-lm", folder=folder)
    for start in range(0, len(files), 500):
        quiet(program, *files[start:start + 500], cwd=folder,
              env={**os.environ, "LLVM_PROFILE_FILE": str(folder / f"profile.{start}.raw")})
    raw = sorted(folder.glob("profile.*.raw"))
    quiet("llvm-profdata-19", "merge", *raw, "-o", folder / "profile")
    for file in raw:
        file.unlink()
    report = quiet("llvm-cov-19", "export", "-summary-only", program, "-instr-profile",
                   folder / "profile", folder / "include", source)
    totals = json.loads(report.stdout)["data"][0]["totals"]["branches"]
    return totals["covered"], totals["count"]


def compare(cuttle, name, seconds, trials):
    """What both cover in each trial, how much there is, and the CPU time of each."""
    kind, size, library = HARNESSES[name]
    source = HERE / f"{name}.{kind}"
    ours, theirs, times = [], [], []
    with tempfile.TemporaryDirectory(prefix="cuttle-bench-") as text:
        folder = pathlib.Path(text)
        vendor(library, folder)
        for seed in range(1, trials + 1):
            tests, taken = explore(cuttle, source, size, folder, seconds, seed)
            covered, every = coverage(source, kind, tests, folder, HERE / "main.c")
            corpus, their_time = fuzz(source, kind, size, folder, taken, seed)
            other, _ = coverage(source, kind, corpus, folder, HERE / "main.c")
            ours.append(covered)
            theirs.append(other)
            times.append((taken, their_time))
            if sys.stderr.isatty():
                print(f"\r{name}: {seed} of {trials}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr)
    return ours, theirs, every, [statistics.mean(column) for column in zip(*times)]


def spread(covered):
    return f"{statistics.median(covered):g} ({min(covered)}..{max(covered)})"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    root = HERE.parent.parent.parent
    parser.add_argument("--cuttle", default=os.environ.get("CUTTLE_TOOL",
                                                           str(root / "build/release/bin/cuttle")))
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--trials", type=int, default=3, help="with different seeds")
    parser.add_argument("harnesses", nargs="*")
    arguments = parser.parse_args()
    cuttle = os.path.abspath(arguments.cuttle)
    print(f"{'harness':<10}{'Cuttle':>18}{'libFuzzer':>18}{'all':>7}{'CPU s':>8}{'CPU s':>8}")
    for name in arguments.harnesses or HARNESSES:
        ours, theirs, every, times = compare(cuttle, name, arguments.seconds, arguments.trials)
        print(f"{name:<10}{spread(ours):>18}{spread(theirs):>18}{every:>7}{times[0]:>8.1f}"
              f"{times[1]:>8.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""How fast the Prolog machine is on concrete code, and how many test cases it makes per second.

    python3 bench/prolog/run.py [--tool build/release/bin/cuttle]
"""

import argparse
import json
import pathlib
import re
import resource
import shlex
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
INFERENCES = 496 + 31 + 3  # one round of nrev.pl


def seconds_of(command):
    """CPU seconds, which other work on the machine disturbs less than the clock."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def rate(command_of, few, many):
    """Inferences per second, without the time for starting up."""
    took = min(seconds_of(command_of(many)) for _ in range(2)) - min(seconds_of(command_of(few)) for _ in range(2))
    return (many - few) * INFERENCES / took


def naive_reverse(tool, folder):
    def cuttle(rounds):
        return [tool, "run", HERE / "nrev.pl", "--goal", f"bench({rounds})", "--ground", "none", "--check", "none",
                "--inferences", "1000000000", "--run-timeout", "600", "--out", f"{folder}/nrev.cuttle", "-q"]

    def swipl(rounds):
        return ["swipl", "-g", f"bench({rounds})", "-t", "halt", str(HERE / "nrev.pl")]

    ours, theirs = rate(cuttle, 1, 10_000), rate(swipl, 1, 40_000)
    print(f"naive reverse   {ours / 1e6:6.2f} million inferences/s   (SWI-Prolog {theirs / 1e6:.2f}, ratio {ours / theirs:.2f})")


def test_cases(tool, folder):
    print(f"\n{'example':<14}{'test cases':>12}{'seconds':>10}{'per second':>12}")
    for program in sorted((ROOT / "examples/prolog").glob("*.pl")):
        options = re.search(r"^% cuttle run \S+ (.*)$", program.read_text(), re.M).group(1)
        summary = pathlib.Path(folder) / "summary.json"
        subprocess.run([tool, "run", program, *shlex.split(options), "--check", "none", "--time", "20", "-q", "--json",
                        summary, "--out", f"{folder}/{program.stem}.cuttle"], stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        found = json.loads(summary.read_text())
        note = "" if found["exhausted"] else "  (incomplete)"
        print(f"{program.stem:<14}{found['paths']:>12}{found['seconds']:>10.2f}"
              f"{found['paths'] / max(found['seconds'], 1e-3):>12.0f}{note}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", default=str(ROOT / "build/release/bin/cuttle"))
    tool = str(pathlib.Path(parser.parse_args().tool).resolve())
    with tempfile.TemporaryDirectory() as folder:
        naive_reverse(tool, folder)
        test_cases(tool, folder)


if __name__ == "__main__":
    main()

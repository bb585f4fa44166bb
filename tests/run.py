#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs every test that CMake knows of and ends with the line "N passed, N failed".

A test program (one `add_test`) usually holds many test cases. They are counted one by one:
  * GoogleTest programs report their cases in the JSON file that GTEST_OUTPUT names;
  * other programs print TAP lines, "ok NAME" or "not ok NAME" ("# SKIP reason" behind it skips);
  * a program that does neither is one case, judged by its exit code.
"""

import argparse
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time

SLOW = "slow"  # the label that --quick leaves out
DEFAULT_TIMEOUT = 600


class TestProgram:
    def __init__(self, entry):
        properties = {p["name"]: p["value"] for p in entry.get("properties", [])}
        self.name = entry["name"]
        self.command = entry.get("command", [])
        self.is_script = any(word.endswith(".py") for word in self.command)
        self.labels = properties.get("LABELS", [])
        self.folder = properties.get("WORKING_DIRECTORY")
        self.timeout = float(properties.get("TIMEOUT", DEFAULT_TIMEOUT))
        self.alone = properties.get("RUN_SERIAL", False)
        self.environment = dict(e.split("=", 1) for e in properties.get("ENVIRONMENT", []))


class Outcome:
    """What one test program came to."""

    def __init__(self, program):
        self.program = program
        self.passed = 0
        self.skipped = []
        self.failed = []  # names of the failed cases
        self.output = ""
        self.seconds = 0.0


def known_programs(build):
    text = subprocess.run(["ctest", "--show-only=json-v1"], cwd=build, check=True,
                          capture_output=True, text=True).stdout
    return [TestProgram(entry) for entry in json.loads(text)["tests"]]


def count_googletest(path, outcome):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    for suite in report["testsuites"]:
        for case in suite["testsuite"]:
            name = f'{case["classname"]}.{case["name"]}'
            if case.get("failures"):
                outcome.failed.append(name)
            elif case.get("result") == "SKIPPED":
                outcome.skipped.append(name)
            elif case.get("status") == "RUN":
                outcome.passed += 1


def count_tap(outcome):
    for line in outcome.output.splitlines():
        match = re.match(r"(not )?ok\b\s*(?:\d+)?\s*(?:- )?(.*)$", line)
        if not match:
            continue
        name, _, directive = match[2].partition("#")
        if directive.strip().upper().startswith("SKIP"):
            outcome.skipped.append(name.strip())
        elif match[1]:
            outcome.failed.append(name.strip())
        else:
            outcome.passed += 1


def run_program(program, case_filter):
    outcome = Outcome(program)
    if not program.command:
        outcome.failed.append(f"{program.name} (was not built)")
        return outcome
    with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
        report = os.path.join(folder, "report.json")
        environment = {**os.environ, **program.environment}
        if not program.is_script:  # the programs a script starts must not report in its name
            environment["GTEST_OUTPUT"] = f"json:{report}"
        if case_filter:
            environment["GTEST_FILTER"] = f"*{case_filter}*"
        start = time.monotonic()
        problem = None
        with open(os.path.join(folder, "output"), "w+b") as output:
            process = subprocess.Popen(program.command, cwd=program.folder, env=environment,
                                       stdin=subprocess.DEVNULL, stdout=output,
                                       stderr=subprocess.STDOUT, start_new_session=True)
            try:
                process.wait(program.timeout)
            except subprocess.TimeoutExpired:
                problem = f"did not end within {program.timeout:g} s"
            finally:
                try:  # nothing a test leaves behind may disturb the next one
                    os.killpg(process.pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
                process.wait()
            output.seek(0)
            outcome.output = output.read().decode("utf-8", "replace")
        outcome.seconds = time.monotonic() - start
        if os.path.exists(report):
            count_googletest(report, outcome)
        else:
            count_tap(outcome)
    if problem is None and process.returncode < 0:
        problem = f"ended by {signal.Signals(-process.returncode).name}"
    elif problem is None and process.returncode > 0 and not outcome.failed:
        problem = f"exit code {process.returncode}"
    if problem:
        outcome.failed.append(f"{program.name} ({problem})")
    elif not (outcome.passed or outcome.failed or outcome.skipped or case_filter):
        outcome.passed = 1
    return outcome


class Display:
    """One line per finished program; on terminals also what runs now."""

    def __init__(self, total):
        self.total = total
        self.done = 0
        self.running = []
        self.live = sys.stderr.isatty()
        self.lock = threading.Lock()

    def started(self, program):
        with self.lock:
            self.running.append(program.name)
            self._status()

    def finished(self, outcome):
        with self.lock:
            self.running.remove(outcome.program.name)
            self.done += 1
            self._clear()
            verdict = "FAIL" if outcome.failed else "ok  "
            counts = f"{outcome.passed} passed"
            if outcome.skipped:
                counts += f", {len(outcome.skipped)} skipped"
            if outcome.failed:
                counts += f", {len(outcome.failed)} failed"
            print(f"[{self.done}/{self.total}] {verdict} {outcome.program.name}: {counts}"
                  f" ({outcome.seconds:.1f} s)", flush=True)
            self._status()

    def _clear(self):
        if self.live:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

    def _status(self):
        if self.live and self.running:
            print(f"\r\033[Krunning {', '.join(self.running)}"[:160], end="", file=sys.stderr,
                  flush=True)


def run_all(programs, jobs, case_filter):
    display = Display(len(programs))

    def run(program):
        display.started(program)
        outcome = run_program(program, case_filter)
        display.finished(outcome)
        return outcome

    # The long ones first, so that none of them is left running alone at the end.
    together = sorted((p for p in programs if not p.alone), key=lambda p: SLOW not in p.labels)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        outcomes = list(pool.map(run, together))
    return outcomes + [run(p) for p in programs if p.alone]


def show_failures(outcomes):
    for outcome in outcomes:
        if not outcome.failed:
            continue
        print(f"\n=== {outcome.program.name} " + "=" * 60)
        lines = outcome.output.splitlines()
        if len(lines) > 200:
            print(f"(the last 200 of {len(lines)} lines)")
        print("\n".join(lines[-200:]))
    names = [name for outcome in outcomes for name in outcome.failed]
    if names:
        print("\nFailed:")
        print("\n".join(f"  {name}" for name in names))


def main():
    parser = argparse.ArgumentParser(prog="./test", description="Runs the tests.")
    parser.add_argument("--build", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--quick", action="store_true", help="leave out the slow tests")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="programs at once")
    parser.add_argument("filter", nargs="*", help="parts of names of test programs or cases")
    options = parser.parse_args()

    # Shells start what is in the background with Ctrl-C ignored, and the tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    programs = known_programs(options.build)
    case_filter = None
    if options.filter:
        chosen = [p for p in programs if any(f in p.name for f in options.filter)]
        if not chosen and len(options.filter) == 1:
            case_filter = options.filter[0]
            chosen = [p for p in programs if "unit" in p.labels]
        programs = chosen
    if options.quick:
        programs = [p for p in programs if SLOW not in p.labels]

    start = time.monotonic()
    outcomes = run_all(programs, options.jobs, case_filter)
    show_failures(outcomes)
    passed = sum(o.passed for o in outcomes)
    skipped = sum(len(o.skipped) for o in outcomes)
    failed = sum(len(o.failed) for o in outcomes)
    if passed + failed == 0:
        print(f"no test matches {' '.join(options.filter)}", file=sys.stderr)
        failed = 1
    print()
    for outcome in outcomes:
        for name in outcome.skipped:
            print(f"skipped: {name}")
    print(f"{skipped} skipped, {time.monotonic() - start:.0f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

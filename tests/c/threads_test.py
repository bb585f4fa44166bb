#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cuttle on programs with threads and compares executions and bugs with what is known. Prints TAP."""

import argparse
import concurrent.futures
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import run_programs  # noqa: E402

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "threads")


class Case:
    """A program with definitions, what it must come to, and options."""

    def __init__(self, program, define="", executions=None, bugs=(), exhausted=True, options=(),
                 far=False, says=(), races=None):
        self.path = os.path.normpath(os.path.join(FOLDER, program))
        self.define = define
        self.executions = executions
        self.bugs = set(bugs)
        self.exhausted = exhausted
        self.options = list(options)
        self.far = far  # not to be found with a small budget
        self.races = races
        self.says = says  # of what was left out, and in notes
        self.name = f"{program} {define}".strip()

    def flags(self):
        words = ["-pthread"] + [f"-D{word}" for word in self.define.split()]
        if self.path.endswith(".cpp"):
            words.append("-std=c++20")
        return " ".join(words)


def counted():
    """One execution per order that can be told apart."""
    yield Case("section8.c", executions=3)
    yield Case("figure21.c", executions=2)
    yield Case("figure22.c", executions=1)
    for n, count in ((3, 6), (4, 24), (5, 120)):
        yield Case("writers.c", f"N={n}", count)
        yield Case("increments.c", f"N={n}", count)
    for n in (2, 4, 8):
        yield Case("readers.c", f"N={n}", 2**n)
    for n, count in ((11, 1), (12, 8), (13, 64), (14, 512)):
        yield Case("indexer.c", f"N={n}", count)
    for n, count in ((13, 1), (14, 2), (16, 8), (18, 32)):
        yield Case("file_system.c", f"N={n}", count)
    for n, count in ((3, 12), (5, 64), (8, 704)):
        yield Case("last_zero.c", f"N={n}", count)
    for n, count in ((2, 4), (3, 36), (4, 576)):
        yield Case("account.c", f"N={n}", count)
    yield Case("buffer.c", "", 56)


def with_bugs():
    yield Case("figure2.c", bugs=["assertion"])
    yield Case("account.c", "N=2 CHECKED", bugs=["assertion"])
    yield Case("buffer.c", "ONE_CONDITION", bugs=["deadlock"])
    yield Case("buffer.c", "IF_FOR_WHILE", bugs=["assertion"])
    for n in (2, 3, 4):
        yield Case("philosophers.c", f"N={n}", bugs=["deadlock"], far=n > 3)
        yield Case("philosophers.c", f"N={n} ORDERED")
    for program, bug in (("nested_monitor.c", "deadlock"), ("reader_writer.c", "assertion"),
                         ("double_checked.c", "assertion"), ("treiber.c", "assertion"),
                         ("semaphores.c", "assertion"), ("barriers.c", "assertion")):
        yield Case(program, bugs=[bug])
        yield Case(program, "FIXED")
    yield Case("items.c", bugs=["assertion"])
    for kind in (1, 2, 3, 4):
        yield Case("misuse.c", f"KIND={kind}", bugs=["misuse"])
    yield Case("timed.c", bugs=["assertion"])
    for protocol in ("needham_schroeder.c", "tmn.c"):
        yield Case(os.path.join("..", "..", "..", "examples", "c", protocol), "FIXED")


def primitives():
    for program in ("recursive.c", "c11.c"):
        yield Case(program)
    for program in ("cpp_counter.cpp", "cpp_shared.cpp", "cpp_pool.cpp", "cpp_stealing.cpp"):
        yield Case(program)
        yield Case(program, "BROKEN", bugs=["assertion"])
    yield Case("cpp_condition.cpp")
    yield Case("cpp_condition.cpp", "BROKEN", bugs=["deadlock"])
    for kind in (1, 2, 3, 4):
        yield Case("cpp_twenty.cpp", f"KIND={kind}")


def edges():
    """Loops that wait, libraries, what is left undone, and what cannot be controlled."""
    yield Case("spin.c", "N=2", 4)
    yield Case("spin.c", "N=3", 30)
    yield Case("await.c")
    yield Case("cpp_static.cpp", executions=4)
    yield Case("text.c", executions=2)
    yield Case("text.c", "CHECKED", bugs=["assertion"])
    yield Case("unseen.c", exhausted=False, says=["what a library does to shared memory"])
    yield Case("pipe.c", exhausted=False, says=["a pipe or a socket"])
    yield Case("cancel.c", exhausted=False, says=["orders of a thread's cancellation"])
    yield Case("fork.c", exhausted=False, says=["a process with several threads forks"])
    yield Case("many.c", "N=10000", exhausted=False, says=["too many threads"])
    yield Case("benign.c", says=["is marked as benign there"], races=0)
    yield Case("racy.c", "KIND=1", races=1)
    yield Case("left.c", "JOINED", says=["a thread ended with the lock that it took at"])
    yield Case("left.c", says=["a thread is neither joined nor detached"])
    yield Case("endless.c", bugs=["timeout"], options=["--run-timeout", "1"])


def check(tool, case, budget):
    options = [f"--cflags={case.flags()}", *case.options]
    if budget:
        options += ["--max-runs", str(budget)]
    campaign = run_programs.Campaign(tool, case, options)
    problems = []
    if campaign.summary is None:
        return campaign, [f"no summary, exit code {campaign.exit}"]
    found = {bug["kind"] for bug in campaign.summary["bugs"]}
    # Races between plain accesses are bugs of their own.
    if found - {"data-race"} != case.bugs:
        problems.append(f"bugs {sorted(found)}, not {sorted(case.bugs)}")
    races = campaign.summary["schedule"]["races"]
    if case.races is not None and case.races != races:
        problems.append(f"{races} races, not {case.races}")
    for bug in campaign.summary["bugs"]:
        if not bug["confirmed"] and bug["kind"] != "data-race":
            problems.append(f"not confirmed: {bug}")
    if not budget and campaign.summary["exhausted"] != case.exhausted:
        problems.append(f"exhausted: {campaign.summary['exhausted']}")
    executions = campaign.summary["schedule"]["executions"]
    if not budget and case.executions is not None and executions != case.executions:
        problems.append(f"{executions} executions, not {case.executions}")
    said = [item.get("detail", "") for item in campaign.summary["incomplete"]]
    said += campaign.summary.get("notes", [])
    problems += [f"does not say: {text}" for text in case.says if not any(text in one for one in said)]
    if campaign.summary["divergences"]:
        problems.append(f"{campaign.summary['divergences']} divergences")
    return campaign, problems


def misfit(tool, folder, path):
    """A schedule that is not the program's is refused with a word, and proves nothing."""
    with open(path, encoding="utf-8") as file:
        test = json.load(file)
    test["schedule"] = [0, 0, 77, 0]
    wrong = os.path.join(folder, "out", "tests", "000099.json")
    with open(wrong, "w", encoding="utf-8") as file:
        json.dump(test, file)
    done = subprocess.run([tool, "replay", wrong], capture_output=True, text=True, check=False,
                          timeout=60)
    said = done.stdout + done.stderr
    return [] if "the schedule does not fit" in said else [f"of a wrong schedule it says: {said}"]


def summary_of(tool, folder, *options):
    path = os.path.join(folder, "summary.json")
    subprocess.run([tool, "run", os.path.join(FOLDER, "last_zero.c"), "--cflags=-pthread -DN=8",
                    "--out", os.path.join(folder, "out"), "--json", path, *options],
                   capture_output=True, check=False, timeout=120)
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def check_sessions(tool):
    """Two workers, and a session that is killed and goes on, make each of the 704 executions once."""
    problems = []

    def expect(summary, what):
        found = (summary["runs"], summary["schedule"]["redundant"], summary["exhausted"],
                 summary["duplicate_paths"], summary["divergences"])
        if found != (704, 0, True, 0, 0):
            problems.append(f"{what}: {found}")

    with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
        expect(summary_of(tool, folder, "--jobs", "2"), "two workers")
    with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
        summary_of(tool, folder, "--max-runs", "200")
        command = [tool, "run", os.path.join(FOLDER, "last_zero.c"), "--cflags=-pthread -DN=8",
                   "--out", os.path.join(folder, "out"), "--resume"]
        killed = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        tests = os.path.join(folder, "out", "tests")
        while killed.poll() is None and len(os.listdir(tests)) < 300:
            time.sleep(0.005)
        killed.kill()
        killed.wait()
        expect(summary_of(tool, folder, "--resume"), "killed and resumed")
    return problems


def check_wrapper(tool):
    """What the compiler wrapper builds with -pthread is controlled and confirmed, other code is not."""
    case = Case("account.c", "N=2 CHECKED")
    problems = []
    for flags, bugs in ((["-pthread"], [("assertion", True)]), ([], [])):
        with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
            program = os.path.join(folder, "account")
            subprocess.run([tool, "cc", *flags, "-DN=2", "-DCHECKED", case.path, "-o", program],
                           check=False, timeout=60)
            path = os.path.join(folder, "summary.json")
            subprocess.run([tool, "run", program, "--out", os.path.join(folder, "out"), "--json", path],
                           capture_output=True, check=False, timeout=60)
            with open(path, encoding="utf-8") as file:
                summary = json.load(file)
            found = [(bug["kind"], bug["confirmed"]) for bug in summary["bugs"]]
            if found != bugs or summary["exhausted"] != bool(flags):
                problems.append(f"{flags}: {found}, exhausted: {summary['exhausted']}")
    return problems


def races_of_sanitizer(folder, case, source):
    """The pairs of lines that ThreadSanitizer reports in one of twenty runs; None without it."""
    program, stubs = os.path.join(folder, "sanitized"), os.path.join(folder, "stubs.c")
    with open(stubs, "w", encoding="utf-8") as file:
        file.write("void __cuttle_assert(int c, const char *t, const char *f, int l, const char *n) {}\n")
    include = os.path.join(FOLDER, "..", "..", "..", "include")
    built = subprocess.run(["clang-19", "-g", "-O0", "-w", "-fsanitize=thread", "-isystem", include,
                            *case.flags().split(), source, stubs, "-o", program],
                           capture_output=True, check=False, timeout=60)
    if built.returncode != 0:
        return None
    pairs = set()
    for _ in range(20):
        done = subprocess.run([program], capture_output=True, text=True, check=False, timeout=30)
        for report in done.stderr.split("WARNING: ThreadSanitizer: data race")[1:]:
            lines, wanted = [], False
            for line in report.splitlines():
                if re.match(r"\s*(Previous )?(atomic )?(read|write) of size", line, re.IGNORECASE):
                    wanted = True
                match = re.search(re.escape(os.path.basename(source)) + r":(\d+)", line)
                if wanted and match:
                    lines.append(int(match[1]))
                    wanted = False
            if len(lines) == 2:
                pairs.add(tuple(sorted(lines)))
    return pairs


def check_sanitizer(tool):
    """ThreadSanitizer sees the races that are reported, and no others."""
    problems = []
    for kind in range(1, 7):
        case = Case("racy.c", f"KIND={kind}")
        campaign = run_programs.Campaign(tool, case, [f"--cflags={case.flags()}"])
        races = set()
        for bug in campaign.summary["bugs"]:
            if bug["kind"] == "data-race":
                races.add(tuple(sorted(int(place.rsplit(":", 1)[1]) for place in bug["stack"])))
        with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
            seen = races_of_sanitizer(folder, case, case.path)
        if seen is not None and races != seen:
            problems.append(f"KIND={kind}: {sorted(races)}, ThreadSanitizer: {sorted(seen)}")
        if bool(races) != (kind <= 4):
            problems.append(f"KIND={kind}: {sorted(races)}")
    return problems


def check_replays(tool):
    """The plain program obeys its schedule, in each of many replays: ends of threads are in nobody's way."""
    case = Case("account.c", "N=3 CHECKED")
    with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
        out = os.path.join(folder, "out")
        subprocess.run([tool, "run", case.path, f"--cflags={case.flags()}", "--stop-on-bug",
                        "--out", out], capture_output=True, check=False, timeout=120)
        with open(os.path.join(out, "tests", "000002.json"), encoding="utf-8") as file:
            steps = json.load(file)["schedule"]
        test = os.path.join(folder, "test")
        with open(test, "w", encoding="utf-8") as file:
            file.write(f"report {folder}/report\nschedule {' '.join(map(str, steps))}\n")
        problems = misfit(tool, folder, os.path.join(out, "tests", "000002.json"))
        for _ in range(60):
            done = subprocess.run([os.path.join(out, "build", "plain", "program")], timeout=60,
                                  env={"CUTTLE_TEST": test}, capture_output=True, text=True, check=False)
            if done.returncode != -signal.SIGABRT or "cuttle:" in done.stderr:
                problems.append(f"exit code {done.returncode}: {done.stderr}")
        return problems


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cuttle", default=os.environ.get("CUTTLE_TOOL"))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--budget", type=int, default=400,
                        help="at most so many runs each; 0: all there are, which are then counted")
    parser.add_argument("selection", nargs="*", help="parts of names")
    arguments = parser.parse_args()
    arguments.cuttle = os.path.abspath(arguments.cuttle)
    # Places are named as seen from the folder where the compiler runs; comments in sources are read.
    os.chdir(os.path.dirname(os.path.abspath(__file__)))
    cases = [case for group in (counted, with_bugs, primitives, edges) for case in group()
             if not (case.far and arguments.budget) and
             (not arguments.selection or any(part in case.name for part in arguments.selection))]
    scenes = [scene for scene in (check_replays, check_sessions, check_wrapper, check_sanitizer)
              if not arguments.selection or any(part in scene.__name__ for part in arguments.selection)]
    print(f"1..{len(cases) + len(scenes)}")
    failed = 0
    for scene in scenes:
        problems = scene(arguments.cuttle)
        failed += bool(problems)
        print(f"{'not ok' if problems else 'ok'} - {scene.__name__}", *problems[:3], sep="\n# ",
              flush=True)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = pool.map(lambda case: check(arguments.cuttle, case, arguments.budget), cases)
        for case, (campaign, problems) in zip(cases, results):
            failed += bool(problems)
            print(run_programs.report(case.name, campaign, problems), flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

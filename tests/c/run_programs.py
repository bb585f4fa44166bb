#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs cuttle on small programs and compares with what their comments say. Prints TAP.

Comments in a program (in .ll files after a semicolon):
  // bug: KIND             at the end of a line: a bug of this kind is reported for this line
  // run: OPTIONS          call `cuttle run` with these; one campaign per such line; HERE in them
                           is the program's folder
  // expect: FACT          where FACT is one of
        exhausted | not exhausted
        COUNTER OP NUMBER            runs, paths, rejected, tests, bugs; OP is ==, <=, >=
        branches all | lines all     everything covered
        incomplete REASON            listed among the reasons; `no incomplete REASON'
        input TEXT                   a bug's inputs have this line
        unconfirmed                  bugs need not be confirmed
        exit CODE                    instead of 1 with bugs and 0 without
        stderr TEXT | stdout TEXT    is contained in what cuttle says
        divergences                  may occur
        any bugs                     which ones does not matter
"""

import argparse
import concurrent.futures
import json
import operator
import os
import re
import shlex
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
MARKS = ("unconfirmed", "divergences", "any bugs")  # facts that only loosen the others
OPERATORS = {"==": operator.eq, "<=": operator.le, ">=": operator.ge}


class Program:
    """A program and what is expected of it."""

    def __init__(self, path):
        self.path = path
        self.bugs = set()
        self.runs = []
        self.facts = []
        with open(path, encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if match := re.search(r"// bug: ([a-z-]+)\s*$", line):
                    self.bugs.add((match[1], number))
                if match := re.match(r"[\s;]*// run:(.*)$", line):
                    here = os.path.dirname(path)
                    self.runs.append(shlex.split(match[1].replace("HERE", here)))
                if match := re.match(r"[\s;]*// expect: (.*?)\s*$", line):
                    self.facts.append(match[1])
        if not self.runs:
            self.runs.append([])


class Campaign:
    """What one call of cuttle came to."""

    def __init__(self, tool, program, options):
        with tempfile.TemporaryDirectory(prefix="cuttle-test-") as folder:
            summary = os.path.join(folder, "summary.json")
            own, _, after = split_at(options, "--")
            command = [tool, "run", program.path, *own, "--out", os.path.join(folder, "out"),
                       "--json", summary, *after]
            done = run_bounded(command, 300)
            self.command = shlex.join(command)
            self.exit, self.stdout, self.stderr = done.returncode, done.stdout, done.stderr
            self.summary = None
            self.bug_inputs = []
            if os.path.exists(summary):
                with open(summary, encoding="utf-8") as file:
                    self.summary = json.load(file)


def run_bounded(command, seconds):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=False,
                              errors="replace")
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not done after {seconds} s")


def split_at(words, separator):
    if separator in words:
        at = words.index(separator)
        return words[:at], separator, words[at:]
    return words, separator, []


def check_bugs(program, campaign, extra, problems):
    reported = set()
    for bug in campaign.summary["bugs"]:
        line = bug["location"].rpartition(":")[2]
        reported.add((bug["kind"], int(line) if line.isdigit() else 0))
        # With other flags a plain program may survive its bug.
        if not bug["confirmed"] and not extra and "unconfirmed" not in program.facts:
            problems.append(f"not confirmed: {bug}")
    for bug in program.bugs - reported:
        problems.append(f"bug not found: {bug}")
    for bug in reported - program.bugs:
        problems.append(f"bug not expected: {bug}")


def counter(summary, name):
    if name == "bugs":
        return len(summary["bugs"])
    return summary[name]


def holds(fact, campaign):
    """None when the fact is not one about the summary."""
    summary = campaign.summary or {}
    if fact in ("exhausted", "not exhausted"):
        return summary["exhausted"] == (fact == "exhausted")
    if match := re.match(r"(branches|lines) all$", fact):
        count = summary["coverage"][match[1]]
        return count["covered"] == count["total"] > 0
    if match := re.match(r"(no )?incomplete (\S+)$", fact):
        return any(i["reason"] == match[2] for i in summary["incomplete"]) != bool(match[1])
    if match := re.match(r"(stdout|stderr|input) (.*)$", fact):
        return match[2] in (campaign.stderr if match[1] == "stderr" else campaign.stdout)
    if match := re.match(r"(\w+) (==|<=|>=) (\d+)$", fact):
        return OPERATORS[match[2]](counter(summary, match[1]), int(match[3]))
    return None


def check(tool, program, options, extra):
    campaign = Campaign(tool, program, extra + options)
    problems = []
    exits = [fact for fact in program.facts if fact.startswith("exit ")]
    expected = int(exits[0].split()[1]) if exits else (1 if program.bugs else 0)
    if campaign.exit != expected and not ("any bugs" in program.facts and campaign.exit in (0, 1)):
        problems.append(f"exit code {campaign.exit}, not {expected}")
    if campaign.summary is None and expected in (0, 1):
        problems.append("no summary")
    if campaign.summary is not None:
        if "any bugs" not in program.facts:
            check_bugs(program, campaign, extra, problems)
        if campaign.summary["divergences"] and "divergences" not in program.facts:
            problems.append(f"{campaign.summary['divergences']} divergences")
        if campaign.summary["duplicate_paths"] and "divergences" not in program.facts:
            problems.append(f"{campaign.summary['duplicate_paths']} duplicate paths")
    for fact in program.facts:
        if fact.startswith("exit ") or fact in MARKS:
            continue
        if campaign.summary is None and not fact.startswith(("stdout", "stderr")):
            continue
        if (result := holds(fact, campaign)) is None:
            problems.append(f"unknown expectation: {fact}")
        elif not result:
            problems.append(f"does not hold: {fact}")
    return campaign, problems


def report(name, campaign, problems):
    lines = [f"{'not ' if problems else ''}ok {name}"]
    if problems:
        lines += [f"#   {problem}" for problem in problems]
        lines.append(f"#   {campaign.command}")
        for text in (campaign.stdout, campaign.stderr):
            lines += [f"#   | {line}" for line in text.splitlines()[-40:]]
        if campaign.summary:
            lines.append(f"#   {json.dumps(campaign.summary)}")
    return "\n".join(lines)


def jobs_of(paths, selection):
    for path in paths:
        if selection and not any(part in path for part in selection):
            continue
        program = Program(path)
        for number, options in enumerate(program.runs):
            name = os.path.basename(path) + (f" {shlex.join(options)}" if number else "")
            yield name, program, options


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--cuttle", default=os.environ.get("CUTTLE_TOOL"), help="the executable")
    parser.add_argument("--folder", action="append", help="of programs")
    parser.add_argument("--with", action="append", default=[], dest="extra", metavar="OPTION",
                        help="for every call of cuttle run, such as --with=--cflags=-O2")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("selection", nargs="*", help="parts of file names")
    arguments = parser.parse_args()
    examples = os.path.join(ROOT, "examples", "c")
    folders = arguments.folder or [os.path.join(here, "programs"), os.path.join(here, "headers"),
                                   os.path.join(here, "own"), examples,
                                   os.path.join(examples, "containers"),
                                   os.path.join(examples, "containers", "broken")]
    paths = sorted(os.path.relpath(os.path.join(folder, name)) for folder in folders
                   for name in os.listdir(folder) if name.endswith((".c", ".cpp", ".ll")))
    failed = False
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        running = [(name, pool.submit(check, arguments.cuttle, program, options, arguments.extra))
                   for name, program, options in jobs_of(paths, arguments.selection)]
        for name, future in running:
            campaign, problems = future.result()
            print(report(name, campaign, problems), flush=True)
            failed = failed or bool(problems)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

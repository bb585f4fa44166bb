# SPDX-License-Identifier: Apache-2.0
"""A campaign as text: what it did, in the order in which it did it, without anything that a clock decides."""

import hashlib
import json
import re
import sqlite3

OUTCOMES = ("ok", "rejected", "bug", "lost")
PLAIN_RUNS = 40  # runs that have a line of their own
BLOCK = 40       # of the others, runs per digest
LONGEST = 160    # characters of the inputs that are shown


def digest(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()[:16]


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7f) << shift
        shift += 7
        if byte < 0x80:
            return value, at


def inputs_of(blob, names):
    """What engine/campaign/test_blob.cpp packed: NAME=VALUE of each input, then the schedule."""
    count, at = varint(blob, 0)
    number = 0
    texts = []
    for _ in range(count):
        step, at = varint(blob, at)
        number += (step >> 1) ^ -(step & 1)
        head, at = varint(blob, at)
        value = str(head >> 1)
        if head & 1:
            value = blob[at:at + (head >> 1)].decode("utf-8", "backslashreplace")
            at += head >> 1
        texts.append(f"{names[number]}={value}")
        number += 1
    if any(blob[at:]) or len(blob) != at + 1:
        texts.append(f"schedule={blob[at:].hex()}")
    return " ".join(texts)


def shorten(text):
    text = text.replace("\n", "\\n")
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}... {digest(text)}"


def files_of(folder, run):
    """The digest of the test's files: its JSON and what lies beside it."""
    files = sorted((folder / "tests").glob(f"{run:06}.*"))
    return digest(b"".join(f.name.encode() + f.read_bytes() for f in files)) if files else "-"


def runs(folder):
    database = sqlite3.connect(f"file:{folder}/campaign.db?mode=ro", uri=True)
    names = dict(database.execute("SELECT number, name FROM inputs"))
    covered = dict(database.execute("SELECT run, count(*) FROM covered GROUP BY run"))
    lines = []
    for run, outcome, code, is_path, path, test in database.execute(
            "SELECT run, outcome, exit_code, is_path, path, test FROM runs ORDER BY run"):
        kind = OUTCOMES[outcome] + ("" if is_path or outcome == 1 else " again")
        lines.append(f"{run} {kind} {code} path {path} +{covered.get(run, 0)} file {files_of(folder, run)} "
                     f"{shorten(inputs_of(test, names))}".rstrip())
    database.close()
    shown = lines[:PLAIN_RUNS]
    for first in range(PLAIN_RUNS, len(lines), BLOCK):
        block = lines[first:first + BLOCK]
        shown.append(f"{first + 1} to {first + len(block)}: {digest(chr(10).join(block))}")
    return shown


def facts(value, name=""):
    """The summary as lines NAME: VALUE, without what measures time and memory, and without zeros."""
    if isinstance(value, dict):
        for key, part in sorted(value.items()):
            if not re.search("seconds|bytes|memory", key):
                yield from facts(part, f"{name}.{key}" if name else key)
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        for number, part in enumerate(value):
            yield from facts(part, f"{name}[{number}]")
    elif value:
        yield f"{name}: {json.dumps(value)}"


def report(text, tool):
    """What is printed, without seconds and without the place of the tool."""
    text = re.sub(r"[\d,]+(\.\d+)? (ms|s|min|h)\b", "TIME", text.replace(tool, "cuttle"))
    return re.sub(r" \([\d,]+ runs/s\)", "", text).rstrip().splitlines()


def as_text(folder, arguments, sessions, tool):
    """`sessions`: of each, its report and its summary."""
    lines = [f"cuttle run {' '.join(arguments)}", "", "runs:", *runs(folder)]
    for text, summary in sessions:
        lines += ["", "report:", *report(text, tool), "", "summary:", *facts(summary)]
    return "\n".join(lines) + "\n"

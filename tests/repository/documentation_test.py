# SPDX-License-Identifier: Apache-2.0
"""The documentation is true: its links lead somewhere, its commands do what it shows.

Blocks marked `console` in README.md and docs/ are sessions: lines that begin with `$ ` are run, in
order, in one folder per page that looks like the repository's; what follows is their output. A line
`...` stands for any lines; times, rates, large numbers and the solver's counts may differ. Lines that begin with `>` continue a command.
`# exit code N` behind a command is checked. `documentation_test.py --rewrite` puts the real output in.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

import support

ROOT = support.ROOT
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
WORDS = """path choice flip run execution trace target campaign frontier prediction divergence
           concretise prefix schedule race interpolant subsume confirm""".split() + ["test case"]


def heading_anchors(text):
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


class Step:
    """One command of a session: its lines as written, the expected exit code, the expected output."""

    def __init__(self, line):
        text, _, note = line[2:].partition("  # exit code ")
        self.source = [line]
        self.command = text
        self.code = int(note) if note else None
        self.output = []

    def continued(self, line):
        self.source.append(line)
        self.command += "\n" + (line[2:] if line.startswith("> ") else line[1:])


BLOCK = re.compile(r"^```console\n(.*?)^```", re.M | re.S)


def steps_of(block):
    steps = []
    for line in block.splitlines():
        if line.startswith("$ "):
            steps.append(Step(line))
        elif line.startswith(">") and not steps[-1].output:
            steps[-1].continued(line)
        else:
            steps[-1].output.append(line.rstrip())
    for step in steps:
        while step.output and not step.output[-1]:
            step.output.pop()
    return steps


def sessions(text):
    return [step for block in BLOCK.findall(text) for step in steps_of(block)]


def normalised(line):
    line = re.sub(r"\d[\d,.]* ?(ms|us|s|min|runs/s)\b", r"N \1", line)
    line = re.sub(r"N (ms|us|s)\b", "N s", line)
    line = re.sub(r" \(N runs/s\)", "", line)
    line = re.sub(r"\d{5,}", "LARGE", line)
    line = re.sub(r"^(solver\b).*", r"\1", line)
    line = re.sub(r"^ +\d+( +stopped by)", r"\1", line)
    return line.rstrip()


def is_progress(line):
    """On a busy machine a session may take long enough for a word on how far it is."""
    return re.match(r"\d+ s \| [\d,]+ runs? \(|preparing .* takes a while$", line) is not None


def matches(expected, actual):
    """Line by line; `...` stands for any number of lines."""
    if not expected:
        return not actual
    if expected[0].strip() == "...":
        return any(matches(expected[1:], actual[i:]) for i in range(len(actual) + 1))
    return bool(actual) and expected[0] == actual[0] and matches(expected[1:], actual[1:])


class Documentation(support.ProgramTest):
    def test_links_lead_somewhere(self):
        problems = []
        for page in PAGES:
            for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
                if re.match(r"[a-z]+:", link):
                    continue
                name, _, anchor = link.partition("#")
                target = (page.parent / name) if name else page
                if not target.exists():
                    problems.append(f"{page.name}: {link}")
                elif anchor and anchor not in heading_anchors(target.read_text(encoding="utf-8")):
                    problems.append(f"{page.name}: {link}: no such heading")
        self.assertFalse(problems, problems)

    def test_every_page_is_in_the_index(self):
        index = (ROOT / "docs/README.md").read_text(encoding="utf-8")
        missing = [p.name for p in sorted((ROOT / "docs").glob("*.md"))
                   if p.name != "README.md" and f"({p.name})" not in index]
        self.assertFalse(missing, "docs/README.md does not name these pages")

    def test_pages_are_short(self):
        for page in sorted((ROOT / "docs").glob("*.md")):
            if page.name == "options.md":
                continue
            prose = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
            self.assertLess(len(prose.split()), 1000, page.name)

    def test_the_glossary_defines_our_words(self):
        glossary = (ROOT / "docs/glossary.md").read_text(encoding="utf-8").lower()
        for word in WORDS:
            self.assertIn(f"**{word}.**", glossary)

    def test_the_options_page_is_up_to_date(self):
        page = self.cuttle("manpage", "--format", "markdown", expect=0).stdout_text
        self.assertEqual(page, (ROOT / "docs/options.md").read_text(encoding="utf-8"),
                         "run: ./cuttle manpage --format markdown > docs/options.md")

    def test_the_layout_of_a_trace_is_what_the_header_says(self):
        page = " ".join((ROOT / "docs/trace-layout.md").read_text(encoding="utf-8").split())
        layout = TraceLayout((ROOT / "engine/trace/format.h").read_text(encoding="utf-8"))
        for line in [*layout.structures(), *layout.enums()]:
            self.assertIn(line, page)

    def test_sessions_show_what_happens(self):
        for page in PAGES:
            steps = sessions(page.read_text(encoding="utf-8"))
            if steps:
                with self.subTest(page=page.name):
                    self.check_session(page, steps)

    def check_session(self, page, steps):
        for step, output, code in run_session(self.folder / page.stem, steps):
            actual = [normalised(line) for line in output]
            wanted = [normalised(line) for line in step.output]
            self.assertTrue(matches(wanted, actual),
                            f"{page.name}: {step.source[0]}\n--- shown\n" + "\n".join(step.output) +
                            f"\n--- real (exit code {code})\n" + "\n".join(output))
            if step.code is not None:
                self.assertEqual(code, step.code, f"{page.name}: {step.source[0]}")


class TraceLayout:
    """The structures and numbers of engine/trace/format.h, as docs/trace-layout.md lists them."""

    TYPES = {"uint8_t": ("u8", 1, 1), "uint16_t": ("u16", 2, 2), "uint32_t": ("u32", 4, 4),
             "uint64_t": ("u64", 8, 8), "char": ("char", 1, 1)}

    def __init__(self, header):
        self.text = re.sub(r"/\*.*?\*/", "", header, flags=re.S)
        self.numbers = dict(re.findall(r"#define (\w+) (\d+)$", self.text, re.M))
        self.numbers["CUTTLE_AREA_COUNT"] = dict(self.enum("CuttleAreaId"))["CUTTLE_AREA_COUNT"]

    def enum(self, name):
        """Pairs (name, value)."""
        value = -1
        for entry in re.search(rf"enum {name} \{{(.*?)\}}", self.text, re.S)[1].split(","):
            if entry.strip():
                key, _, given = (part.strip() for part in entry.partition("="))
                value = int(given.rstrip("u")) if given else value + 1
                yield key, value

    def structures(self):
        """One per line, "Node (32): op u8 0, ...": size in bytes, then each field's type and offset."""
        known = dict(self.TYPES)
        for name, body in re.findall(r"typedef struct (\w+) \{(.*?)\} \1;", self.text, re.S):
            at, most, fields = 0, 1, []
            for kind, names in re.findall(r"(\w+) ([^;]+);", body):
                short, size, alignment = known[kind]
                for field in names.split(","):
                    field, count = re.match(r"\s*(\w+)(?:\[(\w+)\])?", field).groups()
                    repeated = int(self.numbers.get(count, count)) if count else 1
                    at = -(-at // alignment) * alignment
                    most = max(most, alignment)
                    fields.append(f"{field} {short}{f'[{repeated}]' if count else ''} {at}")
                    at += size * repeated
            known[name] = (name[len("Cuttle"):], -(-at // most) * most, most)
            yield f"{known[name][0]} ({known[name][1]}): " + ", ".join(fields)

    def enums(self):
        """One per line, "Op: NONE 0, CONSTANT 1, ...", without the prefix that all names share."""
        for name in re.findall(r"enum (\w+) \{", self.text):
            entries = [(k.removeprefix("CUTTLE_"), v) for k, v in self.enum(name)]
            yield f"{name[len('Cuttle'):]}: " + ", ".join(f"{k} {v}" for k, v in entries)


def run_session(folder, steps):
    """Runs the steps in a new folder that looks like the repository's; yields what came out."""
    folder.mkdir()
    (folder / "cuttle").symlink_to(support.TOOL)
    shutil.copytree(ROOT / "examples", folder / "examples")
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    for step in steps:
        done = subprocess.run(["bash", "-c", step.command], cwd=folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=300)
        lines = done.stdout.rstrip("\n").split("\n") if done.stdout.strip() else []
        yield step, [line for line in lines if not is_progress(line)], done.returncode


def rewrite(page):
    """Puts what really comes out into the page; steps shown with `...` are left alone."""
    text = page.read_text(encoding="utf-8")
    steps = sessions(text)
    if not steps:
        return
    with tempfile.TemporaryDirectory() as folder:
        real = {id(step): output for step, output, _ in run_session(pathlib.Path(folder) / "x", steps)}
    remaining = iter(steps)

    def block_with_output(match):
        lines = []
        for _ in steps_of(match[1]):
            step = next(remaining)
            kept = step.output if "..." in step.output else real[id(step)]
            lines += step.source + kept
        return "```console\n" + "\n".join(lines) + "\n```"

    page.write_text(BLOCK.sub(block_with_output, text), encoding="utf-8")


if __name__ == "__main__":
    if "--rewrite" in sys.argv:
        for each in PAGES:
            rewrite(each)
    else:
        support.main()

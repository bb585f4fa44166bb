# SPDX-License-Identifier: Apache-2.0
"""The documentation is true: its links lead somewhere, its commands do what it shows.

Blocks marked `console` in README.md and docs/ are sessions: lines that begin with `$ ` are run, in
order, in one folder per page that looks like the repository's; what follows is their output. A line
`...` stands for any lines; times and rates may differ. `# exit code N` behind a command is checked.
"""

import os
import re
import shutil
import subprocess
import unittest

import support

ROOT = support.ROOT
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")]
PAGES += sorted((ROOT / "docs").glob("*.md"))
WORDS = """path choice flip run execution trace target campaign frontier prediction divergence
           concretise prefix schedule race interpolant subsume confirm""".split() + ["test case"]


def heading_anchors(text):
    for heading in re.findall(r"^#+ (.*)$", text, re.M):
        yield re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def sessions(text):
    """The commands of a page: triples of command, expected exit code or None, expected lines."""
    for block in re.findall(r"^```console\n(.*?)^```", text, re.M | re.S):
        for line in block.splitlines():
            if line.startswith("$ "):
                command, _, note = line[2:].partition("  # exit code ")
                current = (command.strip(), int(note) if note else None, [])
                yield current
            else:
                current[2].append(line.rstrip())


def normalised(line):
    line = re.sub(r"\d[\d,.]* ?(ms|us|s|min|runs/s)\b", r"N \1", line)
    line = re.sub(r"N (ms|us|s)\b", "N s", line)
    line = re.sub(r" \(N runs/s\)", "", line)
    return line.rstrip()


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

    def test_sessions_show_what_happens(self):
        for page in PAGES:
            steps = list(sessions(page.read_text(encoding="utf-8")))
            if steps:
                with self.subTest(page=page.name):
                    self.run_session(page, steps)

    def run_session(self, page, steps):
        folder = self.folder / page.stem
        folder.mkdir()
        (folder / "cuttle").symlink_to(support.TOOL)
        shutil.copytree(ROOT / "examples", folder / "examples")
        environment = {**self.environment, "PATH": f"{folder}:{os.environ['PATH']}"}
        for command, code, expected in steps:
            done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment,
                                  stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, timeout=300)
            actual = [normalised(line) for line in done.stdout.rstrip("\n").split("\n")]
            wanted = [normalised(line) for line in expected]
            while wanted and not wanted[-1]:
                wanted.pop()
            if wanted or actual != [""]:
                self.assertTrue(matches(wanted, actual),
                                f"{page.name}: $ {command}\n--- shown\n" + "\n".join(expected) +
                                f"\n--- real (exit code {done.returncode})\n{done.stdout}")
            if code is not None:
                self.assertEqual(done.returncode, code, f"{page.name}: $ {command}")


if __name__ == "__main__":
    support.main()

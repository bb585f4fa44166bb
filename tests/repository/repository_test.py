# SPDX-License-Identifier: Apache-2.0
"""The rules of the repository that a machine can check."""

import pathlib
import re
import shutil
import subprocess
import unittest

import support

ROOT = support.ROOT
SOURCE = {".c", ".h", ".cpp", ".cc", ".hpp"}
SCRIPT = {".py", ".sh", ".cmake", ".pl"}


def tracked_files():
    """What is under version control, or would be added; all files in an unpacked archive."""
    git = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT,
                         capture_output=True, text=True)
    if git.returncode == 0:
        names = [n for n in git.stdout.split("\0") if n]
    else:
        names = [str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if p.is_file()]
        names = [n for n in names if not n.startswith("build/")]
    return [pathlib.PurePosixPath(n) for n in sorted(names) if (ROOT / n).is_file()]


FILES = tracked_files()


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def includes(name):
    """Pairs (line, file) of what a source includes with quotes."""
    for number, line in enumerate(text_of(name).splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*"([^"]+)"', line)
        if match:
            yield number, match[1]


def rooms():
    """The rooms of each house of languages/c, from left to right; "" is the top floor."""
    houses = {}
    for part in ("runtime", "pass"):
        house = f"languages/c/{part}/"
        names = re.search(r"set\(rooms ([^)]+)\)", text_of(house + "CMakeLists.txt"))[1].split()
        # What programs and others call stands below the runtime; what clang calls above the pass.
        houses[house] = ["", *names] if part == "runtime" else [*names, ""]
    return houses


def room_of(house, name):
    """The room of a file, None outside the house."""
    if not name.startswith(house):
        return None
    return name[len(house):].rpartition("/")[0]


class Repository(unittest.TestCase):
    def check(self, problems):
        self.assertFalse(problems, "\n" + "\n".join(problems))

    def sources_under(self, *folders):
        return [f for f in FILES if f.suffix in SOURCE and f.parts[0] in folders]

    def test_engine_never_includes_a_language_or_the_command_line(self):
        self.check([f"{name}:{line} includes {target}"
                    for name in self.sources_under("engine")
                    for line, target in includes(name)
                    if target.startswith(("languages/", "cli/", "ui/"))])

    def test_the_engine_names_no_language(self):
        pattern = re.compile(r"prolog|erlang|java", re.I)
        self.check([f"{name}:{number}: {line.strip()[:80]}"
                    for name in self.sources_under("engine")
                    for number, line in enumerate(text_of(name).splitlines(), 1)
                    if pattern.search(line)])

    def test_a_language_includes_neither_another_nor_the_command_line(self):
        problems = []
        for name in self.sources_under("languages"):
            own = f"languages/{name.parts[1]}/"
            for line, target in includes(name):
                foreign = target.startswith("languages/") and not target.startswith(own)
                if foreign or target.startswith("cli/"):
                    problems.append(f"{name}:{line} includes {target}")
        self.check(problems)

    def test_the_runtime_depends_on_nothing_but_the_trace_format(self):
        allowed = ("languages/c/runtime/", "engine/trace/")
        problems = []
        for name in FILES:
            if not str(name).startswith("languages/c/runtime/") or name.suffix not in {".c", ".h"}:
                continue
            for line, target in includes(name):
                beside = (ROOT / name.parent / target).exists()
                if not beside and not target.startswith(allowed + ("cuttle/", "include/cuttle/")):
                    problems.append(f"{name}:{line} includes {target}")
        self.check(problems)

    def test_the_trace_format_includes_nothing_of_ours(self):
        self.check([f"engine/trace/format.h:{line} includes {target}"
                    for line, target in includes("engine/trace/format.h")])

    def test_modules_of_the_engine_depend_in_one_direction(self):
        order = re.findall(r"add_subdirectory\((\w+)\)", text_of("engine/CMakeLists.txt"))
        rank = {module: i for i, module in enumerate(order)}
        problems = []
        for name in self.sources_under("engine"):
            for line, target in includes(name):
                parts = target.split("/")
                if parts[0] != "engine":
                    continue
                if rank[parts[1]] > rank[name.parts[1]]:
                    problems.append(f"{name}:{line} includes {target}, which stands above it")
        self.check(problems)

    def test_files_include_only_their_room_and_rooms_to_its_left(self):
        problems = []
        for house, order in rooms().items():
            for name in self.sources_under("languages", "engine", "cli"):
                here = room_of(house, str(name))
                if name.stem.endswith("_test") or here in ("tests", "testing"):
                    continue  # looks at whatever it tests
                for line, target in includes(name):
                    there = room_of(house, target)
                    if there is None:
                        continue
                    if here is None:
                        # Strangers come in by the top floor, or use what stands on nothing.
                        wrong = there not in ("", order[0])
                    else:
                        wrong = there not in order[: order.index(here) + 1]
                    if wrong:
                        problems.append(f"{name}:{line} includes {target}")
        self.check(problems)

    def test_every_folder_has_a_short_readme(self):
        folders = {f.parent for f in FILES
                   if not f.parts[0].startswith(".") and f.name != "CMakeLists.txt"}
        problems = []
        for folder in sorted(folders):
            # Their parent's README speaks for programs under test and for a lone main().
            data = folder.parts[:1] in (("tests",), ("examples",)) and len(folder.parts) > 2
            if data or folder.name == "main":
                continue
            readme = ROOT / folder / "README.md"
            if not readme.exists():
                problems.append(f"{folder}: no README.md")
            elif str(folder) not in (".", "docs") and len(readme.read_text().splitlines()) > 12:
                problems.append(f"{folder}/README.md: more than ten lines")
        self.check(problems)

    def test_sources_name_their_licence_first(self):
        problems = []
        for name in FILES:
            if name.suffix not in SOURCE | SCRIPT and name.name != "CMakeLists.txt":
                continue
            head = text_of(name).splitlines()[:2]
            if not any("SPDX-License-Identifier: Apache-2.0" in line for line in head):
                problems.append(f"{name}: no SPDX line at the top")
        self.check(problems)

    def test_sources_are_formatted(self):
        tool = shutil.which("clang-format-19")
        if not tool:
            self.skipTest("clang-format-19 is not installed")
        # Programs under test keep the shape they need.
        names = [str(f) for f in FILES
                 if f.suffix in SOURCE and f.parts[0] not in ("tests", "examples", "bench")]
        done = subprocess.run([tool, "--dry-run", "-Werror", *names], cwd=ROOT,
                              capture_output=True, text=True)
        wrong = sorted(set(re.findall(r"^([^:\n]+):\d+:\d+: error", done.stderr, re.M)))
        self.check([f"{name}: run clang-format-19 -i on it" for name in wrong])

    def test_nothing_speaks_of_one_machine(self):
        pattern = re.compile(r"(?<![\w.$}])/(?:work|farm|root|home/\w+|tmp/wt)/")
        problems = []
        for name in FILES:
            if name.name == "repository_test.py":
                continue
            for number, line in enumerate(text_of(name).splitlines(), 1):
                if pattern.search(line):
                    problems.append(f"{name}:{number}: {line.strip()[:80]}")
        self.check(problems)

    def test_nothing_is_left_undone(self):
        pattern = re.compile(r"\b(TODO|FIXME|XXX)\b")
        self.check([f"{name}:{number}: {line.strip()[:80]}"
                    for name in FILES
                    if name.suffix in SOURCE | SCRIPT and name.name != "repository_test.py"
                    for number, line in enumerate(text_of(name).splitlines(), 1)
                    if pattern.search(line)])

    def test_files_stay_readable(self):
        self.check([f"{name}: {len(text_of(name).splitlines())} lines"
                    for name in FILES if name.suffix in SOURCE | SCRIPT
                    and len(text_of(name).splitlines()) > 800])

    def test_scripts_have_no_obvious_faults(self):
        if not shutil.which("shellcheck"):
            self.skipTest("shellcheck is not installed")
        done = subprocess.run(["shellcheck", "-x", "cuttle", "test", ".ci/run", "setup/setup.sh"],
                              cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_packages_are_listed_once_and_explained(self):
        names = []
        problems = []
        for line in text_of("setup/packages.txt").splitlines():
            if not line or line.startswith(("#", "[")):
                continue
            match = re.fullmatch(r"([a-z0-9][a-z0-9+.-]+) +# \S.*", line)
            if not match:
                problems.append(f"cannot read: {line}")
            elif match[1] in names:
                problems.append(f"twice: {match[1]}")
            else:
                names.append(match[1])
        self.check(problems)


if __name__ == "__main__":
    support.main()

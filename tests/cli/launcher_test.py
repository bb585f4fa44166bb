# SPDX-License-Identifier: Apache-2.0
"""./cuttle and ./test, with stand-ins for the tools that install and build."""

import os
import shutil
import subprocess
import time

import support

TOOLS = {
    # Says that everything is installed but what is in the file `missing`.
    "dpkg-query": """#!/bin/bash
for name in "${@:3}"; do grep -qx -- "$name" "$STATE/missing" 2>/dev/null || echo "$name installed"; done
""",
    "apt-get": """#!/bin/bash
echo "apt-get $*" >>"$STATE/calls"
case $* in *install*) : >"$STATE/missing" ;; esac
""",
    "cmake": """#!/bin/bash
echo "cmake $*" >>"$STATE/calls"
mkdir -p build/release && touch build/release/build.ninja
printf 'CMAKE_HOME_DIRECTORY:INTERNAL=%s\\n' "$PWD" >build/release/CMakeCache.txt
""",
    "ninja": """#!/bin/bash
echo "ninja ${*: -1}" >>"$STATE/calls"
[[ ! -e $STATE/broken ]] || { echo "[1/2] Building a.o"; echo "a.cpp:1: error: oh no"; exit 1; }
echo "[1/2] Building a.o"; echo "[2/2] Linking cuttle"
mkdir -p "$2/bin"; printf '#!/bin/bash\\necho "tool in $PWD:"; printf "<%%s>\\\\n" "$@"\\n' >"$2/bin/cuttle"
chmod +x "$2/bin/cuttle"
""",
}


class Launcher(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.root = self.folder / "a clone"
        for name in ("setup", "engine", "languages", "cli", "cmake", "include"):
            (self.root / name).mkdir(parents=True)
        for name in ("cuttle", "test", "setup/setup.sh", "setup/packages.txt", "CMakeLists.txt",
                     "CMakePresets.json"):
            shutil.copy(support.ROOT / name, self.root / name)
        self.state = self.folder / "state"
        self.state.mkdir()
        for name, text in TOOLS.items():
            path = self.write(f"bin/{name}", text)
            path.chmod(0o755)
        (self.folder / "bin/sudo").write_text('#!/bin/bash\nexec "$@"\n')
        (self.folder / "bin/sudo").chmod(0o755)
        self.environment["PATH"] = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        self.environment["STATE"] = str(self.state)

    def launch(self, *arguments, program=None, cwd="/", expect=0):
        done = subprocess.run([str(program or self.root / "cuttle"), *arguments], cwd=cwd,
                              env=self.environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=60)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done

    def calls(self):
        path = self.state / "calls"
        text = path.read_text() if path.exists() else ""
        path.write_text("")
        return [line.split()[0] for line in text.splitlines()]

    def test_first_use_installs_configures_builds_and_runs(self):
        (self.state / "missing").write_text("clang-19\nlibz3-dev\n")
        done = self.launch("run", "a b.c")
        self.assertEqual(done.stdout, "tool in /:\n<run>\n<a b.c>\n")
        self.assertEqual(self.calls(), ["apt-get", "apt-get", "cmake", "ninja"])
        self.assertIn("clang-19 libz3-dev", done.stderr)

    def test_later_uses_do_nothing_and_are_fast(self):
        self.launch()
        self.calls()
        start = time.monotonic()
        done = self.launch("x")
        self.assertLess(time.monotonic() - start, 0.5)
        self.assertEqual(done.stdout, "tool in /:\n<x>\n")
        self.assertEqual(done.stderr, "")
        self.assertEqual(self.calls(), [])

    def test_a_change_builds_again(self):
        self.launch()
        self.calls()
        time.sleep(0.02)
        (self.root / "engine/new.cpp").write_text("")
        self.launch()
        self.assertEqual(self.calls(), ["ninja"])
        self.launch()
        self.assertEqual(self.calls(), [])
        time.sleep(0.02)
        (self.root / "engine/new.cpp").unlink()
        self.launch()
        self.assertEqual(self.calls(), ["ninja"])

    def test_without_installing_it_says_what_is_missing(self):
        (self.state / "missing").write_text("clang-19\n")
        done = self.launch("--no-install", "run", expect=3)
        self.assertIn("clang-19", done.stderr)
        self.assertIn("apt-get install", done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(self.calls(), [])

    def test_a_failed_build_shows_the_error(self):
        (self.state / "broken").write_text("")
        done = self.launch("run", expect=3)
        self.assertIn("a.cpp:1: error: oh no", done.stderr)
        self.assertIn("build.log", done.stderr)
        (self.state / "broken").unlink()
        self.launch("run")

    def test_a_moved_clone_is_configured_again(self):
        self.launch()
        self.calls()
        self.root = self.root.rename(self.folder / "moved")
        (self.root / "engine/new.cpp").write_text("")
        self.launch()
        self.assertEqual(self.calls(), ["cmake", "ninja"])

    def test_by_a_link_and_from_any_folder(self):
        (self.folder / "bin/cuttle").symlink_to(self.root / "cuttle")
        done = self.launch("x", program=self.folder / "bin/cuttle", cwd=self.state)
        self.assertEqual(done.stdout, f"tool in {self.state}:\n<x>\n")


if __name__ == "__main__":
    support.main()

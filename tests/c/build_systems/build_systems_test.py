# SPDX-License-Identifier: Apache-2.0
"""Projects of make, autoconf and CMake with our compilers in the place of theirs."""

import os
import pathlib
import shutil
import subprocess
import unittest

import support

HERE = pathlib.Path(__file__).resolve().parent
BIN = pathlib.Path(support.TOOL).resolve().parent
CC, CXX = str(BIN / "cuttle-cc"), str(BIN / "cuttle-c++")
HAS_AUTOTOOLS = shutil.which("autoreconf") and shutil.which("automake")


class BuildSystems(support.ProgramTest):
    def command(self, *words, expect=0, **environment):
        done = subprocess.run([str(w) for w in words], cwd=self.folder, capture_output=True, text=True,
                              timeout=200, check=False, env={**self.environment, **environment})
        self.assertEqual(done.returncode, expect, f"{words}\n{done.stdout}\n{done.stderr}")
        return done

    def project(self, name):
        shutil.copytree(HERE / name, self.folder, dirs_exist_ok=True)

    @unittest.skipUnless(HAS_AUTOTOOLS, "autoconf and automake are not installed")
    def test_an_autoconf_project(self):
        self.project("autoconf")
        self.command("autoreconf", "-i")
        self.command("./configure", f"CC={CC}")
        self.command("make", "-j2")
        found = self.cuttle("run", "./sums", "--input", "stdin:4", "--stop-on-bug", expect=1)
        self.assertIn("main.c", found.stdout_text)

    def test_a_cmake_project(self):
        self.project("cmake")
        self.command("cmake", "-B", "build", f"-DCMAKE_C_COMPILER={CC}", f"-DCMAKE_CXX_COMPILER={CXX}",
                     f"-DCMAKE_PREFIX_PATH={BIN.parent}")
        self.command("cmake", "--build", "build")
        self.cuttle("run", "build/loud", "--input", "stdin:2", expect=1)
        done = self.command("ctest", "--test-dir", "build", "-R", "cuttle.greet", expect=8)
        self.assertIn("cuttle.greet", done.stdout)

    def test_the_cmake_package_in_an_ordinary_build(self):
        self.project("cmake")
        self.command("cmake", "-B", "build", f"-DCMAKE_PREFIX_PATH={BIN.parent}")
        self.command("cmake", "--build", "build")
        listed = self.command("ctest", "--test-dir", "build", "-N").stdout
        self.assertIn("cuttle.greet", listed)
        self.assertIn("greet_words", listed)
        self.command("ctest", "--test-dir", "build", expect=8)  # three words are found
        bugs = self.command("ctest", "--test-dir", "build", "-R", "cuttle.greet", "-V", expect=8)
        self.assertIn("main.c:10", bugs.stdout)

    def test_what_compilers_are_asked_for(self):
        self.write("a.c", "#include <stdio.h>\nint f(void) { return 1; }\n")
        self.write("main.c", "int f(void);\nint main(void) { return f() - 1; }\n")
        for words in (["-E", "a.c"], ["-M", "a.c"], ["-S", "a.c", "-o", "-"], ["-v"],
                      ["-dumpmachine"], ["-print-prog-name=ld"], ["-fPIC", "-c", "a.c"],
                      ["-shared", "-fPIC", "a.c", "-o", "liba.so"]):
            done = self.command(CC, *words)
            if words != ["-v"]:
                self.assertEqual(done.stderr, "", words)
        self.command("ar", "rcs", "liba.a", "a.o")
        for libraries in (["liba.a"], ["./liba.so", "-Wl,-rpath,."]):
            self.command(CC, "main.c", *libraries, "-o", "program")
            self.command("./program")
        wrong = self.command(CC, "-c", "no_such_file.c", expect=1)
        self.assertIn("no_such_file.c", wrong.stderr)

    def test_fuzzing_engine(self):
        self.write("harness.cc", """#include <cstdint>
#include <cstddef>
#include <cstdlib>
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size >= 2 && data[0] == 'H' && data[1] == 'i') std::abort();
  return 0;
}
""")
        self.command(CXX, "-fsanitize=fuzzer", "harness.cc", "-o", "one")
        self.cuttle("run", "./one", "--stop-on-bug", expect=1)
        self.command(CXX, "-c", "-fsanitize=fuzzer-no-link", "harness.cc", "-o", "harness.o")
        self.command(CXX, "harness.o", BIN.parent / "lib/cuttle/libcuttle-fuzzer.a", "-o", "two")
        self.cuttle("run", "./two", "--stop-on-bug", expect=1)
        self.write("corpus/seed", "Hi")
        crash = subprocess.run([self.folder / "two", "corpus/seed"], cwd=self.folder, check=False)
        self.assertNotEqual(crash.returncode, 0)

    def test_programs_of_other_compilers_are_refused(self):
        self.write("main.c", "int main(void) { return 0; }\n")
        self.command("cc", "main.c", "-o", "plain")
        refused = self.cuttle("run", "./plain", expect=2)
        self.assertIn("cuttle-cc", refused.stderr_text)
        os.remove(self.folder / "plain")
        self.cuttle("run", "./plain", expect=2)

    def test_a_program_with_its_plain_build(self):
        self.write("main.c", """#include <stdio.h>
#include <stdlib.h>
int main(void) {
  if (getchar() == '!') abort();
  return 0;
}
""")
        self.command(CC, "main.c", "-o", "instrumented")
        self.command("cc", "-g", "main.c", "-o", "plain")
        found = self.cuttle("run", "instrumented", "--plain", "plain", "--json", "-", "-q", expect=1)
        self.assertIn('"confirmed": true', found.stdout_text)


if __name__ == "__main__":
    support.main()

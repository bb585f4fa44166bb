# SPDX-License-Identifier: Apache-2.0
"""Instrumented modules of Erlang's own library behave as the plain ones."""
import os
import pathlib
import subprocess
import tempfile
import unittest

import support

ROOT = pathlib.Path(__file__).resolve().parents[2]
VM = ROOT / "languages/erlang/vm"
MODULES = ["lists", "orddict", "ordsets", "proplists", "gb_sets", "gb_trees", "dict", "sets", "queue", "string",
           "base64", "calendar", "maps", "array", "uri_string", "binary"]


class Instrument(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = cls.folder.name
        sources = [str(f) for f in sorted(VM.glob("erl/*.erl"))] + [str(ROOT / "tests/erlang/compare.erl")]
        subprocess.run(["erlc", "-o", cls.out] + sources, check=True)
        os.mkdir(cls.out + "/instrumented")
        include = subprocess.run(["erl", "-noshell", "-eval", 'io:format("~ts/usr/include", [code:root_dir()]), halt().'],
                                 check=True, capture_output=True, text=True).stdout
        subprocess.run(["cc", "-O2", "-fPIC", "-shared", "-I" + include, "-I" + str(VM), "-o", cls.out + "/cuttle_nif.so",
                        str(VM / "nif/cuttle_nif.c")], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def erl(self, function, *arguments):
        command = ["erl", "+S", "1:1", "-noshell", "-noinput", "-pa", self.out, "-eval",
                   f"compare:{function}(init:get_plain_arguments()).", "-extra"] + list(arguments)
        environment = {**os.environ, "MODELS": str(VM / "models.txt"), "OUT": self.out + "/instrumented"}
        return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)

    def test_all_of_stdlib_can_be_instrumented(self):
        done = self.erl("compile", "stdlib")
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr)

    def test_the_same_results(self):
        done = self.erl("run", "1", "120", *MODULES)
        self.assertEqual(done.returncode, 0, done.stdout[-3000:] + done.stderr)
        returned = int(done.stdout.split(" returned")[0].split()[-1])
        self.assertGreater(returned, 4000, done.stdout[-500:])


if __name__ == "__main__":
    support.main()

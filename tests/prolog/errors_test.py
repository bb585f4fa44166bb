# SPDX-License-Identifier: Apache-2.0
"""Several errors in one clause are several bugs: in the report, in the store, and after `--resume`."""

import json
import sqlite3

import support

PROGRAM = """
check(X) :- ( X =:= 11 -> Y is 1/0, Y > 0
            ; X =:= 22 -> atom_length(_, _)
            ; X =:= 33 -> atom_length(f(x), _)
            ; true ).
"""
ERRORS = {"evaluation_error(zero_divisor)", "instantiation_error", "type_error(text,f(x))"}


class Errors(support.ProgramTest):
    def explore(self, *options, code):
        self.write("check.pl", PROGRAM)
        self.cuttle("run", "check.pl", "--goal", "check(X)", "--type", "1:integer", "--out", "c.cuttle", "--json",
                    "s.json", *options, expect=code)
        return json.loads((self.folder / "s.json").read_text())

    def stored(self):
        path = self.folder / "c.cuttle/campaign.db"
        with sqlite3.connect(path) as store:
            return [row[0] for row in store.execute("SELECT message FROM bugs")]

    def test_three_errors_in_one_clause(self):
        summary = self.explore(code=1)
        self.assertTrue(summary["exhausted"])
        self.assertEqual(len({bug["location"] for bug in summary["bugs"]}), 1)
        self.assertEqual({bug["message"] for bug in summary["bugs"]}, ERRORS)
        self.assertEqual(len({bug["key"] for bug in summary["bugs"]}), 3)
        self.assertEqual(len(self.stored()), 3)

    def test_three_errors_after_resuming(self):
        first = self.explore("--max-runs", "2", code=None)
        self.assertFalse(first["exhausted"])
        for _ in range(2):  # what is left, and then nothing
            summary = self.explore("--resume", code=1)
            self.assertTrue(summary["exhausted"])
            self.assertEqual({bug["message"] for bug in summary["bugs"]}, ERRORS)
            self.assertEqual(len(summary["bugs"]), 3)
            self.assertEqual(sorted(self.stored()), sorted(ERRORS))


if __name__ == "__main__":
    support.main()

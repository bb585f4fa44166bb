# SPDX-License-Identifier: Apache-2.0
"""Every name by which the installed libc offers a function is treated like the function."""

import pathlib
import re
import subprocess
import unittest

import support

HERE = pathlib.Path(__file__).parent
RUNTIME = HERE / "../../languages/c/runtime"
# Variants that are no other names of a function with a model, and why.
NO_VARIANTS = {
    "_IO_getline": "reads up to a delimiter, unlike getline",
    "pthread_spin_init": "shares its code with pthread_spin_unlock, but locks nothing",
}
SUFFIXES = ("64_chk", "_unlocked_chk", "_chk", "64", "_unlocked", "_l", "_2", "64_2", "_internal",
            "_nocancel", "_g")
PREFIXES = ("__isoc99_", "__isoc23_", "_IO_", "__libc_", "__", "_")
# Functions that take the name of a file that is an input, as the plain build sees them.
PATHS = re.compile(r"(__|_IO_)?(open|openat|fopen|freopen|l?stat|l?xstat|fstatat|fxstatat|statx|"
                   r"faccessat|access|euidaccess|eaccess)(64)?(_2)?$")


def names(macro, header):
    """The names in an X macro."""
    text = (RUNTIME / header).read_text()
    found = re.search(r"#define %s\(X\)((?:.*\\\n)*.*)" % macro, text)
    return set(re.findall(r"X\((\w+)\)", found[1]))


def libc_symbols():
    """Name -> addresses of all functions that a new program may link to."""
    libc = subprocess.run(["cc", "-print-file-name=libc.so.6"], capture_output=True, text=True,
                          check=True).stdout.strip()
    table = subprocess.run(["nm", "-D", "--with-symbol-versions", libc], capture_output=True,
                           text=True, check=True).stdout
    symbols = {}
    for line in table.splitlines():
        if match := re.match(r"(\w+) [TWi] (\w+)@@(?!GLIBC_PRIVATE)", line):
            symbols.setdefault(match[2], set()).add(match[1])
    return symbols


def stems(name):
    """What the name is made of: without the prefixes and suffixes of variants."""
    found, work = {name}, [name]
    while work:
        one = work.pop()
        shorter = [one[len(p):] for p in PREFIXES if one.startswith(p)]
        shorter += [one[:-len(s)] for s in SUFFIXES if one.endswith(s)]
        for each in shorter:
            if each and each not in found:
                found.add(each)
                work.append(each)
    return found


def defined_in(archive):
    table = subprocess.run(["nm", str(archive)], capture_output=True, text=True, check=True).stdout
    return {line.split()[2] for line in table.splitlines() if re.match(r"\w+ [TWi] ", line)}


class Names(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.symbols = libc_symbols()
        cls.modelled = (names("CUTTLE_MODELLED_FUNCTIONS", "modelled.h") |
                        names("CUTTLE_OTHER_NAMES", "names.h"))
        cls.unseen = names("CUTTLE_UNSEEN_FUNCTIONS", "names.h")
        cls.libraries = pathlib.Path(support.TOOL).parent.parent / "lib" / "cuttle"

    def variants(self):
        """(variant, function with a model) for all symbols of libc."""
        at = {}
        for name, addresses in self.symbols.items():
            for address in addresses:
                at.setdefault(address, set()).add(name)
        for name, addresses in self.symbols.items():
            same = set().union(*(at[address] for address in addresses))
            for meant in (same | stems(name)) & self.modelled - {name}:
                yield name, meant

    def test_the_table_was_read(self):
        self.assertGreater(len(self.symbols), 1500)
        self.assertTrue({"fopen64", "read", "__read_chk"} <= self.symbols.keys())

    def test_each_variant_has_a_model(self):
        missing = {(name, meant) for name, meant in self.variants()
                   if name not in self.modelled and name not in NO_VARIANTS}
        self.assertEqual(missing, set())

    def test_each_function_that_reads_is_seen_or_reported(self):
        lines = (HERE / "libc_functions.txt").read_text().splitlines()
        silent = re.compile("|".join(f"(?:{line})" for line in lines
                                     if line and not line.startswith("#")))
        self.assertEqual({name for name in self.symbols if name not in self.modelled and
                          name not in self.unseen and not silent.fullmatch(name)}, set())

    def test_the_lists_are_apart(self):
        self.assertEqual(self.unseen & self.modelled, set())

    def test_each_model_is_there(self):
        models = set()
        for archive in ("runtime", "models"):
            models |= defined_in(self.libraries / f"libcuttle-{archive}.a")
        self.assertEqual({name for name in self.modelled if f"__cuttle_model_{name}" not in models},
                         set())

    def test_the_plain_build_has_each_name_of_what_takes_a_path(self):
        replay = defined_in(self.libraries / "libcuttle-replay.a")
        paths = {name for name in self.modelled | {"syscall"} if PATHS.match(name)}
        self.assertGreater(len(paths), 25)
        self.assertEqual(paths - replay, set())


if __name__ == "__main__":
    support.main()

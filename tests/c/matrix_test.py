#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the programs of tests/c at -O0, at -O2 and with each other clang that has a plug-in.

By default with a spread of the programs (every EVERY-th, by a hash of its name, another one in each
column); --every 1 is the whole matrix. Prints TAP.
"""

import argparse
import glob
import os
import re
import subprocess
import sys
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))


def other_clangs(tool):
    """Versions of clang with a plug-in, but for the default one."""
    libraries = os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(tool))), "lib", "cuttle")
    names = glob.glob(os.path.join(libraries, "libcuttle-pass-*.so"))
    versions = sorted(int(re.search(r"(\d+)\.so$", name)[1]) for name in names)
    return [version for version in versions if version != 19]


def selected(names, column, every):
    return [name for name in names if zlib.crc32(name.encode()) % every == column % every]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cuttle", default=os.environ.get("CUTTLE_TOOL"), help="the executable")
    parser.add_argument("--every", type=int, default=12)
    arguments = parser.parse_args()
    folder = os.path.join(HERE, "programs")
    names = sorted(name for name in os.listdir(folder) if name.endswith((".c", ".cpp", ".ll")))
    columns = ["--cflags=-O0", "--cflags=-O2"]
    columns += [f"--cc={version}" for version in other_clangs(arguments.cuttle)]
    failed = False
    for number, column in enumerate(columns):
        command = [sys.executable, os.path.join(HERE, "run_programs.py"), "--cuttle",
                   arguments.cuttle, "--folder", folder, f"--with={column}"]
        command += ["/" + name for name in selected(names, number, arguments.every)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        for line in done.stdout.splitlines():
            print(f"{line} {column}" if re.match(r"(not )?ok ", line) else line, flush=True)
        failed = failed or done.returncode != 0
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: Apache-2.0
"""Writes Cuttle's trace: the model for a front end that cannot include engine/trace/format.h.

An interpreter calls serve(program, run). Under `cuttle run --protocol` it is asked for runs and each
gets a Trace; when one test is to be run without a trace (CUTTLE_TEST), or by itself, it gets a Plain.
Both have the same methods, so that the interpreter need not know. Nodes are numbers; 0 is "concrete".
docs/trace-layout.md has the bytes, docs/protocol.md the rules.
"""
import mmap
import os
import socket
import struct
import sys

VERSION = 3
LIMITS, TOTALS, AREAS, OUTCOME = 72, 112, 128, 560  # offsets in the header
RUN, TRUNCATED, SITE_COUNT = 28, 36, 40
(STRINGS, VARIABLES, VARIABLE_BUCKETS, NODES, NODE_BUCKETS, MODULES, MODULE_DATA, COVERAGE, RECORDS, READS,
 LIMITATIONS) = 0, 1, 2, 3, 4, 8, 9, 10, 12, 13, 14
CONSTANT, VARIABLE, ZEXT, NOT, AND, OR, ADD, SUB, MUL, SDIV, SREM, EQ, NE, SLT, SLE = (
    1, 2, 5, 9, 16, 17, 19, 20, 21, 24, 25, 32, 33, 36, 37)
BRANCH, ASSUME, CHECK = 1, 3, 4
ASSERTION, ERROR_CALL, DIVISION_BY_ZERO = 1, 2, 5
BUG_WORDS = {ASSERTION: "assertion", ERROR_CALL: "error-call", DIVISION_BY_ZERO: "division-by-zero"}
HELLO, ASK_RUN, STARTED, DONE = 1, 2, 3, 4
DEPTH, TRACE_FULL = 3, 4
NONE = 0xffffffff
NODE, VARIABLE_RECORD, READ, RECORD = "<BBHIIIQII", "<IIIIIIIIQII", "<IIQQ", "<BBHIIIQII"


class Bug(Exception):
    """Ends a run as a bug of a kind, with a message, at a line."""


class Rejected(Exception):
    """Ends a run whose assumption does not hold."""


def mixed(h, value, factor, shift=32):
    return ((h ^ (h >> shift) ^ value) * factor) & 0xffffffffffffffff


def node_hash(op, width, a, b, c, value):
    h = ((op << 16 | width) * 0x9e3779b97f4a7c15) & 0xffffffffffffffff
    h = mixed(h, a, 0xff51afd7ed558ccd, 64)
    h = mixed(h, b, 0xc4ceb9fe1a85ec53)
    h = mixed(h, c, 0x9e3779b97f4a7c15)
    return (mixed(h, value, 0xff51afd7ed558ccd) if op == CONSTANT else h) >> 32


def variable_hash(name, index, occurrence, width):
    h = 0xcbf29ce484222325
    for byte in name.encode():
        h = mixed(h, byte, 0x100000001b3, 64)
    h = mixed(h, index, 0x9e3779b97f4a7c15, 64)
    h = mixed(h, occurrence, 0x9e3779b97f4a7c15, 29)
    return mixed(h, width, 0x9e3779b97f4a7c15, 29) >> 32


class Trace:
    """The mapping. Contents first, count afterwards; nothing that was counted is ever changed."""

    def __init__(self, path):
        with open(path, "r+b") as file:
            self.m = mmap.mmap(file.fileno(), 0)
        version, = self.get("<I", 8)
        if self.m[:8] != b"CUTTLTR1" or version != VERSION:
            sys.exit(f"this program writes version {VERSION} of the trace, Cuttle reads {version}")
        self.areas = [self.get("<QII", AREAS + 24 * i) for i in range(18)]  # offset, element size, capacity

    def get(self, form, at):
        return struct.unpack_from(form, self.m, at)

    def put(self, form, at, *values):
        struct.pack_into(form, self.m, at, *values)

    def count(self, area):
        return self.get("<I", AREAS + 24 * area + 16)[0]

    def at(self, area, index):
        return self.areas[area][0] + index * self.areas[area][1]

    def append(self, area, form, *values):
        """The number of the new element, or None when the area is full."""
        index = self.count(area)
        if index >= self.areas[area][2]:
            return None
        self.put(form, self.at(area, index), *values)
        self.put("<I", AREAS + 24 * area + 16, index + 1)
        return index

    def bytes(self, area, data, align=1):
        """Appends bytes; their place in the area, 0 when there is no room."""
        begin = -(-self.count(area) // align) * align
        if begin + len(data) > self.areas[area][2]:
            return 0
        at = self.at(area, begin)
        self.m[at:at + len(data)] = data
        self.put("<I", AREAS + 24 * area + 16, begin + len(data))
        return begin

    def string(self, text):
        return self.bytes(STRINGS, text.encode()[:4095] + b"\0") if text else 0

    def text(self, offset):
        at = self.at(STRINGS, offset)
        return self.m[at:self.m.find(b"\0", at)].decode()

    # What is fixed for the program ---------------------------------------------------------------

    def publish(self, file, sites):
        """Sites are pairs (line, is a branch). After a restart the module is there already."""
        strings = b"\0" + file.encode() + b"\0main\0"
        main = len(strings) - 5
        branches = [i for i, (_, branch) in enumerate(sites) if branch]
        first = {site: 2 * i for i, site in enumerate(branches)}
        table = b"".join(struct.pack("<10I", 1, main, line, 0, 1 if branch else 5, 0, 0,
                                     first.get(i, NONE), 2 if branch else 0, 0)
                         for i, (line, branch) in enumerate(sites))
        points = b"".join(struct.pack("<8I", 1, site, arm, 1, main, 0, 0, 0)
                          for site in branches for arm in (0, 1))
        points += b"".join(struct.pack("<8I", 2, NONE, 0, 1, main, i, 1, 0) for i in range(len(sites)))
        lines = b"".join(struct.pack("<I", line) for line, _ in sites)
        self.first_point, self.first_line = first, 2 * len(branches)
        if not self.count(MODULES):
            parts = [table, points, b"", lines, b"", strings]
            places = [self.at(MODULE_DATA, self.bytes(MODULE_DATA, part, 8)) for part in parts]
            total = 2 * len(branches) + len(sites)
            first_site, = self.get("<I", SITE_COUNT)
            self.put("<I", SITE_COUNT, first_site + len(sites))
            self.put("<I", AREAS + 24 * COVERAGE + 16, total)
            self.append(MODULES, "<10IQ6Q", 1, first_site, len(sites), 0, total, 0, len(sites), 0,
                        len(strings), 0, 1, *places)
        self.first_site, = self.get("<I", self.at(MODULES, 0) + 4)

    # One run ---------------------------------------------------------------------------------------

    def begin_run(self):
        self.run, = self.get("<I", RUN)
        self.bounds = self.get("<IIII", LIMITS)  # choices, depth, bytes of objects, new nodes
        self.node_limit = min(self.areas[NODES][2], self.count(NODES) + self.bounds[3])
        self.occurrences = {}

    def limited(self, reason):
        """The rest of the run is not followed: it goes on concretely."""
        if not self.get("<I", TRUNCATED)[0]:
            self.append(LIMITATIONS, "<IIIIQ", reason, 0, 0, 0, 1)
        self.put("<I", TRUNCATED, 1)

    def visit(self, site):
        self.m[self.at(COVERAGE, self.first_line + site)] = 1

    def input(self, name, width, kind):
        """Its value in this run (0 when the engine says nothing) and its node."""
        occurrence = self.occurrences[name, width] = self.occurrences.get((name, width), 0) + 1
        v = self.variable(name, NONE, occurrence, width, kind)
        if v is None:
            return 0, 0
        at = self.at(VARIABLES, v)
        given, run = self.get("<QI", at + 32)
        value = given if run == self.run else 0
        self.append(READS, READ, v, 0, value, 0)
        node = self.node(VARIABLE, width, value, v)
        self.put("<I", at + 20, node)
        return value, node

    def variable(self, name, index, occurrence, width, kind):
        h = variable_hash(name, index, occurrence, width)
        bucket = self.at(VARIABLE_BUCKETS, h & (self.areas[VARIABLE_BUCKETS][2] - 1))
        first, = v, = self.get("<I", bucket)
        while v:
            r = self.get(VARIABLE_RECORD, self.at(VARIABLES, v))
            if (r[1], r[2], r[3], r[6]) == (index, occurrence, width, h) and self.text(r[0]) == name:
                return v
            v = r[7]
        v = self.append(VARIABLES, VARIABLE_RECORD, self.string(name), index, occurrence, width,
                        self.string(kind), 0, h, first, 0, 0, 0)
        if v is None:
            self.limited(TRACE_FULL)
        else:
            self.put("<I", bucket, v)
        return v

    def constant(self, width, value):
        return self.node(CONSTANT, width, value)

    def node(self, op, width, value, a=0, b=0, c=0):
        """One node for equal (op, width, a, b, c): ids then mean the same in all runs."""
        bucket = self.at(NODE_BUCKETS, node_hash(op, width, a, b, c, value) & (self.areas[NODE_BUCKETS][2] - 1))
        first, = n, = self.get("<I", bucket)
        while n:
            r = self.get(NODE, self.at(NODES, n))
            if (r[0], *r[2:6]) == (op, width, a, b, c) and (op != CONSTANT or r[6] == value):
                self.put("<Q", self.at(NODES, n) + 16, value)  # under this run's inputs
                return n
            n = r[8]
        n = self.count(NODES)
        if n >= self.node_limit:
            self.limited(TRACE_FULL)
            return 0
        arguments = [x for x in (a, b, c) if x and op != VARIABLE]
        depth = 1 + max((self.get("<I", self.at(NODES, x) + 24)[0] for x in arguments), default=0)
        self.append(NODES, NODE, op, 0, width, a, b, c, value, depth, first)
        self.put("<I", bucket, n)
        return n

    def choice(self, kind, site, condition, taken, bug=0):
        """Of what depends on inputs (condition: a node of width 1); others are only covered."""
        if kind == BRANCH and site in self.first_point:
            self.m[self.at(COVERAGE, self.first_point[site] + taken)] = 1
        if not condition or self.get("<I", TRUNCATED)[0]:
            return
        total, = self.get("<Q", TOTALS)
        self.put("<Q", TOTALS, total + 1)
        if total >= self.bounds[0]:
            self.limited(DEPTH)
        elif self.append(RECORDS, RECORD, kind, 0, 0, self.first_site + site, condition, taken, taken, bug, 0) is None:
            self.limited(TRACE_FULL)

    def ended(self, error):
        """Writes how the run ended, `kind` last."""
        if isinstance(error, Bug):
            bug, message, file, line = error.args
            self.put("<I", OUTCOME + 4, bug)
            self.put("<I", OUTCOME + 32, line)
            self.put("1024s", OUTCOME + 40, message.encode()[:1023])
            self.put("1024s", OUTCOME + 1064, file.encode()[:1023])
        self.put("<I", OUTCOME, 3 if isinstance(error, Bug) else 2 if error else 1)


class Plain:
    """A run without a trace: inputs from the file of a test, or 0."""

    def __init__(self, test):
        self.values, self.report, self.occurrences = {}, None, {}
        for line in open(test, encoding="utf-8") if test else []:
            key, _, rest = line.rstrip("\n").partition(" ")
            if key == "report":
                self.report = rest
            elif key == "input":
                width, occurrence, index, value, name = rest.split(" ", 4)
                self.values[name, index, int(width), int(occurrence)] = int(value)

    def input(self, name, width, kind):
        occurrence = self.occurrences[name, width] = self.occurrences.get((name, width), 0) + 1
        return self.values.get((name, "-", width, occurrence), 0), 0

    def visit(self, site):
        pass

    def choice(self, kind, site, condition, taken, bug=0):
        pass

    def ended(self, error):
        if isinstance(error, Bug):
            print(f"{error.args[2]}:{error.args[3]}: {error.args[1]}", file=sys.stderr)
        if not self.report:
            return
        with open(self.report, "a", encoding="utf-8") as out:
            print("outcome", "bug" if isinstance(error, Bug) else "rejected" if error else "ok", file=out)
            if isinstance(error, Bug):
                bug, message, file, line = error.args
                print(f"bug {BUG_WORDS[bug]}\nmessage {message}\nat {line} {file}", file=out)
            print("end", file=out)


def one_run(back_end, run):
    error = None
    try:
        run(back_end)
    except (Bug, Rejected) as ended:
        error = ended
    back_end.ended(error)
    return isinstance(error, Bug)


def serve(file, sites, run):
    """Runs the program once, or as often as the engine asks; the exit code."""
    if "CUTTLE_TRACE_FILE" not in os.environ:
        return one_run(Plain(os.environ.get("CUTTLE_TEST")), run)
    control = socket.socket(socket.AF_UNIX)
    control.connect(os.environ["CUTTLE_CONTROL_SOCKET"])
    trace = Trace(os.environ["CUTTLE_TRACE_FILE"])
    trace.publish(file, sites)
    control.sendall(struct.pack("<IIQQ", HELLO, VERSION, 0, 0))
    while message := control.recv(24, socket.MSG_WAITALL):
        if struct.unpack_from("<I", message)[0] != ASK_RUN:
            break
        # All runs are made in this process, whose group the engine ends when a run takes too long.
        control.sendall(struct.pack("<IIQQ", STARTED, os.getpgrp(), 0, 0))
        trace.begin_run()
        failed = one_run(trace, run)
        control.sendall(struct.pack("<IIQQ", DONE, failed << 8, 0, 0))  # as of wait(): exit code 1 for a bug
    return 0

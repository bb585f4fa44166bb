# SPDX-License-Identifier: Apache-2.0
"""Programs under --protocol that die, lie or hang: a clear error or an honest outcome, and soon."""

import json
import sys

import support

sys.path.insert(0, str(support.ROOT / "examples/protocol"))
import cuttle_trace as ct  # noqa: E402

# A small program in the writer's own terms; BEHAVIOUR is done at the place that has its name.
PROGRAM = f"""
import os, random, signal, socket, struct, sys, time
sys.path.insert(0, {str(support.ROOT / "examples/protocol")!r})
import cuttle_trace as ct
BEHAVIOUR = sys.argv[2]
def place(name):
    if BEHAVIOUR == "die-" + name: os._exit(3)
    if BEHAVIOUR == "kill-" + name: os.kill(os.getpid(), signal.SIGKILL)
    if BEHAVIOUR == "crash-" + name: os.kill(os.getpid(), signal.SIGSEGV)
    if BEHAVIOUR == "hang-" + name: time.sleep(1000)
    if BEHAVIOUR == "spin-" + name:
        while True: pass
if "CUTTLE_TEST" in os.environ or "CUTTLE_TRACE_FILE" not in os.environ:
    ct.Plain(os.environ.get("CUTTLE_TEST")).ended(None)
    sys.exit(0)
place("start")
control = socket.socket(socket.AF_UNIX)
control.connect(os.environ["CUTTLE_CONTROL_SOCKET"])
place("connected")
trace = ct.Trace(os.environ["CUTTLE_TRACE_FILE"])
trace.publish("program", [(1, True), (2, True)])
place("mapped")
def say(kind, a=0): control.sendall(struct.pack("<IIQQ", kind, a, 0, 0))
if BEHAVIOUR == "half": control.sendall(b"abc"); time.sleep(1000)
if BEHAVIOUR == "noise": control.sendall(bytes(range(240)))
if BEHAVIOUR == "wrong-word": say(ct.DONE)
say(ct.HELLO, 99 if BEHAVIOUR == "version" else ct.VERSION)
place("hello")
while len(control.recv(24, socket.MSG_WAITALL)) == 24:
    place("asked")
    if BEHAVIOUR == "chatter":
        while True: say(77)
    if BEHAVIOUR == "foreign": say(ct.STARTED, os.getppid())
    elif BEHAVIOUR == "everybody": say(ct.STARTED, 0xffffffff)
    else: say(ct.STARTED, os.getpgrp())
    if BEHAVIOUR in ("foreign", "everybody"): time.sleep(1000)
    place("started")
    trace.begin_run()
    x, node = trace.input("x", 32, "int")
    big = int(x > 3 and x < 1 << 31)
    condition = trace.node(ct.SLT, 1, big, trace.constant(32, 3), node)
    trace.choice(ct.BRANCH, 0, condition, big)
    place("middle")
    if BEHAVIOUR == "bug" and big: trace.ended(ct.Bug(ct.ASSERTION, "wrong", "program", 2))
    if BEHAVIOUR == "lie-taken": trace.choice(ct.BRANCH, 1, condition, 1 - big)
    if BEHAVIOUR == "lie-node": trace.choice(ct.BRANCH, 1, 123456, 1)
    if BEHAVIOUR == "lie-width": trace.choice(ct.BRANCH, 1, node, 1)
    if BEHAVIOUR == "lie-kind": trace.append(ct.RECORDS, ct.RECORD, 99, 0, 0, 1, condition, 1, 1, 0, 0)
    if BEHAVIOUR == "lie-site": trace.choice(ct.BRANCH, 10**6, condition, big)
    if BEHAVIOUR == "lie-count":
        for area in (ct.NODES, ct.RECORDS, ct.READS, ct.VARIABLES, ct.LIMITATIONS, ct.MODULES):
            trace.put("<I", ct.AREAS + 24 * area + 16, 0xfffffff0)
    if BEHAVIOUR == "lie-cycle":
        n = trace.count(ct.NODES)
        trace.append(ct.NODES, ct.NODE, ct.AND, 0, 1, n + 1, n, 0, 0, 1, 0)
        trace.append(ct.NODES, ct.NODE, ct.AND, 0, 1, n, n + 1, 0, 0, 1, 0)
        trace.choice(ct.BRANCH, 1, n, 0)
    if BEHAVIOUR == "lie-chain":
        for i in range(1 << 12): trace.put("<I", trace.at(ct.VARIABLE_BUCKETS, i), 1)
        trace.put("<I", trace.at(ct.VARIABLES, 1) + 28, 1)
    if BEHAVIOUR == "wipe": trace.m[:] = bytes(len(trace.m)) if len(trace.m) < 1 << 20 else trace.m[:]; trace.m[:8192] = bytes(8192)
    if BEHAVIOUR.startswith("garbage-"):
        generator = random.Random(int(BEHAVIOUR[8:]) + x)
        for _ in range(2000):
            area = generator.choice([ct.NODES, ct.RECORDS, ct.READS, ct.VARIABLES, ct.MODULES, ct.LIMITATIONS])
            at = trace.areas[area][0] + generator.randrange(4096)
            trace.m[at] = generator.randrange(256)
        for _ in range(20): trace.m[generator.randrange(8192)] = generator.randrange(256)
    if BEHAVIOUR == "truncate":
        try: os.truncate(os.environ["CUTTLE_TRACE_FILE"], 0)
        except OSError: pass
    say(ct.DONE, 0xffffffff if BEHAVIOUR == "no-process" else 12345678 if BEHAVIOUR == "odd-status" else 0)
    if BEHAVIOUR == "twice": say(ct.DONE, 7 << 8)
    if BEHAVIOUR == "leave": sys.exit(0)
    place("done")
"""


class Misbehaving(support.ProgramTest):
    def run_program(self, behaviour, *options, timeout=60):
        self.write("program.py", PROGRAM)
        self.write("target.x", "")
        done = self.cuttle("run", "--protocol", f"{sys.executable} program.py {{}}", "target.x", "--run-timeout", "0.4",
                           "--max-runs", "12", "--json", "summary.json", *options, "--", behaviour, timeout=timeout)
        self.assertIn(done.returncode, (0, 1, 2, 3), f"{behaviour}: {done.returncode}\n{done.stderr_text}")
        self.assertNotIn("bug in Cuttle", done.stderr_text)
        path = self.folder / "summary.json"
        done.summary = json.loads(path.read_text()) if done.returncode < 2 else None
        path.unlink(missing_ok=True)
        return done

    def test_one_that_behaves(self):
        summary = self.run_program("fine").summary
        self.assertEqual((summary["paths"], summary["exhausted"], summary["bugs"]), (2, True, []))

    def test_errors_before_the_first_run_are_clear(self):
        cases = {"die-start": "ended before HELLO (exit code 3)",
                 "die-connected": "ended before HELLO (exit code 3)",
                 "die-mapped": "ended before HELLO (exit code 3)",
                 "crash-mapped": "ended before HELLO (signal Segmentation fault)",
                 "kill-connected": "ended before HELLO (signal Killed)",
                 "hang-start": "does not reach HELLO within",
                 "half": "does not reach HELLO within",
                 "noise": "something else than HELLO",
                 "wrong-word": "something else than HELLO: a message of kind 4",
                 "version": f"speaks version 99 of the trace, and this Cuttle version {ct.VERSION}"}
        for behaviour, text in cases.items():
            with self.subTest(behaviour):
                done = self.run_program(behaviour)
                self.assertIn(done.returncode, (2, 3))
                self.assertIn(text, done.stderr_text)
                self.assertFalse((self.folder / "target.cuttle").exists(), "nothing is left behind")

    def test_runs_that_are_lost_say_so(self):
        for behaviour in ("die-hello", "die-asked", "kill-asked", "hang-asked", "chatter", "foreign", "everybody",
                          "no-process"):
            with self.subTest(behaviour):
                summary = self.run_program(behaviour).summary
                self.assertFalse(summary["exhausted"])
                self.assertEqual(summary["bugs"], [])
                self.assertIn("lost", json.dumps(summary["incomplete"]))

    def test_ends_of_the_process_are_ends_of_the_run(self):
        for behaviour, kind in (("crash-middle", "segfault"), ("hang-middle", "timeout"), ("spin-started", "timeout")):
            with self.subTest(behaviour):
                summary = self.run_program(behaviour).summary
                self.assertEqual({b["kind"] for b in summary["bugs"]}, {kind})
                # Without a trace it does nothing of the kind, and that is said.
                self.assertFalse(any(b["confirmed"] for b in summary["bugs"]))
        summary = self.run_program("die-middle").summary
        self.assertEqual((summary["paths"], summary["bugs"]), (2, []))
        summary = self.run_program("leave").summary
        self.assertEqual((summary["paths"], summary["exhausted"]), (2, True))

    def test_a_bug_that_is_not_confirmed_says_why(self):
        done = self.run_program("bug")
        bug, = done.summary["bugs"]
        self.assertEqual((bug["kind"], bug["location"], bug["confirmed"]), ("assertion", "program:2", False))
        self.assertIn("without a trace it ended with exit code 0 and reported no bug", done.stdout_text)

    def test_unasked_answers_do_no_harm(self):
        summary = self.run_program("twice").summary
        self.assertEqual((summary["paths"], summary["exhausted"]), (2, True))

    def test_lies_and_garbage_are_survived(self):
        lies = ["lie-taken", "lie-node", "lie-width", "lie-kind", "lie-count", "lie-cycle", "lie-chain", "wipe",
                "truncate", "odd-status", "kill-done", "hang-done"]
        for behaviour in lies + [f"garbage-{seed}" for seed in range(8)]:
            with self.subTest(behaviour):
                self.run_program(behaviour)

    def test_what_cannot_be_read_is_reported(self):
        for behaviour in ("lie-node", "lie-width", "lie-kind", "lie-cycle"):
            with self.subTest(behaviour):
                summary = self.run_program(behaviour).summary
                self.assertFalse(summary["exhausted"])
                self.assertIn("trace-damaged", json.dumps(summary["incomplete"]))

    def test_kept_traces_of_liars_are_found_out(self):
        self.run_program("fine", "--keep-trace", "trace")
        self.cuttle("trace", "check", "trace", expect=0)
        for behaviour in ("lie-node", "lie-width", "lie-kind", "lie-cycle", "lie-count"):
            with self.subTest(behaviour):
                self.run_program(behaviour, "--keep-trace", "trace")
                self.assertIn("problem", self.cuttle("trace", "check", "trace", expect=1).stdout_text)

    def test_commands_that_make_no_sense(self):
        self.write("target.x", "")
        for command, text in ((" ", "needs the command"), ("no-such-program", "there is no program"),
                              ("{}", "is not executable"), ("'", "quotation mark")):
            with self.subTest(command):
                done = self.cuttle("run", "--protocol", command, "target.x", expect=2)
                self.assertIn(text, done.stderr_text)
        self.assertIn("--protocol COMMAND", self.cuttle("run", "target.x", expect=2).stderr_text)
        self.assertIn("--keep-trace is not an option",
                      self.cuttle("run", self.write("a.c", "int main(){}"), "--keep-trace", "t", expect=2).stderr_text)
        done = self.cuttle("run", "--protocol", "true", "target.x", "--keep-trace", "/no/such/trace", timeout=30)
        self.assertEqual(done.returncode, 3)


if __name__ == "__main__":
    support.main()

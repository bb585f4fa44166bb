# SPDX-License-Identifier: Apache-2.0
"""A program that tries to harm the machine does not: as root and as an ordinary user, with
namespaces and without, explored and on its plain build, in each language."""

import glob
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time
import unittest

import support

HERE = pathlib.Path(__file__).resolve().parent
NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
NO_NAMESPACES = ["unshare", "-Ur", "sh", "-c",
                 "for kind in user mnt pid net ipc uts; do"
                 " echo 0 > /proc/sys/user/max_${kind}_namespaces || exit 99; done; exec \"$@\"", "sh"]


def works(prefix):
    try:
        return subprocess.run([*prefix, "true"], stdin=subprocess.DEVNULL, capture_output=True,
                              check=False).returncode == 0
    except OSError:
        return False


def processes_with(mark):
    found = []
    for file in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            if mark in pathlib.Path(file).read_text(errors="replace").split("\0"):
                found.append(file)
        except OSError:
            pass
    return found


class Walls:
    """Mixed into one test case for each way in which the tool is started."""
    prefix = []

    def setUp(self):
        super().setUp()
        if self.prefix and not works(self.prefix):
            self.skipTest("not possible here: " + " ".join(self.prefix[:2]))
        self.environment |= {"SOME_SECRET": "x", "HOME": str(self.folder)}
        self.outside = self.folder / "outside"
        self.work = self.folder / "work"
        self.precious = self.outside / "precious"
        for folder in (self.outside, self.work):
            folder.mkdir()
        self.precious.write_text("precious")
        (self.work / "precious-here").write_text("precious")
        self.listener = socket.socket()
        self.addCleanup(self.listener.close)
        self.listener.bind(("127.0.0.1", 0))
        self.listener.listen(1)
        self.listener.setblocking(False)
        self.port = self.listener.getsockname()[1]
        self.mark = f"600.{os.getpid()}"
        self.services = []
        for name, kind in ((f"\0{self.mark}", socket.SOCK_STREAM),
                           (f"{self.precious}-socket", socket.SOCK_DGRAM)):
            service = socket.socket(socket.AF_UNIX, kind)
            self.addCleanup(service.close)
            service.bind(name)
            if kind == socket.SOCK_STREAM:
                service.listen(1)
            service.setblocking(False)
            self.services.append(service)
        self.segment = self.make_segment()
        self.victim = subprocess.Popen(["sleep", "600"])
        self.addCleanup(self.end_victim)
        if self.prefix[:1] == NOBODY[:1]:
            for path in [self.folder, *self.folder.rglob("*")]:
                os.chown(path, 65534, 65534)

    def make_segment(self):
        made = subprocess.run(["ipcmk", "-M", "4096", "-p", "0666"], text=True, capture_output=True,
                              check=True)
        number = made.stdout.split()[-1]
        self.addCleanup(subprocess.run, ["ipcrm", "-m", number], capture_output=True, check=False)
        return number

    def end_victim(self):
        self.victim.kill()
        self.victim.wait()

    def tool(self, *arguments, expect=None):
        command = [*self.prefix, support.TOOL, *map(str, arguments)]
        done = subprocess.run(command, cwd=self.work, env=self.environment, text=True, check=False,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
        if expect is not None:
            self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def check_outside(self, *left):
        self.assertEqual(self.precious.read_text(), "precious")
        self.assertEqual(sorted(os.listdir(self.outside)), ["precious", "precious-socket"])
        self.check_services()
        self.assertTrue(os.access(self.precious, os.R_OK))
        self.assertEqual((self.work / "precious-here").read_text(), "precious")
        self.assertEqual(sorted(os.listdir(self.work)), sorted(["precious-here", *left]))
        self.assertIsNone(self.victim.poll(), "a process outside was ended")
        status = pathlib.Path(f"/proc/{self.victim.pid}/stat").read_text().rsplit(")", 1)[1].split()
        self.assertEqual(status[0], "S", "a process outside was stopped")
        self.assertNotEqual(socket.gethostname(), "harmed")
        with self.assertRaises(BlockingIOError):
            self.listener.accept()
        with socket.socket() as probe:
            self.assertNotEqual(probe.connect_ex(("127.0.0.1", self.port + 1)), 0, "it listens")
        self.assertEqual(processes_with(self.mark), [])

    def check_services(self):
        stream, messages = self.services
        with self.assertRaises(BlockingIOError):
            stream.accept()
        with self.assertRaises(BlockingIOError):
            messages.recv(1)
        segments = subprocess.run(["ipcs", "-m"], text=True, capture_output=True, check=True).stdout
        self.assertIn(self.segment, segments.split(), "a shared memory segment was removed")
        self.assertNotIn("0x00001267", segments, "a shared memory segment is left")

    def test_c(self):
        shutil.copy(HERE / "hostile.c", self.work)
        run = self.tool("run", "hostile.c", "--json", "s.json", "--run-timeout", "20", "--",
                        self.precious, self.port, self.victim.pid, self.mark, self.segment, expect=0)
        self.check_outside("hostile.c", "hostile.cuttle", "s.json")
        summary = json.loads((self.work / "s.json").read_text())
        self.assertEqual(summary["bugs"], [])
        self.assertEqual(summary["divergences"], 0)
        self.assertGreaterEqual(summary["paths"], 20, run.stdout)
        told = summary["notes"] + [f'{item["location"]} {item["detail"]}'
                                   for item in summary["incomplete"]]
        for what in ("settimeofday", "clock_settime", "reboot", "sethostname", "mount"):
            self.assertTrue(any("hostile.c:" in line and f"tried {what}: refused" in line
                                for line in told), f"{what} in {told}")
        for test in sorted((self.work / "hostile.cuttle/tests").glob("*.json")):
            self.tool("replay", test, expect=0)
        self.check_outside("hostile.c", "hostile.cuttle", "s.json")


    def test_each_wall(self):
        binary = pathlib.Path(support.TOOL).parent / "walls_test"
        if not binary.exists():
            self.skipTest("walls_test was not built")
        done = subprocess.run([*self.prefix, binary], cwd=self.work, env=self.environment, text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def explore_script(self, name, *arguments):
        shutil.copy(HERE / name, self.work)
        self.environment |= {"PRECIOUS": str(self.precious), "PORT": str(self.port),
                             "VICTIM": str(self.victim.pid), "MARK": self.mark,
                             "CUTTLE_CACHE": str(self.folder / "cache")}
        done = self.tool("run", name, *arguments, "--json", "s.json")
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        stem = name.split(".")[0]
        self.check_outside(name, *[path.name for path in self.work.glob(f"{stem}.*cuttle")], "s.json")
        return json.loads((self.work / "s.json").read_text())

    @unittest.skipUnless(shutil.which("swipl"), "there is no SWI-Prolog")
    def test_prolog(self):
        summary = self.explore_script("hostile.pl", "--goal", "act(X)")
        self.assertGreaterEqual(summary["runs"], 9)

    @unittest.skipUnless(shutil.which("erl"), "there is no Erlang")
    def test_erlang(self):
        summary = self.explore_script("hostile.erl", "--function", "act/1")
        self.assertGreaterEqual(summary["paths"], 9)

    def test_protocol(self):
        examples = support.ROOT / "examples/protocol"
        harm = "rm -f $PRECIOUS precious-here; kill -9 $VICTIM; : > left; exec python3 \"$@\""
        self.write("work/harm.sh", harm)
        command = f"sh harm.sh {examples / 'toy.py'} {{}}"
        toy = sorted(examples.glob("*.toy"))[0]
        shutil.copy(toy, self.work)
        self.environment |= {"PRECIOUS": str(self.precious), "VICTIM": str(self.victim.pid)}
        done = self.tool("run", toy.name, "--protocol", command, "--json", "s.json", "--max-runs", "5")
        self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
        self.check_outside("harm.sh", toy.name, toy.stem + ".cuttle", "s.json")

    def test_a_campaign_does_not_see_itself(self):
        shutil.copy(HERE / "walks.c", self.work)
        self.tool("run", "walks.c", "--json", "s.json", "--max-runs", "60", expect=0)
        summary = json.loads((self.work / "s.json").read_text())
        self.assertGreater(summary["runs"], 20)
        self.assertEqual((summary["divergences"], summary["duplicate_paths"]), (0, 0))

    def test_nothing_outlives_the_tool(self):
        shutil.copy(HERE / "stays.c", self.work)
        command = [*self.prefix, support.TOOL, "run", "stays.c", "--", self.mark]
        tool = subprocess.Popen(command, cwd=self.work, env=self.environment, text=True,
                                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, start_new_session=True)
        deadline = time.monotonic() + 120
        def running():
            return [path for path in processes_with(self.mark)
                    if "sleep" in pathlib.Path(path).read_text(errors="replace")]
        while not running():
            self.assertLess(time.monotonic(), deadline, "it never began")
            self.assertIsNone(tool.poll())
            time.sleep(0.02)
        os.killpg(tool.pid, signal.SIGKILL)
        tool.wait()
        while processes_with(self.mark):
            self.assertLess(time.monotonic(), deadline, "processes are left")
            time.sleep(0.02)


class AsWeAre(Walls, support.ProgramTest):
    def test_doors(self):
        self.write("work/writes.c", "#include <stdio.h>\n#include <cuttle/cuttle.h>\n"
                   "int main(int argc, char** argv) { int x; FILE* f; CUTTLE_input(x);"
                   " f = fopen(argv[argc - 1], \"a\"); if (f) { fputs(\"!\", f); fclose(f); }"
                   " return x > 3; }\n")
        run = ["run", "writes.c", "--max-runs", "2", "--out"]
        self.tool(*run, "kept", "--", self.precious, expect=0)
        self.check_outside("writes.c", "kept")
        self.tool(*run, "door", "--allow", f"write:{self.outside}", "--", self.precious, expect=0)
        self.assertTrue(self.precious.read_text().startswith("precious!"))
        self.precious.write_text("precious")
        done = self.tool(*run, "off", "--sandbox", "off", "--", self.precious, expect=0)
        self.assertTrue(self.precious.read_text().startswith("precious!"))
        self.assertIn("the sandbox is off", done.stdout + done.stderr)
        done = self.tool(*run, "wrong", "--allow", "netwrk", expect=2)
        self.assertIn("network", done.stderr)
        test = next((self.work / "kept/tests").glob("*.json"))
        self.precious.write_text("precious")
        self.tool("replay", test, "--keep", "left", expect=0)
        self.assertEqual(self.precious.read_text(), "precious")


class AsNobody(Walls, support.ProgramTest):
    prefix = NOBODY
    test_each_wall = None  # its program must be where that user may go


class WithoutNamespaces(Walls, support.ProgramTest):
    prefix = NO_NAMESPACES
    test_a_campaign_does_not_see_itself = None  # Landlock hides no names
    test_protocol = None  # its program writes where Landlock alone refuses it, and ends


class AsNobodyWithoutNamespaces(Walls, support.ProgramTest):
    prefix = NOBODY + NO_NAMESPACES
    test_a_campaign_does_not_see_itself = None
    test_protocol = None


if __name__ == "__main__":
    support.main()

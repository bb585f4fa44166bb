# SPDX-License-Identifier: Apache-2.0
"""`cuttle report`: every format, from the campaign alone."""

import json
import signal
import time
import xml.etree.ElementTree

import programs
import support


class Report(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("bug.c", programs.BUG)
        self.cuttle("run", "bug.c", "--json", "run.json", expect=1)
        self.summary = json.loads((self.folder / "run.json").read_text())

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def test_all_formats_at_once(self):
        done = self.cuttle("report", "bug.cuttle", "--html", "h", "--sarif", "b.sarif", "--lcov", "c.info",
                           "--junit", "t.xml", "--json", "s.json", expect=0)
        for name in ("h/index.html", "b.sarif", "c.info", "t.xml"):
            self.assertIn(f"wrote {name}", done.stderr_text)
        self.assertEqual(json.loads(self.read("s.json")), self.summary)
        self.assertIn("bug.c:7", self.read("h/index.html"))

    def test_sarif_points_at_the_bug(self):
        self.cuttle("report", "--sarif", "b.sarif", expect=0)
        (result,) = json.loads(self.read("b.sarif"))["runs"][0]["results"]
        place = result["locations"][0]["physicalLocation"]
        self.assertEqual(place["artifactLocation"], {"uri": "bug.c", "uriBaseId": "SRCROOT"})
        self.assertEqual(place["region"]["startLine"], 7)
        self.assertEqual(result["level"], "error")

    def test_lcov_agrees_with_the_summary(self):
        self.cuttle("report", "--lcov", "c.info", expect=0)
        lines = self.read("c.info").splitlines()
        self.assertIn(f"SF:{(self.folder / 'bug.c').resolve()}", lines)
        counts = {key: sum(int(line.split(":")[1]) for line in lines if line.startswith(key + ":"))
                  for key in ("BRF", "BRH", "LF", "LH")}
        for family, total, hit in (("branches", "BRF", "BRH"), ("lines", "LF", "LH")):
            self.assertEqual(self.summary["coverage"][family],
                             {"covered": counts[hit], "total": counts[total]})
        self.assertEqual(counts["BRF"], sum(line.startswith("BRDA:") for line in lines))

    def test_junit_has_one_case_per_test_file(self):
        self.cuttle("report", "--junit", "t.xml", expect=0)
        suite = xml.etree.ElementTree.parse(self.folder / "t.xml").getroot().find("testsuite")
        files = sorted(f"tests/{path.name}" for path in (self.folder / "bug.cuttle/tests").iterdir())
        self.assertEqual([case.get("name") for case in suite.findall("testcase")], files)
        self.assertEqual(suite.get("failures"), "1")

    def test_html_annotates_the_source(self):
        self.cuttle("report", "--html", "h", expect=0)
        page = self.read("h/source/1-bug.c.html")
        self.assertIn('id="L7" class="hit"', page)
        self.assertIn("assertion:", page)
        self.cuttle("report", "--html", "h", expect=0)  # an own report is replaced
        self.write("mine/index.html", "mine")
        self.cuttle("report", "--html", "mine", expect=2)
        self.assertEqual(self.read("mine/index.html"), "mine")

    def test_neither_the_program_nor_its_build_is_needed(self):
        before = self.cuttle("report", "--lcov", "a.info", expect=0)
        (self.folder / "bug.c").unlink()
        for path in (self.folder / "bug.cuttle").iterdir():
            if path.name not in ("campaign.db", "tests"):
                support.shutil.rmtree(path) if path.is_dir() else path.unlink()
        after = self.cuttle("report", "--lcov", "b.info", "--html", "h", expect=0)
        self.assertEqual(before.stdout_text, after.stdout_text)
        self.assertEqual(self.read("a.info"), self.read("b.info"))

    def test_annotations_in_github_actions_only(self):
        self.assertNotIn("::error", self.cuttle("report", expect=0).stderr_text)
        self.environment["GITHUB_ACTIONS"] = "true"
        self.assertIn("::error file=bug.c,line=7,title=assertion::",
                      self.cuttle("report", expect=0).stderr_text)

    def test_a_destination_that_cannot_be_written(self):
        for option in ("--sarif", "--lcov", "--junit", "--html"):
            done = self.cuttle("report", option, "/proc/none/x", expect=3)
            self.assertIn("/proc/none", done.stderr_text)

    def test_a_campaign_that_is_running_or_was_killed(self):
        self.write("many.c", programs.MANY_PATHS.format(count=30))
        running = self.start("run", "many.c", "--strategy", "bfs")
        self.addCleanup(running.communicate)
        self.addCleanup(running.kill)
        for _ in range(300):
            if list(self.folder.glob("many.cuttle/tests/*.json")):
                break
            time.sleep(0.1)
        # The first batch may still be on its way to the store when the first file is there.
        for _ in range(100):
            self.cuttle("report", "many.cuttle", "--json", "live.json", "--lcov", "c.info", expect=0)
            live = json.loads(self.read("live.json"))
            if live["runs"] > 0:
                break
            time.sleep(0.1)
        self.assertGreater(live["runs"], 0)
        self.assertFalse(live["exhausted"])
        running.send_signal(signal.SIGKILL)
        running.wait()
        done = self.cuttle("report", "many.cuttle", "--json", "dead.json", expect=0)
        dead = json.loads(self.read("dead.json"))
        self.assertGreaterEqual(dead["runs"], live["runs"])
        self.assertEqual([dead["exhausted"], dead["interrupted"]], [False, True])
        self.assertIn("--resume", done.stdout_text)


if __name__ == "__main__":
    support.main()

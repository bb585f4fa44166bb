# SPDX-License-Identifier: Apache-2.0
"""Campaigns with one worker do what they did, run by run. README.md says how to record them anew."""

import difflib
import json
import pathlib
import shutil
import sys

import support
from campaigns import CAMPAIGNS
from record import as_text

HERE = pathlib.Path(__file__).resolve().parent
MOST_LINES = 60  # of a difference


class Campaigns(support.ProgramTest):
    def session(self, arguments):
        done = self.cuttle("run", *arguments, "--out", "store", "--json", "summary.json", "-j", "1")
        self.assertIn(done.returncode, (0, 1), done.stdout_text + done.stderr_text)
        return done.stdout_text, json.loads((self.folder / "summary.json").read_text())

    def record(self, campaign):
        if campaign.text:
            self.write(campaign.program, campaign.text)
        for file in campaign.beside if campaign.text else (campaign.program, *campaign.beside):
            shutil.copy(support.ROOT / file, self.folder)
        arguments = [pathlib.Path(campaign.program).name, *campaign.arguments]
        sessions = []
        for number, leg in enumerate((*campaign.legs, 0)):
            sessions.append(self.session([*arguments, *(["--resume"] if number else []),
                                          *(["--max-runs", str(leg)] if leg else [])]))
        return as_text(self.folder / "store", arguments, sessions, support.TOOL)


def expected_file(campaign):
    return HERE / "expected" / f"{campaign.name}.txt"


def compare(test, campaign):
    file = expected_file(campaign)
    expected = file.read_text(encoding="utf-8") if file.exists() else ""
    lines = list(difflib.unified_diff(expected.splitlines(), test.record(campaign).splitlines(),
                                      f"expected/{file.name}", "now", lineterm="", n=1))
    if lines:
        test.fail("\n".join([f"{campaign.name} went another way:", *lines[:MOST_LINES],
                             "If that is meant to be, see tests/campaigns/README.md."]))


for each in CAMPAIGNS:
    setattr(Campaigns, f"test_{each.name}", lambda self, campaign=each: compare(self, campaign))


class Recorder(Campaigns):
    """Writes the expected files."""

    def update(self, names):
        unknown = set(names) - {campaign.name for campaign in CAMPAIGNS}
        if unknown:
            sys.exit(f"no such campaign: {', '.join(sorted(unknown))}")
        for campaign in CAMPAIGNS:
            if names and campaign.name not in names:
                continue
            self.setUp()
            expected_file(campaign).write_text(self.record(campaign), encoding="utf-8")
            self.doCleanups()
        if not names:
            known = {expected_file(campaign) for campaign in CAMPAIGNS}
            for file in set((HERE / "expected").glob("*.txt")) - known:
                file.unlink()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--update"]:
        Recorder().update(sys.argv[2:])
    else:
        del Recorder  # its tests are those of Campaigns
        support.main()

// SPDX-License-Identifier: Apache-2.0
#include "engine/report/exporter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "engine/report/coverage_map.h"
#include "engine/report/markup.h"
#include "engine/report/test_samples.h"
#include "engine/support/files.h"

namespace cuttle {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Exporters, HaveDifferentNamesAndHelp) {
  std::set<std::string> names;
  for (const auto& exporter : all_exporters()) {
    EXPECT_TRUE(names.insert(exporter->name()).second) << exporter->name();
    EXPECT_NE(exporter->help(), "");
    EXPECT_EQ(exporter->help().find('\n'), std::string::npos);
  }
  EXPECT_EQ(names, (std::set<std::string>{"html", "json", "junit", "lcov", "sarif"}));
}

TEST(Exporters, WriteEmptyCampaignsAndSayWhenTheyCannot) {
  TemporaryFolder folder;
  for (const auto& exporter : all_exporters()) {
    auto written = exporter->write(ReportData(), folder.path() / exporter->name());
    EXPECT_TRUE(written) << written.error().message;
    EXPECT_FALSE(exporter->write(ReportData(), "/proc/no/such/place")) << exporter->name();
  }
}

TEST(CoverageMap, GroupsPointsByFileAndLine) {
  const auto files = coverage_by_file(report_sample({}));
  ASSERT_EQ(files.size(), 2u);
  const FileCoverage& file = files.at("testme.c");
  EXPECT_EQ(file.line_count().covered, 5u);
  EXPECT_EQ(file.line_count().total, 8u);
  EXPECT_EQ(file.branch_count().covered, 3u);
  EXPECT_EQ(file.branch_count().total, 6u);
  EXPECT_EQ(file.functions.at("testme").first_line, 3u);
  EXPECT_FALSE(file.functions.at("unused").covered);
  ASSERT_EQ(file.lines.at(5).branches.size(), 1u);
  EXPECT_EQ(file.lines.at(5).branches[0].arms, (std::vector<bool>{false, true}));
}

TEST(Lcov, IsATracefile) {
  EXPECT_EQ(make_lcov_exporter()->text(report_sample({})), R"(TN:
SF:/src/lib dir/gone.c
FN:3,gone
FNDA:0,gone
FNF:1
FNH:0
BRF:0
BRH:0
DA:3,0
LF:1
LH:0
end_of_record
TN:
SF:/src/testme.c
FN:3,testme
FN:14,unused
FNDA:1,testme
FNDA:0,unused
FNF:2
FNH:1
BRDA:4,0,0,1
BRDA:4,0,1,1
BRDA:5,0,0,0
BRDA:5,0,1,1
BRDA:6,0,0,-
BRDA:6,0,1,-
BRF:6
BRH:3
DA:3,1
DA:4,1
DA:5,1
DA:6,0
DA:7,0
DA:9,1
DA:11,1
DA:14,0
LF:8
LH:5
end_of_record
)");
}

// What sections 3.13 to 3.58 of the specification require of the objects that we write.
void check_location(const nlohmann::json& location) {
  if (!location.contains("physicalLocation")) return;
  const auto& physical = location["physicalLocation"];
  const std::string uri = physical.at("artifactLocation").at("uri");
  EXPECT_EQ(uri.find(' '), std::string::npos) << uri;
  EXPECT_GE(physical.at("region").at("startLine").get<int>(), 1);
}

TEST(Sarif, HasTheRequiredFields) {
  const auto json =
      nlohmann::json::parse(make_sarif_exporter()->text(report_sample(incomplete_sample())));
  EXPECT_EQ(json.at("version"), "2.1.0");
  EXPECT_THAT(json.at("$schema").get<std::string>(), HasSubstr("sarif-schema-2.1.0.json"));
  ASSERT_EQ(json.at("runs").size(), 1u);
  const auto& run = json["runs"][0];
  const auto& driver = run.at("tool").at("driver");
  EXPECT_EQ(driver.at("name"), "Cuttle");
  EXPECT_THAT(driver.at("semanticVersion").get<std::string>(), HasSubstr("."));
  const std::string root = run.at("originalUriBaseIds").at("SRCROOT").at("uri");
  EXPECT_EQ(root, "file:///src/");
  ASSERT_EQ(run.at("results").size(), 2u);
  for (const auto& result : run["results"]) {
    EXPECT_FALSE(result.at("message").at("text").get<std::string>().empty());
    EXPECT_TRUE((std::set<std::string>{"error", "warning"}.contains(result.at("level"))));
    const size_t rule = result.at("ruleIndex");
    EXPECT_EQ(driver.at("rules").at(rule).at("id"), result.at("ruleId"));
    EXPECT_EQ(result.at("partialFingerprints").at("cuttleBug/v1").get<std::string>().size(), 16u);
    for (const auto& location : result.at("locations")) check_location(location);
    if (!result.contains("stacks")) continue;
    for (const auto& frame : result["stacks"].at(0).at("frames"))
      check_location(frame.at("location"));
  }
  const auto& second = run["results"][1];
  EXPECT_EQ(second["locations"][0]["physicalLocation"]["artifactLocation"]["uri"],
            "dir%20with%20space/g.c");
  EXPECT_EQ(second["locations"][0]["physicalLocation"]["region"]["startColumn"], 3);
  const auto& invocation = run.at("invocations").at(0);
  EXPECT_TRUE(invocation.at("executionSuccessful").is_boolean());
  ASSERT_EQ(invocation.at("toolExecutionNotifications").size(), 5u);
  for (const auto& note : invocation["toolExecutionNotifications"]) {
    EXPECT_FALSE(note.at("message").at("text").get<std::string>().empty());
    for (const auto& location : note.at("locations")) check_location(location);
  }
}

TEST(Sarif, TheFingerprintIgnoresTheLine) {
  Summary one = exhausted_sample(), two = exhausted_sample(), three = exhausted_sample();
  two.bugs[0].location = "testme.c:99";
  three.bugs[0].message = "another";
  auto fingerprint = [](const Summary& summary) {
    const auto json = nlohmann::json::parse(make_sarif_exporter()->text(report_sample(summary)));
    return json["runs"][0]["results"][0]["partialFingerprints"]["cuttleBug/v1"];
  };
  EXPECT_EQ(fingerprint(one), fingerprint(two));
  EXPECT_NE(fingerprint(one), fingerprint(three));
}

TEST(Junit, ListsEachTestOnce) {
  const std::string text = make_junit_exporter()->text(report_sample(exhausted_sample()));
  EXPECT_EQ(text, R"xml(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="cuttle" tests="4" failures="2" errors="1" time="0.100">
  <testsuite name="testme.c" skipped="0" tests="4" failures="2" errors="1" time="0.100">
    <testcase classname="testme.c" name="tests/000001.json" time="0"/>
    <testcase classname="testme.c" name="tests/000004.json" time="0" file="testme.c" line="9">
      <failure type="assertion" message="testme.c:9: assertion: assertion `v != 2 * x + 1&#39; failed">testme.c:9: assertion: assertion `v != 2 * x + 1&#39; failed
  input  x = 1
  input  v = 3
  stack  testme at testme.c:9
  stack  main at testme.c:20
  replay cuttle replay testme.cuttle/tests/000004.json
</failure>
    </testcase>
    <testcase classname="testme.c" name="tests/000005.json" time="0" file="testme.c" line="6">
      <failure type="assertion" message="testme.c:6: assertion: a &lt; b">testme.c:6: assertion: a &lt; b
  replay cuttle replay testme.cuttle/tests/000005.json
</failure>
    </testcase>
    <testcase classname="testme.c" name="tests/000006.json" time="0">
      <error message="out of &lt;memory&gt;"/>
    </testcase>
    <system-out>exhausted: every feasible path was run
</system-out>
  </testsuite>
</testsuites>
)xml");
}

TEST(Html, AnnotatesTheSourcesThatAreThere) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "testme.c", kSampleSource));
  Summary summary = incomplete_sample();
  summary.bugs[0].location = "testme.c:6";
  summary.incomplete.push_back({Reason::concretised, "testme.c:9", "call to `<x>'", 4});
  ReportData data = report_sample(summary);
  data.directory = folder.path();
  const auto report = folder.path() / "report";
  ASSERT_TRUE(make_html_exporter()->write(data, report));
  ASSERT_TRUE(make_html_exporter()->write(data, report)) << "an own report is replaced";
  const std::string index = *read_file(report / "index.html");
  EXPECT_THAT(index, HasSubstr("<a href=\"source/1-testme.c.html#L6\">testme.c:6</a>"));
  EXPECT_THAT(index, HasSubstr("lib dir/gone.c"));
  EXPECT_THAT(index, Not(HasSubstr("gone.c.html")));
  EXPECT_THAT(index, HasSubstr("&lt;b&gt;&amp;&quot;bad&quot;&lt;/b&gt;"));
  EXPECT_THAT(index, Not(HasSubstr("<b>&")));
  EXPECT_THAT(index, Not(HasSubstr("http")));
  const std::string page = *read_file(report / "source" / "1-testme.c.html");
  EXPECT_THAT(page, HasSubstr("<tr id=\"L5\" class=\"part\">"));
  EXPECT_THAT(page, HasSubstr("<tr id=\"L4\" class=\"hit\">"));
  EXPECT_THAT(page, HasSubstr("<tr id=\"L6\" class=\"miss\">"));
  EXPECT_THAT(page, HasSubstr("<tr id=\"L8\" class=\"\">"));
  EXPECT_THAT(page, HasSubstr("&#9675;&#9679;"));
  EXPECT_THAT(page, HasSubstr("&lt;tag&gt; &amp; \\&quot;"));
  EXPECT_THAT(page, HasSubstr("concretised: call to `&lt;x&gt;&#39; (4)"));
}

TEST(Html, AFolderOfSomebodyElseIsRefused) {
  TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "index.html", "<p>mine</p>"));
  auto refused = make_html_exporter()->write(report_sample({}), folder.path());
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("holds no Cuttle report"));
  EXPECT_EQ(*read_file(folder.path() / "index.html"), "<p>mine</p>");
  EXPECT_FALSE(make_html_exporter()->write(report_sample({}), folder.path() / "index.html"));
}

TEST(Markup, EscapesWhatXmlDoesNotAllow) {
  EXPECT_EQ(escaped("a<b>&\"'\n\t"), "a&lt;b&gt;&amp;&quot;&#39;\n\t");
  const std::string bad = "\xef\xbf\xbd";
  EXPECT_EQ(escaped("\x1b[0m"), bad + "[0m");
  EXPECT_EQ(escaped(std::string(1, '\0')), bad);
  EXPECT_EQ(escaped("\xc3\xa9 \xf0\x9f\x90\x99"), "\xc3\xa9 \xf0\x9f\x90\x99");
  EXPECT_EQ(escaped("\x80"), bad);
  EXPECT_EQ(escaped("\xc3"), bad);
  EXPECT_EQ(escaped("\xc0\xaf"), bad + bad);                      // overlong
  EXPECT_EQ(escaped("\xed\xa0\x80"), bad + bad + bad);            // surrogate
  EXPECT_EQ(escaped("\xf4\x90\x80\x80"), bad + bad + bad + bad);  // beyond the last
  EXPECT_EQ(escaped("\xef\xbf\xbf"), bad + bad + bad);
  EXPECT_EQ(uri_path("a b/c%.c"), "a%20b/c%25.c");
}

}  // namespace
}  // namespace cuttle

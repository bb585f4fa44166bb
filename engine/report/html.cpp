// SPDX-License-Identifier: Apache-2.0
#include "engine/report/html.h"

#include "engine/report/exporter.h"
#include "engine/report/markup.h"
#include "engine/support/files.h"
#include "engine/support/subprocess.h"

namespace cuttle {

namespace {

namespace fs = std::filesystem;

constexpr size_t kMaxSourceBytes = 8u << 20;

// "12-name.c.html": unique by the number, readable by the name.
std::string page_name(size_t number, const std::string& file) {
  std::string name = fs::path(file).filename().string();
  for (char& c : name)
    if (static_cast<unsigned char>(c) <= ' ' || c == '/' || c == '\\') c = '_';
  return std::to_string(number) + "-" + name.substr(0, 80) + ".html";
}

// Nothing of somebody else is ever overwritten.
Result<void> check_folder(const fs::path& folder) {
  std::error_code error;
  if (!fs::exists(folder, error)) return {};
  if (!fs::is_directory(folder, error))
    return Error::usage(
        "cannot write the report into " + folder.string() + ": there is a file of that name",
        "Give another folder.");
  if (fs::is_empty(folder, error)) return {};
  auto index = read_file(folder / "index.html");
  if (index && index->find("content=\"Cuttle\"") != std::string::npos) return {};
  return Error::usage("the folder " + folder.string() + " is not empty and holds no Cuttle report",
                      "Nothing was changed. Give another folder.");
}

// The drawn graph, or its description where there is no Graphviz.
std::string picture_markup(const fs::path& file) {
  auto text = read_file(file, kMaxSourceBytes);
  if (!text) return {};
  if (!find_program("dot").empty()) {
    Command draw;
    draw.arguments = {"dot", "-Tsvg", file.string()};
    draw.timeout_seconds = 10;
    const auto drawn = run_command(draw);
    const size_t start = drawn && drawn->ok() ? drawn->out.find("<svg") : std::string::npos;
    if (start != std::string::npos) return drawn->out.substr(start);
  }
  return "<details><summary>for Graphviz: <code>dot -Tsvg " + escaped(file.string()) +
         "</code></summary><pre>" + escaped(*text) + "</pre></details>";
}

class HtmlExporter final : public Exporter {
 public:
  std::string name() const override { return "html"; }
  std::string help() const override {
    return "Write a report with annotated sources, to be opened in a browser";
  }
  bool writes_folder() const override { return true; }

  Result<void> write(const ReportData& data, const fs::path& destination) const override {
    if (auto usable = check_folder(destination); !usable) return usable;
    std::error_code error;
    fs::remove_all(destination / "source", error);
    fs::create_directories(destination / "source", error);
    if (error)
      return Error::environment("cannot create the folder " + destination.string() + ": " +
                                error.message());
    HtmlReport report{data, coverage_by_file(data), {}};
    for (const BugReport& bug : data.summary.bugs) {
      const fs::path test = data.folder / bug.test;
      std::string picture = picture_markup(fs::path(test).replace_extension(".dot"));
      if (!bug.test.empty() && !picture.empty()) report.pictures[bug.test] = std::move(picture);
    }
    std::map<std::string, std::string> sources;
    for (const auto& [file, coverage] : report.files) {
      auto source = read_file(data.source(file), kMaxSourceBytes);
      if (!source) continue;  // the report is still useful without it
      report.pages[file] = page_name(report.pages.size() + 1, file);
      sources[file] = std::move(source).value();
    }
    for (const auto& [file, page] : report.pages) {
      auto written = write_file(destination / "source" / page,
                                html_source_page(report, file, sources.at(file)));
      if (!written) return written;
    }
    return write_file(destination / "index.html", html_index(report));
  }
};

}  // namespace

std::unique_ptr<Exporter> make_html_exporter() {
  return std::make_unique<HtmlExporter>();
}

}  // namespace cuttle

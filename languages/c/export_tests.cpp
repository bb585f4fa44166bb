// SPDX-License-Identifier: Apache-2.0
#include "languages/c/export_tests.h"

#include <algorithm>
#include <optional>

#include "engine/support/files.h"
#include "engine/support/subprocess.h"
#include "languages/c/driver/build.h"
#include "languages/c/driver/build_cache.h"
#include "languages/c/driver/toolchain.h"
#include "languages/c/export/unit_tests.h"
#include "languages/c/options.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

class UnitExport {
 public:
  UnitExport(const ExportRequest& request, const COptions& options)
      : request_(request), options_(options) {}

  Result<Exported> write() {
    if (auto found = find_unit(); !found) return found.error();
    const UnitTestFile tests = write_unit_tests(unit_, request_.tests);
    const bool google = request_.format == "gtest";
    exported_.left_out = tests.left_out;
    const std::string code = std::string("unit_tests") + (unit_.cxx ? ".cpp" : ".c");
    add(code, tests.text + (google ? exported_names(tests) : plain_main(tests)));
    if (google) add("google_tests.cpp", google_tests(unit_, tests));
    if (!tests.stubs.empty()) add("unit_stubs.c", tests.stubs);
    if (uses_header_) add_header();
    if (error_) return *error_;
    exported_.next = commands(code, !tests.stubs.empty());
    return exported_;
  }

 private:
  // The plug-in's lists are beside the plain build's objects.
  Result<void> find_unit() {
    bool chosen = false;
    std::vector<std::string> used;
    for (const auto& target : request_.program.files) {
      const fs::path source = fs::absolute(target);
      std::string name = source.filename().string();
      while (std::ranges::find(used, name) != used.end()) name += "_";
      used.push_back(name);
      const fs::path object = request_.program.work / "build" / "plain" / (name + ".o");
      const std::string shown = fs::relative(source, fs::absolute(request_.destination)).string();
      for (const auto& file : read_dependencies(object.string() + ".d")) note_header(file.string());
      if (!read_unit_list(object.string() + ".functions", unit_)) {
        others_.push_back(shown);
        continue;
      }
      chosen = true;
      unit_.source = shown;
      unit_.cxx = is_cxx_source(source);
    }
    if (chosen) return {};
    return Error::usage("the campaign's build is not there: its folder holds no list of parameters",
                        "Run the campaign again with this version of Cuttle.");
  }

  void note_header(const std::string& file) {
    uses_header_ = uses_header_ || file.ends_with("cuttle/cuttle.h");
    libraries_ = file.ends_with("/math.h") || file.ends_with("/cmath") ? " -lm" : libraries_;
  }

  void add(const fs::path& name, const std::string& text) {
    const fs::path file = request_.destination / name;
    std::error_code failed;
    fs::create_directories(file.parent_path(), failed);
    if (auto written = write_file(file, text); !written) error_ = written.error();
    exported_.files.push_back(file);
  }

  // It works without Cuttle, too.
  void add_header() {
    const auto text = read_file(find_installation().headers / "cuttle" / "cuttle.h");
    if (text)
      add(fs::path("cuttle") / "cuttle.h", *text);
    else
      error_ = text.error();
  }

  // The user's flags; folders are seen from where the tests are.
  std::string flags() const {
    std::vector<std::string> words = {"-g"};
    if (unit_.cxx) words.push_back("-fno-access-control");  // members may be private
    if (needs_sanitizer(request_.tests)) words.push_back("-fsanitize=address");
    if (uses_header_) words.push_back("-I.");
    words.insert(words.end(), options_.flags.begin(), options_.flags.end());
    for (size_t i = 0; i < words.size(); ++i)
      for (const std::string prefix : {"-I", "-iquote", "-isystem", "-include", "-L"}) {
        if (words[i] == prefix && i + 1 < words.size())
          words[i + 1] = seen_from_tests(words[i + 1]);
        else if ((prefix == "-I" || prefix == "-L") && words[i].size() > 2 && words[i] != "-I." &&
                 words[i].starts_with(prefix))
          words[i] = prefix + seen_from_tests(words[i].substr(2));
      }
    return shell_quoted(words);
  }

  std::string seen_from_tests(const std::string& path) const {
    if (fs::path(path).is_absolute()) return path;
    return fs::relative(fs::absolute(path), fs::absolute(request_.destination)).string();
  }

  std::string commands(const std::string& code, bool stubs) const {
    const std::string with = " " + flags() + " ";
    const bool google = request_.format == "gtest";
    const auto compiler = [](const std::string& file) {
      return std::string(is_cxx_source(file) ? "c++" : "cc");
    };
    const bool simple = !google && others_.empty() && (!stubs || !unit_.cxx);
    if (simple)
      return compiler(code) + with + code + (stubs ? " unit_stubs.c" : "") + libraries_ +
             " -o unit_tests && ./unit_tests";
    std::string text = compiler(code) + with + "-c " + code, objects = "unit_tests.o";
    bool cxx = unit_.cxx || google;
    if (stubs) {
      text += " && cc -g -c unit_stubs.c";
      objects = "unit_stubs.o " + objects;
    }
    for (const auto& other : others_) {
      objects += " ";
      if (is_object(other)) {
        objects += other;
        continue;
      }
      text += " && " + compiler(other) + with + "-Dmain=other_main -c " + other;
      objects += fs::path(other).stem().string() + ".o";
      cxx = cxx || is_cxx_source(other);
    }
    // What a stub replaces may be defined in another file.
    if (stubs && !others_.empty()) objects = "-Wl,-z,muldefs " + objects;
    const std::string program = google ? "google_tests" : "unit_tests";
    return text + " && " + (cxx ? "c++" : "cc") + with + (google ? "google_tests.cpp " : "") +
           objects + (google ? " -lgtest -lgtest_main" : "") + libraries_ + " -o " + program +
           " && ./" + program;
  }

  const ExportRequest& request_;
  const COptions& options_;
  ExportedUnit unit_;
  std::vector<std::string> others_;  // further sources and objects
  bool uses_header_ = false;
  std::string libraries_;
  Exported exported_;
  std::optional<Error> error_;
};

}  // namespace

Result<Exported> export_unit_tests(const ExportRequest& request) {
  const auto options = read_c_options(request.program.options);
  if (!options) return options.error();
  if (!options->unit.has_driver())
    return Error::usage("only tests of functions can be exported as " + request.format,
                        "Start the campaign with --function or --sequence.");
  return UnitExport(request, *options).write();
}

}  // namespace cuttle

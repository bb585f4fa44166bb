// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/symbolizer.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <sstream>

#include "engine/support/subprocess.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// "dir/f.c:9:3", "f.c:9", "??:0".
void parse_place(const std::string& text, SourceFrame& frame) {
  std::string rest = text.substr(0, text.find(" ("));  // addr2line: "(discriminator 2)"
  unsigned numbers[2] = {0, 0};
  int found = 0;
  while (found < 2) {
    const size_t colon = rest.rfind(':');
    if (colon == std::string::npos) break;
    unsigned number = 0;
    const char* begin = rest.data() + colon + 1;
    const char* end = rest.data() + rest.size();
    const auto [stop, error] = std::from_chars(begin, end, number);
    if (begin == end || stop != end || error != std::errc()) break;
    numbers[found++] = number;
    rest.resize(colon);
  }
  frame.line = found == 2 ? numbers[1] : numbers[0];
  if (rest != "??" && frame.line != 0) frame.file = shown_path(rest);
}

std::string hexadecimal(uint64_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

bool is_system_library(const std::string& image) {
  return image.starts_with("/lib") || image.starts_with("/usr/lib") ||
         image.starts_with("linux-vdso");
}

bool is_runtime(const SourceFrame& frame) {
  return frame.function.starts_with("__cuttle_") || frame.function.starts_with("cuttle_") ||
         is_runtime_file(frame.file);
}

// Where main, or the function of a thread, is called from.
bool is_below_main(const SourceFrame& frame) {
  if (frame.system && (frame.function == "start_thread" || frame.function.starts_with("clone") ||
                       frame.function.starts_with("__clone")))
    return true;
  return frame.function == "_start" || frame.function == "__libc_start_main" ||
         frame.function == "__libc_start_call_main" ||
         frame.function.starts_with("__libc_start_main");
}

}  // namespace

std::string shown_path(const std::string& file) {
  std::error_code failed;
  const fs::path here = fs::current_path(failed);
  if (failed || !fs::path(file).is_absolute()) return file;
  const fs::path plain = fs::path(file).lexically_normal();
  const auto relative = plain.lexically_relative(here);
  return relative.empty() || relative.begin()->string() == ".." ? plain.string()
                                                                : relative.string();
}

bool is_runtime_file(const std::string& path) {
  return path.find("languages/c/runtime/") != std::string::npos ||
         path.find("languages/c/harness/") != std::string::npos ||
         path.starts_with("cuttle:/");  // the models
}

bool is_library_file(const std::string& path) {
  return path.starts_with("/usr/include/") || path.starts_with("/usr/lib/") ||
         path.find("/include/c++/") != std::string::npos;
}

namespace {

// What stands between the outermost brackets is left out; those of operators are none.
std::string without_contents(const std::string& name, char open, char close) {
  std::string text;
  int depth = 0;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool is_operator =
        text.ends_with("operator") || text.ends_with("operator<") || text.ends_with("operator-");
    if (name[i] == close && !is_operator && depth > 0) --depth;
    if (depth == 0) text += name[i];
    if (name[i] == open && !is_operator) ++depth;
  }
  return depth == 0 ? text : name;
}

}  // namespace

std::string shown_function(const std::string& name) {
  constexpr size_t long_name = 80;
  std::string shown = name;
  if (shown.size() > long_name) shown = without_contents(shown, '<', '>');
  if (shown.size() > long_name) shown = without_contents(shown, '(', ')');
  return shown;
}

std::string SourceFrame::place() const {
  return has_place() ? file + ":" + std::to_string(line) : std::string();
}

std::vector<std::vector<SourceFrame>> parse_symbolizer_output(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::vector<std::vector<SourceFrame>> answers;
  if (!json.is_array()) return answers;
  for (const auto& address : json) {
    auto& frames = answers.emplace_back();
    if (!address.is_object() || !address.contains("Symbol")) continue;
    for (const auto& symbol : address["Symbol"]) {
      SourceFrame frame;
      frame.function = symbol.value("FunctionName", "");
      if (frame.function.empty()) frame.function = "??";
      frame.line = symbol.value("Line", 0u);
      if (frame.line != 0) frame.file = shown_path(symbol.value("FileName", ""));
      frame.start_line = symbol.value("StartLine", 0u);
      if (frame.line == 0 && frame.start_line != 0) {  // code that the compiler added
        frame.line = frame.start_line;
        frame.file = shown_path(symbol.value("StartFileName", ""));
      }
      frames.push_back(std::move(frame));
    }
  }
  return answers;
}

std::vector<std::vector<SourceFrame>> parse_addr2line_output(const std::string& text) {
  std::vector<std::vector<SourceFrame>> answers;
  std::istringstream lines(text);
  std::string function, place;
  while (std::getline(lines, function)) {
    if (function.starts_with("0x")) {  // -a: an address starts the next answer
      answers.emplace_back();
      continue;
    }
    if (answers.empty() || !std::getline(lines, place)) break;
    SourceFrame frame;
    frame.function = function;
    parse_place(place, frame);
    answers.back().push_back(std::move(frame));
  }
  return answers;
}

void Symbolizer::look_up(const std::string& image, const std::vector<uint64_t>& offsets) {
  Command command;
  if (!program_.empty())
    command.arguments = {program_.string(), "--obj=" + image, "--output-style=JSON", "--demangle",
                         "--inlines"};
  else
    command.arguments = {"addr2line", "-a", "-f", "-i", "-C", "-e", image};
  for (uint64_t offset : offsets) command.arguments.push_back(hexadecimal(offset));
  command.timeout_seconds = 60;
  std::vector<std::vector<SourceFrame>> answers;
  if (const auto result = run_command(command); result && result->ok())
    answers = program_.empty() ? parse_addr2line_output(result->out)
                               : parse_symbolizer_output(result->out);
  answers.resize(offsets.size());
  for (size_t i = 0; i < offsets.size(); ++i) {
    if (answers[i].empty()) answers[i].push_back({"??", "", 0, 0, false});
    for (auto& frame : answers[i]) frame.system = is_system_library(image);
    known_[{image, offsets[i]}] = std::move(answers[i]);
  }
}

std::vector<SourceFrame> Symbolizer::program_stack(const std::vector<TraceFrame>& frames) {
  // A return address may already belong to the next line.
  const auto address = [](const TraceFrame& frame) {
    return Address{frame.image, frame.offset - (frame.is_return_address ? 1 : 0)};
  };
  std::map<std::string, std::vector<uint64_t>> wanted;
  for (const auto& frame : frames)
    if (!frame.image.empty() && !known_.contains(address(frame)))
      wanted[frame.image].push_back(address(frame).second);
  for (const auto& [image, offsets] : wanted) look_up(image, offsets);

  std::vector<SourceFrame> stack;
  for (const auto& frame : frames)
    if (const auto found = known_.find(address(frame)); found != known_.end())
      stack.insert(stack.end(), found->second.begin(), found->second.end());
  while (!stack.empty() && (is_below_main(stack.back()) || stack.back().function == "??"))
    stack.pop_back();
  std::erase_if(stack, is_runtime);
  // abort(), raise() and their like are not where it went wrong.
  auto own = std::find_if(stack.begin(), stack.end(), [](const SourceFrame& frame) {
    return frame.has_place() && !frame.system;
  });
  if (own == stack.end())  // without lines
    own = std::find_if(stack.begin(), stack.end(), [](const SourceFrame& frame) {
      return frame.function != "??" && !frame.system;
    });
  if (own != stack.end()) stack.erase(stack.begin(), own);
  return stack;
}

}  // namespace cuttle

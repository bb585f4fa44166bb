// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/sources.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "engine/support/files.h"
#include "engine/support/suggest.h"
#include "engine/trace/node_import.h"
#include "languages/c/runtime/world_keys.h"

namespace cuttle {
namespace {

constexpr uint32_t default_stream = 64;    // bytes of stdin and files
constexpr uint32_t default_string = 8;     // characters of arguments and variables
constexpr uint32_t default_arguments = 1;  // how many
constexpr uint32_t most_bytes = 1u << 20;
constexpr uint32_t most_arguments = 64;

std::optional<uint32_t> number(std::string_view text) {
  uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// Takes ":NUMBER" off the end.
std::optional<uint32_t> take_last_number(std::string& text) {
  const size_t colon = text.rfind(':');
  if (colon == std::string::npos) return {};
  const auto value = number(std::string_view(text).substr(colon + 1));
  if (value) text.resize(colon);
  return value;
}

constexpr const char* forms =
    "it takes stdin[:MAX], argv[:N[:MAX[,I:MAX...]]], file:PATH[:MAX], env:NAME[:MAX], "
    "accept:PORT[:MAX], time or random[:MAX]";

Error bad_input(const std::string& text, const std::string& why, const std::string& fix = forms) {
  return Error::usage("--input " + text + ": " + why, fix);
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

// "N" (up to N) or "LEAST-MOST".
bool read_counts(const std::string& text, uint32_t& least, uint32_t& most) {
  const size_t dash = text.find('-');
  const auto last = number(std::string_view(text).substr(dash == std::string::npos ? 0 : dash + 1));
  const auto first = dash == std::string::npos ? 0 : number(std::string_view(text).substr(0, dash));
  if (!first || !last || *last == 0 || *last > most_arguments || *first > *last) return false;
  least = *first;
  most = *last;
  return true;
}

// "MAX,I:MAX,...": the largest length of all, and of some in particular.
bool read_lengths(const std::vector<std::string>& parts, std::vector<uint32_t>& lengths) {
  for (const auto& part : parts) {
    const size_t colon = part.find(':');
    const auto which = colon == std::string::npos ? std::optional<uint32_t>(0)
                                                  : number(std::string_view(part).substr(0, colon));
    const auto length =
        number(std::string_view(part).substr(colon == std::string::npos ? 0 : colon + 1));
    if (!which || !length || *length > most_bytes) return false;
    if (colon == std::string::npos) {
      std::ranges::fill(lengths, *length);
    } else if (*which == 0 || *which > lengths.size()) {
      return false;
    } else {
      lengths[*which - 1] = *length;
    }
  }
  return true;
}

// argv[:COUNTS[:MAX[,I:MAX...]]]
Result<std::vector<InputSource>> parse_arguments(const std::string& text, size_t fixed) {
  uint32_t least = 0, most = default_arguments;
  const size_t first = text.find(':');
  const size_t second = first == std::string::npos ? first : text.find(':', first + 1);
  if (first != std::string::npos &&
      !read_counts(
          text.substr(first + 1, second == std::string::npos ? second : second - first - 1), least,
          most))
    return bad_input(text, "the number of arguments must be N or LEAST-MOST, from 1 to 64",
                     "For at most two arguments: --input argv:2; for one or two: argv:1-2");
  std::vector<uint32_t> lengths(most, default_string);
  if (second != std::string::npos && !read_lengths(split(text.substr(second + 1), ','), lengths))
    return bad_input(text,
                     "argv takes the largest length of all arguments, then those of single ones",
                     "Up to two of 10 characters, the first of 3: --input argv:0-2:10,1:3");
  std::vector<InputSource> sources{{CUTTLE_SOURCE_ARGV, std::to_string(least), 0, most}};
  for (uint32_t i = 1; i <= most; ++i)
    sources.push_back({CUTTLE_SOURCE_ARGV, "", static_cast<uint32_t>(fixed) + i, lengths[i - 1]});
  return sources;
}

// accept:PORT[:MAX]
Result<std::vector<InputSource>> parse_connection(const std::string& text) {
  const std::vector<std::string> parts = split(text, ':');
  const auto port = parts.size() > 1 ? number(parts[1]) : std::nullopt;
  const auto max = parts.size() > 2 ? number(parts[2]) : default_stream;
  if (parts.size() > 3 || !port || *port == 0 || *port > 65535 || !max || *max == 0 ||
      *max > CUTTLE_LONGEST_VISIT)
    return bad_input(text, "accept takes the port of a server and the largest length (to 65536)",
                     "For what the first connection to port 8080 brings: --input accept:8080");
  return std::vector<InputSource>{{CUTTLE_SOURCE_ACCEPT, "", *port, *max}};
}

Result<std::vector<InputSource>> parse_one(const std::string& text, size_t fixed) {
  if (text == "argv" || text.starts_with("argv:")) return parse_arguments(text, fixed);
  if (text == "accept" || text.starts_with("accept:")) return parse_connection(text);
  std::string rest = text;
  const auto max = take_last_number(rest);
  if (max.value_or(1) == 0 || max.value_or(1) > most_bytes)
    return bad_input(text, "the length must be between 1 and 1048576");
  if (rest == "stdin")
    return std::vector<InputSource>{{CUTTLE_SOURCE_STDIN, "", 0, max.value_or(default_stream)}};
  if (text == "time") return std::vector<InputSource>{{CUTTLE_SOURCE_TIME, "", 0, 0}};
  if (rest == "random")
    return std::vector<InputSource>{{CUTTLE_SOURCE_RANDOM, "", 0, max.value_or(default_string)}};
  if (rest.starts_with("file:") && rest.size() > 5)
    return std::vector<InputSource>{
        {CUTTLE_SOURCE_FILE, rest.substr(5), 0, max.value_or(default_stream)}};
  if (rest.starts_with("env:") && rest.size() > 4)
    return std::vector<InputSource>{
        {CUTTLE_SOURCE_ENV, rest.substr(4), 0, max.value_or(default_string)}};
  const std::string kind = text.substr(0, text.find(':'));
  if (kind == "file" || kind == "env")
    return bad_input(text, kind == "file" ? "which file?" : "which variable?");
  const std::string meant =
      did_you_mean(kind, {"stdin", "argv", "file", "env", "accept", "time", "random"});
  return bad_input(text, "`" + kind + "' is no kind of input", meant.empty() ? forms : meant);
}

// The values of a test case, by the names of inputs.
class Values {
 public:
  explicit Values(const PortableTestCase& test) {
    for (const auto& input : test.inputs) values_[input.name] = &input.value;
  }
  uint64_t get(const std::string& name) const {
    const auto found = values_.find(name);
    if (found == values_.end()) return 0;
    uint64_t value = 0;
    std::from_chars(found->second->data(), found->second->data() + found->second->size(), value);
    return value;
  }
  std::string bytes(const std::string& label, uint64_t size) const {
    std::string text;
    for (uint32_t i = 0; i < size; ++i)
      text += static_cast<char>(get(to_string(InputIdentity{label, i, 1})));
    return text;
  }

 private:
  std::map<std::string, const std::string*> values_;
};

}  // namespace

std::string InputSource::label() const {
  switch (kind) {
    case CUTTLE_SOURCE_STDIN:
      return "stdin";
    case CUTTLE_SOURCE_ARGV:
      return index == 0 ? "arguments" : "argv" + std::to_string(index);
    case CUTTLE_SOURCE_FILE:
      return "file:" + name;
    case CUTTLE_SOURCE_ACCEPT:
      return "accept:" + std::to_string(index);
    case CUTTLE_SOURCE_TIME:
      return "time";
    case CUTTLE_SOURCE_RANDOM:
      return "random";
    default:
      return "env:" + name;
  }
}

Result<std::vector<InputSource>> parse_input_sources(const std::vector<std::string>& texts,
                                                     size_t fixed_arguments) {
  std::vector<InputSource> all;
  for (const auto& text : texts) {
    const auto some = parse_one(text, fixed_arguments);
    if (!some) return some.error();
    for (const auto& source : *some) {
      for (const auto& other : all)
        if (other.label() == source.label())
          return bad_input(text, "`" + source.label() + "' is an input already");
      all.push_back(source);
    }
  }
  return all;
}

void write_sources(const std::vector<InputSource>& sources, TraceMemory& trace) {
  for (const auto& source : sources) {
    CuttleSource record{};
    record.kind = source.kind;
    record.name = cuttle_add_string(trace.header(), source.name.c_str());
    record.index = source.index;
    record.max = source.max;
    trace.append(CUTTLE_AREA_SOURCES, record);
  }
  trace.keep_strings();
}

PlainEnvironment plain_environment(const std::vector<InputSource>& sources,
                                   const PortableTestCase& test) {
  const Values values(test);
  PlainEnvironment environment;
  size_t arguments = ~size_t{0};
  for (const auto& source : sources) {
    const std::string label = source.label();
    const uint64_t size = std::min<uint64_t>(values.get(label + ".size"), source.max);
    switch (source.kind) {
      case CUTTLE_SOURCE_STDIN:
        environment.has_stdin = true;
        environment.standard_input = values.bytes(label, size);
        break;
      case CUTTLE_SOURCE_FILE:
        environment.files.emplace_back(source.name, values.bytes(label, size));
        break;
      case CUTTLE_SOURCE_ACCEPT:
        environment.connections.emplace_back(source.index, values.bytes(label, size));
        break;
      case CUTTLE_SOURCE_ARGV:
        if (source.index == 0)
          arguments = values.get(label);
        else
          environment.arguments.emplace_back(values.bytes(label, source.max).c_str());
        break;
      case CUTTLE_SOURCE_TIME:
      case CUTTLE_SOURCE_RANDOM:
      case CUTTLE_SOURCE_WORLD:
        break;  // world_lines
      default:
        if (values.get(label + ".unset") != 0)
          environment.unset.push_back(source.name);
        else
          environment.variables.emplace_back(source.name, values.bytes(label, source.max).c_str());
        break;
    }
  }
  if (environment.arguments.size() > arguments) environment.arguments.resize(arguments);
  return environment;
}

namespace {

namespace fs = std::filesystem;

// For a shell, always in quotes: empty arguments and line breaks stay visible.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (char c : text) result += c == '\'' ? "'\\''" : std::string(1, c);
  return result + "'";
}

// A path as a part of a file name.
std::string flattened(std::string path) {
  std::ranges::replace(path, '/', '-');
  return path;
}

std::vector<NamedInput> inputs_from(const InputSource& source, const std::string& contents) {
  std::vector<NamedInput> inputs;
  const std::string label = source.label();
  const size_t size = std::min<size_t>(contents.size(), source.max);
  for (uint32_t i = 0; i < size; ++i)
    inputs.push_back({to_string(InputIdentity{label, i, 1}), "unsigned char", "bv8",
                      std::to_string(static_cast<unsigned char>(contents[i]))});
  if (source.kind == CUTTLE_SOURCE_STDIN || source.kind == CUTTLE_SOURCE_FILE ||
      source.kind == CUTTLE_SOURCE_ACCEPT)
    inputs.push_back({label + ".size", "size", "bv32", std::to_string(size)});
  return inputs;
}

// The files that are meant, those of a folder in the order of their names.
Result<std::vector<fs::path>> seed_files(const std::vector<std::string>& paths) {
  std::vector<fs::path> files;
  for (const auto& path : paths) {
    std::error_code problem;
    if (!fs::exists(path, problem))
      return Error::usage("--seed-input " + path + ": there is no such file or folder");
    if (!fs::is_directory(path, problem)) {
      files.emplace_back(path);
      continue;
    }
    std::vector<fs::path> inside;
    for (const auto& entry : fs::directory_iterator(path, problem))
      if (entry.is_regular_file()) inside.push_back(entry.path());
    std::ranges::sort(inside);
    if (inside.empty()) return Error::usage("--seed-input " + path + ": the folder has no files");
    files.insert(files.end(), inside.begin(), inside.end());
  }
  return files;
}

// Which of the sources the contents of a file are for.
const InputSource* seeded_source(const std::vector<InputSource>& sources) {
  for (const auto kind : {CUTTLE_SOURCE_STDIN, CUTTLE_SOURCE_FILE, CUTTLE_SOURCE_ACCEPT,
                          CUTTLE_SOURCE_ARGV, CUTTLE_SOURCE_ENV})
    for (const auto& source : sources)
      if (source.kind == kind && (kind != CUTTLE_SOURCE_ARGV || source.index != 0)) return &source;
  return nullptr;
}

}  // namespace

std::vector<RawInput> raw_inputs(const std::vector<InputSource>& sources,
                                 const PortableTestCase& test) {
  const PlainEnvironment environment = plain_environment(sources, test);
  std::vector<RawInput> files;
  if (environment.has_stdin) files.push_back({"stdin", environment.standard_input});
  std::string arguments, variables;
  for (const auto& argument : environment.arguments) arguments += quoted(argument) + "\n";
  for (const auto& [name, value] : environment.variables)
    variables += name + "=" + quoted(value) + "\n";
  for (const auto& name : environment.unset) variables += "unset " + name + "\n";
  const auto has = [&](CuttleSourceKind kind) {
    return std::ranges::find(sources, kind, &InputSource::kind) != sources.end();
  };
  if (has(CUTTLE_SOURCE_ARGV)) files.push_back({"argv", arguments});
  if (has(CUTTLE_SOURCE_ENV)) files.push_back({"env", variables});
  for (const auto& [port, said] : environment.connections)
    files.push_back({"accept-" + std::to_string(port), said});
  for (const auto& [path, contents] : environment.files)
    files.push_back({"file-" + flattened(path), contents});
  return files;
}

Result<std::vector<PortableTestCase>> read_seeds(const std::vector<std::string>& paths,
                                                 const std::vector<InputSource>& sources) {
  std::vector<PortableTestCase> seeds;
  if (paths.empty()) return seeds;
  const InputSource* source = seeded_source(sources);
  if (source == nullptr)
    return Error::usage("--seed-input: no part of the environment is an input",
                        "say which one the files are for, for example --input stdin");
  const auto files = seed_files(paths);
  if (!files) return files.error();
  for (const auto& file : *files) {
    const auto contents = read_file(file);
    if (!contents) return contents.error();
    PortableTestCase seed;
    seed.inputs = inputs_from(*source, *contents);
    if (source->kind == CUTTLE_SOURCE_ARGV)
      seed.inputs.push_back({"arguments", "int", "bv32", "1"});
    seeds.push_back(std::move(seed));
  }
  return seeds;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "engine/path/test_case.h"
#include "engine/support/result.h"
#include "engine/target/target.h"
#include "engine/trace/memory.h"

namespace cuttle {

// A part of the environment that is an input (--input): its bytes and its length are chosen.
struct InputSource {
  CuttleSourceKind kind = CUTTLE_SOURCE_STDIN;
  std::string name;    // of a file or an environment variable
  uint32_t index = 0;  // of an argument, from 1; 0: how many of them there are; or a port
  uint32_t max = 0;    // largest length

  // What its inputs are called in test cases: "stdin", "argv1", "file:PATH", "env:NAME",
  // "accept:PORT".
  std::string label() const;
};

// Reads `stdin[:MAX]', `argv[:N[:MAX]]', `file:PATH[:MAX]', `env:NAME[:MAX]',
// `accept:PORT[:MAX]', `time' and `random[:MAX]'. The arguments that are inputs come after
// `fixed_arguments' others.
Result<std::vector<InputSource>> parse_input_sources(const std::vector<std::string>& texts,
                                                     size_t fixed_arguments);

// Tells the program about its sources. Before it starts.
void write_sources(const std::vector<InputSource>& sources, TraceMemory& trace);

// The environment that a test case describes, as a plain program gets it.
struct PlainEnvironment {
  bool has_stdin = false;
  std::string standard_input;
  std::vector<std::string> arguments;  // after the fixed ones
  std::vector<std::pair<std::string, std::string>> variables;
  std::vector<std::string> unset;                             // variables that are not there
  std::vector<std::pair<std::string, std::string>> files;     // path, contents
  std::vector<std::pair<uint32_t, std::string>> connections;  // port, what comes by the first one
};
PlainEnvironment plain_environment(const std::vector<InputSource>& sources,
                                   const PortableTestCase& test);

// The same as files for people: "stdin", "argv" (one argument per line, quoted for a shell), "env"
// (NAME=value, likewise), "file-PATH" for each file and "accept-PORT" for each connection.
std::vector<RawInput> raw_inputs(const std::vector<InputSource>& sources,
                                 const PortableTestCase& test);

// Test cases from what the user has: the contents of files and of the files in folders. Each
// becomes the source that takes such contents: the first of stdin, files, arguments, variables.
Result<std::vector<PortableTestCase>> read_seeds(const std::vector<std::string>& paths,
                                                 const std::vector<InputSource>& sources);

}  // namespace cuttle

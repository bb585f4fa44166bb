// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "engine/trace/reader.h"
#include "languages/c/driver/toolchain.h"

namespace cuttle {

// One line of a stack as a programmer knows it. An address stands for several of them where the
// compiler inlined.
struct SourceFrame {
  std::string function;  // demangled; "??" when unknown
  std::string file;      // relative to where we are, when it is below; empty when unknown
  unsigned line = 0;
  unsigned start_line = 0;  // of the function; 0 when unknown
  bool system = false;      // in a library of the system, not in the program

  bool has_place() const { return !file.empty() && line != 0; }
  std::string place() const;  // "f.c:9", or empty
};

// A file as people see it: relative to where we are, when it is below.
std::string shown_path(const std::string& file);

// Of the libraries that are linked into programs under test.
bool is_runtime_file(const std::string& path);

// Headers of libraries, where people do not look for their bugs.
bool is_library_file(const std::string& path);

// The name of a function for people: of a long one, arguments and parameters are left out.
std::string shown_function(const std::string& name);

// Turns addresses into source lines with llvm-symbolizer, or addr2line when there is none. Answers
// are remembered: asking again for a known bug costs nothing.
class Symbolizer {
 public:
  explicit Symbolizer(const Toolchain& toolchain) : program_(toolchain.symbolizer) {}

  // Innermost first, without frames of the runtime, of libc around main, and of what lies between
  // the program's own code and the place where the failure was noticed.
  std::vector<SourceFrame> program_stack(const std::vector<TraceFrame>& frames);

 private:
  using Address = std::pair<std::string, uint64_t>;  // image, offset
  void look_up(const std::string& image, const std::vector<uint64_t>& offsets);

  std::filesystem::path program_;
  std::map<Address, std::vector<SourceFrame>> known_;
};

// What the two programs print (llvm-symbolizer: as JSON), one list of frames for each address.
std::vector<std::vector<SourceFrame>> parse_symbolizer_output(const std::string& text);
std::vector<std::vector<SourceFrame>> parse_addr2line_output(const std::string& text);

}  // namespace cuttle

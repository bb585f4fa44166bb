// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>

namespace cuttle {

// The global names of an object file or an executable (64-bit ELF). Empty when it is none.
struct Symbols {
  std::set<std::string> defined;
  std::set<std::string> undefined;

  bool uses(const std::string& name) const {
    return defined.contains(name) || undefined.contains(name);
  }
  void add(const Symbols& others);
};
Symbols read_symbols(const std::filesystem::path& file);

// Does it have LLVMFuzzerTestOneInput instead of main?
bool is_fuzzing_harness(const Symbols& symbols);

// Is it a program with libFuzzer's engine (-fsanitize=fuzzer)?
bool is_libfuzzer_program(const Symbols& symbols);

// Was it built with a sanitizer that keeps memory of its own beside the program's (address, memory,
// thread, leak)?
bool has_sanitizer(const Symbols& symbols);

// Does it declare inputs: Cuttle's, or those of another tool's interface?
bool declares_inputs(const Symbols& symbols);

// Does it read the standard input?
bool reads_standard_input(const Symbols& symbols);

// Does it make threads?
bool makes_threads(const Symbols& symbols);
// Is every access to memory announced that another thread could notice?
bool announces_accesses(const Symbols& symbols);

// Was it stripped, so that nobody can tell where in it something happened? Not when it names a file
// with its symbols that is beside it, or in `.debug' there.
bool is_stripped(const std::filesystem::path& program);

// A program or a shared library (not an object file), by its contents.
bool is_elf(const std::filesystem::path& file);
// Was this program built by `cuttle cc'?
bool is_instrumented_program(const std::filesystem::path& file);

}  // namespace cuttle

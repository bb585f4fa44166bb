// SPDX-License-Identifier: Apache-2.0
#include "tests/c/differential/oracle.h"

#include <dlfcn.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "engine/support/subprocess.h"
#include "tests/c/differential/generator.h"

namespace cuttle {
namespace {

// Logs are digests: equal logs, equal numbers.
constexpr const char* logging_prelude = R"(
#include <setjmp.h>
static u64 digest;
static unsigned length;
static u32 input;
static jmp_buf too_long;
static i64 logged(unsigned site, i64 what) {
  if (++length > 2000) longjmp(too_long, 1);
  digest = (digest ^ site) * 0x9e3779b97f4a7c15ull;
  digest = (digest ^ (digest >> 29) ^ (u64)what) * 0xbf58476d1ce4e5b9ull;
  return what;
}
#define INPUT(type, name) type name = (type)input; input >>= 8 * sizeof(type)
#define BRANCH(site, e) logged(site, (e) != 0)
#define ARM(site, number) logged(site, number)
#define CALLS(site, number) logged(site, number)
)";

[[noreturn]] void give_up(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  std::abort();
}

// For the compiler of the oracle, which is another one.
constexpr const char* clang_builtins = R"(
#ifndef __clang__
static u16 __builtin_bitreverse16(u16 x) {
  u16 result = 0;
  for (int i = 0; i < 16; ++i) result = (u16)(result << 1 | (x >> i & 1));
  return result;
}
static u32 __builtin_rotateleft32(u32 x, u32 by) {
  return by % 32 ? x << by % 32 | x >> (32 - by % 32) : x;
}
static i32 __builtin_elementwise_max(i32 a, i32 b) { return a > b ? a : b; }
#endif
)";

std::string entry(size_t count) {
  std::ostringstream text;
  text << "u64 run(unsigned number, u16 given) {\n  digest = 1; length = 0; input = given;\n"
       << "  if (setjmp(too_long)) return 0;\n  switch (number) {\n";
  for (size_t i = 0; i < count; ++i)
    text << "    case " << i << ": program_" << i << "(); break;\n";
  text << "  }\n  return digest | 1;\n}\n";
  return text.str();
}

}  // namespace

std::string whole_source(const std::string& prelude, const std::vector<uint64_t>& seeds,
                         const std::vector<unsigned>& numbers) {
  std::ostringstream text;
  text << "#include <limits.h>\n#include <stdarg.h>\n#include <stdint.h>\n"
          "#include <stdlib.h>\n#include <string.h>\n";
  for (const char* width : {"8", "16", "32", "64"})
    text << "typedef int" << width << "_t i" << width << ";\ntypedef uint" << width << "_t u"
         << width << ";\n";
  text << "typedef i32 i32x4 __attribute__((vector_size(16)));\n" << clang_builtins << prelude;
  for (size_t i = 0; i < seeds.size(); ++i)
    text << "// seed " << seeds[i] << "\n" << generate_program(seeds[i], numbers[i]) << "\n";
  return text.str();
}

Oracle::Oracle(const std::filesystem::path& folder, const std::vector<uint64_t>& seeds) {
  const auto source = folder / "oracle.c", library = folder / "oracle.so";
  std::vector<unsigned> numbers(seeds.size());
  for (unsigned i = 0; i < numbers.size(); ++i) numbers[i] = i;
  std::ofstream(source) << whole_source(logging_prelude, seeds, numbers) << entry(seeds.size());
  const auto result = run_command({.arguments = {"cc", "-O1", "-w", "-fwrapv", "-fPIC", "-shared",
                                                 source.string(), "-o", library.string()}});
  if (!result || !result->ok()) give_up("the oracle does not compile: " + result->err);
  library_ = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library_ == nullptr) give_up(dlerror());
  run_ = reinterpret_cast<uint64_t (*)(unsigned, uint16_t)>(dlsym(library_, "run"));
}

Oracle::~Oracle() {
  dlclose(library_);
}

uint64_t Oracle::log(unsigned number, uint16_t input) const {
  return run_(number, input);
}

std::set<uint64_t> Oracle::all_logs(unsigned number, unsigned bits, size_t limit) const {
  std::set<uint64_t> logs;
  for (uint32_t input = 0; input < 1u << bits; ++input) {
    const uint64_t digest = log(number, static_cast<uint16_t>(input));
    if (digest == 0) return {};
    logs.insert(digest);
    if (logs.size() > limit) return {};
  }
  return logs;
}

}  // namespace cuttle

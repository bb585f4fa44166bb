// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/support/files.h"
#include "languages/erlang/vm/machine.h"

namespace cuttle::erlang {
inline Term integer(long value) {
  return Term::make_integer(value);
}

class MachineTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    auto found = find_toolchain();
    ASSERT_TRUE(found) << found.error().message;
    toolchain_ = new Toolchain(*found);
  }
  static void TearDownTestSuite() { delete toolchain_; }

  void write(const std::string& name, const std::string& text) {
    ASSERT_TRUE(write_file(folder_.path() / name, text));
  }
  Result<Program> prepared(const std::string& file, const std::string& function) {
    Preparation preparation;
    preparation.files = {(folder_.path() / file).string()};
    preparation.function = function;
    return prepare_program(*toolchain_, preparation);
  }
  // A machine for a module `m' with this text after the attributes.
  std::unique_ptr<Machine> start(const std::string& text, Machine::Code code = instrumented) {
    write("m.erl", "-module(m).\n-compile(export_all).\n" + text);
    auto program = prepared("m.erl", "main");
    EXPECT_TRUE(program) << program.error().message;
    auto machine = Machine::start(*toolchain_, *program, code, limits_);
    EXPECT_TRUE(machine) << machine.error().message;
    program_ = *program;
    return std::move(*machine);
  }
  // The outcome in both codes has to be the same.
  Answer both(const std::string& text, const std::vector<Term>& arguments) {
    const Answer plain = start(text, Machine::Code::plain)->run(arguments, limits_);
    const Answer answer = start(text)->run(arguments, limits_);
    EXPECT_EQ(static_cast<int>(answer.kind), static_cast<int>(plain.kind)) << plain.what;
    EXPECT_EQ(answer.text, plain.text);
    EXPECT_EQ(answer.error_class, plain.error_class);
    return answer;
  }
  static unsigned count(std::span<const uint64_t> events, unsigned kind) {
    unsigned found = 0;
    for (size_t i = 0; i < events.size(); ++i) {
      const unsigned is = static_cast<unsigned>(events[i] >> 56);
      found += is == kind;
      const bool has_term = is == 3 || is == 4 || is == 5 || is == 7 || is == 8 || is == 10;
      if (has_term && i + 1 < events.size()) i += 1 + (events[i + 1] + 7) / 8;
    }
    return found;
  }

  static constexpr auto instrumented = Machine::Code::instrumented;
  static inline Toolchain* toolchain_ = nullptr;
  TemporaryFolder folder_;
  RunLimits limits_{2, 1 << 16, 256u << 20};
  Program program_;
};

}  // namespace cuttle::erlang

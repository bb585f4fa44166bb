// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/program.h"

#include <gtest/gtest.h>

#include "languages/erlang/term/print.h"
#include "languages/erlang/vm/term_map.h"
#include "languages/erlang/vm/test_machine.h"

namespace cuttle::erlang {
namespace {

class ProgramTest : public MachineTest {
 protected:
  Program must(const std::string& file, const std::string& function) {
    auto program = prepared(file, function);
    EXPECT_TRUE(program) << program.error().message;
    return program ? *program : Program();
  }
};

TEST_F(ProgramTest, specs_become_types) {
  write("t.erl",
        "-module(t).\n-export([f/3, g/2, h/1, r/1, o/1, none/2]).\n"
        "-record(point, {x = 0 :: integer(), y :: float() | undefined, z}).\n"
        "-type tree(T) :: leaf | {node, tree(T), T, tree(T)}.\n"
        "-opaque key() :: atom() | 1..9.\n-export_type([key/0]).\n"
        "-spec f(non_neg_integer(), [boolean()], #{a := byte(), b => key()}) -> ok.\n"
        "f(_, _, _) -> ok.\n"
        "-spec g(X, Y) -> X when X :: tree(Y), Y :: string() | <<_:8>>.\n"
        "g(X, _) -> X.\n"
        "-spec h(calendar:date()) -> boolean(); (atom()) -> ok.\n"
        "h(_) -> true.\n"
        "-spec r(#point{z :: pid()}) -> fun((integer()) -> any()).\n"
        "r(_) -> fun(X) -> X end.\n"
        "-spec o(iolist()) -> no_return().\n"
        "o(_) -> error(x).\n"
        "none(_, _) -> ok.\n");
  const auto types = [&](const char* function, const char* what) {
    return to_text(term_at(must("t.erl", function).types, what));
  };
  EXPECT_EQ(types("f", "arguments"),
            "[{range,0,plus_infinity},{list,{union,[{literal,false},{literal,true}]}},"
            "{map,[{required,a,{range,0,255}},{optional,b,{named,0}}],none}]");
  EXPECT_EQ(types("f", "named"), "[{union,[atom,{range,1,9}]}]");
  EXPECT_EQ(types("g", "arguments"), "[{named,0},{union,[{list,{range,0,1114111}},{bits,8,0}]}]");
  EXPECT_EQ(types("g", "named"),
            "[{union,[{literal,leaf},{tuple,[{literal,node},{named,0},{union,[{list,{range,0,"
            "1114111}},{bits,8,0}]},{named,0}]}]}]");
  EXPECT_EQ(types("h", "arguments"), "[{union,[atom,{named,0}]}]");
  EXPECT_EQ(types("r", "result"), "{'fun',1,any}");
  EXPECT_EQ(types("o", "result"), "none");
  EXPECT_EQ(types("none", "specified"), "false");
  EXPECT_EQ(types("none", "arguments"), "[any,any]");
}

TEST_F(ProgramTest, tests_are_seeds) {
  write("s.erl",
        "-module(s).\n-export([add/2]).\nadd(0, X) -> X;\nadd(A, B) -> A + B.\n"
        "-ifdef(TEST).\nadd_test() -> ?assertEqual(3, add(1, 2)), add(X, 4).\n-endif.\n");
  write("s_tests.erl",
        "-module(s_tests).\n-include(\"missing.hrl\").\n"
        "one_test_() -> ?_assertMatch({x, _}, s:add(-7, [{a, \"b\"}, <<1, 2>>, #{k => 1.5}])).\n"
        "two_test() -> t:add(5, 5), s:add(6, f(1)), s:add(8, 9, 10), s:add(16#ff, 2 * 3).\n");
  EXPECT_EQ(to_text(must("s.erl", "add").seeds),
            "[[-7,[{a,\"b\"},<<1,2>>,#{k => 1.5}]],[255,6],[1,2]]");
}

TEST_F(ProgramTest, tests_can_be_entries) {
  write("u.erl",
        "-module(u).\n-export([f/1]).\n-include_lib(\"eunit/include/eunit.hrl\").\nf(X) -> X + 1.\n"
        "f_test() -> ?assertEqual(3, f(2)).\n");
  EXPECT_EQ(must("u.erl", "").function, "f");
  EXPECT_EQ(must("u.erl", "f_test").arity, 0u);
}

TEST_F(ProgramTest, finds_what_belongs_together) {
  std::filesystem::create_directories(folder_.path() / "app/src");
  std::filesystem::create_directories(folder_.path() / "app/include");
  write("app/include/common.hrl", "-define(BIAS, 3).\n");
  write("app/src/first.erl",
        "-module(first).\n-export([main/1]).\n-include(\"common.hrl\").\n"
        "main(X) -> second:f(X) + ?BIAS.\n");
  write("app/src/second.erl", "-module(second).\n-export([f/1]).\nf(X) -> lists:sum(X).\n");
  write("app/src/broken.erl", "-module(broken).\nf( -> .\n");
  Preparation preparation;
  preparation.files = {(folder_.path() / "app").string()};
  auto program = prepare_program(*toolchain_, preparation);
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().hint.find("--module"), std::string::npos) << program.error().hint;
  preparation.module = "fisrt";
  program = prepare_program(*toolchain_, preparation);
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().hint.find("first"), std::string::npos) << program.error().hint;
  preparation.module = "first";
  program = prepare_program(*toolchain_, preparation);
  ASSERT_TRUE(program) << program.error().message;
  ASSERT_GE(program->modules.size(), 3u);
  EXPECT_TRUE(program->find("second")->user);
  EXPECT_FALSE(program->find("lists")->user);
  EXPECT_EQ(program->find("lists")->runs_as, "cuttle$lists");
  EXPECT_EQ(program->find("broken"), nullptr);
}

TEST_F(ProgramTest, a_beam_needs_debug_information) {
  write("d.erl", "-module(d).\n-export([f/1]).\nf(X) -> X + 1.\n");
  const auto compile = [&](const std::string& option) {
    const std::string command = "cd " + folder_.path().string() + " && erlc " + option + " d.erl";
    return std::system(command.c_str());
  };
  ASSERT_EQ(compile("+debug_info"), 0);
  EXPECT_EQ(must("d.beam", "f/1").function, "f");
  ASSERT_EQ(compile("+no_debug_info"), 0);
  const auto program = prepared("d.beam", "f/1");
  ASSERT_FALSE(program);
  EXPECT_NE(program.error().message.find("no debug information"), std::string::npos);
  EXPECT_NE(program.error().hint.find("+debug_info"), std::string::npos);
  write("e.beam", "this is no beam");
  EXPECT_FALSE(prepared("e.beam", ""));
}

}  // namespace
}  // namespace cuttle::erlang

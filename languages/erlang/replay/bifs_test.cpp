// SPDX-License-Identifier: Apache-2.0
// Every model against Erlang itself: what it says about unknown arguments, read under the inputs
// that are the arguments of a call, is what the call gives.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "languages/erlang/replay/model.h"
#include "languages/erlang/replay/test_replay.h"
#include "languages/erlang/replay/test_terms.h"
#include "languages/erlang/term/print.h"

namespace cuttle::erlang::replay {
namespace {

// What the arguments mostly are (TermMaker); others are anything.
const std::map<std::string, std::string> kinds = {
    {"+/2", "nn"},
    {"-/2", "nn"},
    {"*/2", "nn"},
    {"//2", "nn"},
    {"-/1", "n"},
    {"+/1", "n"},
    {"abs/1", "n"},
    {"div/2", "ii"},
    {"rem/2", "ii"},
    {"band/2", "ii"},
    {"bor/2", "ii"},
    {"bxor/2", "ii"},
    {"bnot/1", "i"},
    {"bsl/2", "iI"},
    {"bsr/2", "iI"},
    {"float/1", "n"},
    {"trunc/1", "n"},
    {"round/1", "n"},
    {"floor/1", "n"},
    {"ceil/1", "n"},
    {"and/2", "aa"},
    {"or/2", "aa"},
    {"xor/2", "aa"},
    {"not/1", "a"},
    {"element/2", "It"},
    {"setelement/3", "Itx"},
    {"tuple_size/1", "t"},
    {"size/1", "t"},
    {"append_element/2", "tx"},
    {"make_tuple/2", "Ix"},
    {"hd/1", "l"},
    {"tl/1", "l"},
    {"length/1", "l"},
    {"++/2", "lx"},
    {"--/2", "BB"},
    {"list_to_tuple/1", "l"},
    {"tuple_to_list/1", "t"},
    {"reverse/1", "l"},
    {"reverse/2", "lx"},
    {"member/2", "xl"},
    {"keyfind/3", "aIP"},
    {"keysearch/3", "nIP"},
    {"keymember/3", "aIP"},
    {"is_record/2", "ta"},
    {"is_record/3", "taI"},
    {"is_function/2", "xI"},
    {"bit_size/1", "b"},
    {"byte_size/1", "b"},
    {"binary_to_list/1", "b"},
    {"list_to_binary/1", "L"},
    {"iolist_to_binary/1", "L"},
    {"binary_part/2", "bT"},
    {"binary_part/3", "bII"},
    {"part/2", "bT"},
    {"part/3", "bII"},
    {"map_size/1", "m"},
    {"map_get/2", "am"},
    {"is_map_key/2", "am"},
    {"get/2", "Im"},
    {"find/2", "am"},
    {"is_key/2", "Im"},
    {"put/3", "axm"},
    {"update/3", "axm"},
    {"remove/2", "am"},
    {"merge/2", "mm"},
    {"from_list/1", "P"},
    {"list_to_integer/1", "S"},
    {"binary_to_integer/1", "b"},
    {"integer_to_list/1", "i"},
    {"integer_to_binary/1", "i"},
    {"atom_to_list/1", "a"},
    {"list_to_atom/1", "B"},
    {"exit/1", "x"},
    {"throw/1", "x"},
};

struct Example {
  ModelRow row;
  std::vector<Term> args;
  Term result;  // {ok, Value} or {Class, Reason}
};

std::vector<Example> examples(unsigned per_model) {
  std::vector<Example> all;
  TermMaker maker(11);
  for (const ModelRow& row : all_models()) {
    auto at = kinds.find(std::string(row.function) + "/" + std::to_string(row.arity));
    const bool plain = std::string(row.function) == "error" && row.arity == 3;
    for (unsigned n = 0; n < per_model && !plain; ++n) {
      std::vector<Term> args;
      for (uint32_t i = 0; i < row.arity; ++i) {
        char kind = at != kinds.end() && maker.below(8) != 0 ? at->second[i] : 'x';
        args.push_back(maker.make(kind));
      }
      all.push_back({row, std::move(args), {}});
    }
  }
  return all;
}

// Lets Erlang compute the results; false: there is no Erlang.
bool ask_erlang(std::vector<Example>& all) {
  const auto folder = std::filesystem::temp_directory_path() / ("bifs." + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  std::vector<Term> calls;
  for (const Example& each : all)
    calls.push_back(
        Term::make_tuple({Term::make_atom(each.row.module), Term::make_atom(each.row.function),
                          Term::make_list(each.args)}));
  std::ofstream(folder / "calls", std::ios::binary) << encode_etf(Term::make_list(calls));
  const std::string command =
      "cd " + folder.string() +
      " && erl -noinput -eval '{ok, B} = file:read_file(\"calls\"), R = [try {ok, apply(M, F, A)} "
      "catch C:E -> {C, E} end || {M, F, A} <- binary_to_term(B)], ok = "
      "file:write_file(\"results\", term_to_binary(R)), halt().' > log 2>&1";
  const bool done = std::system(command.c_str()) == 0;
  std::ifstream in(folder / "results", std::ios::binary);
  const std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove_all(folder);
  auto results = decode_etf(bytes);
  if (!done || !results || results->length() != all.size()) return false;
  for (size_t i = 0; i < all.size(); ++i) all[i].result = results->items[i];
  return true;
}

std::string text_of(const Example& each) {
  return std::string(each.row.module) + ":" + each.row.function + " of " +
         to_text(Term::make_list(each.args)) + " gives " + to_text(each.result);
}

// One call, with unknown arguments or with known ones.
void compare(const Example& each, bool symbolic) {
  DomainOptions options;
  options.list_length = 6;
  options.depth = 6;
  TestReplay replay(symbolic ? each.args : std::vector<Term>(), options);
  Heap heap(replay.names.atoms);
  Shadow shadow(replay.skeleton, heap, replay.names.keys);
  shadow.begin(replay.test.inputs, 1000);
  heap.program_atoms = static_cast<uint32_t>(replay.names.atoms.size());
  std::vector<Cell> args;
  for (size_t i = 0; i < each.args.size(); ++i)
    args.push_back(symbolic ? heap.position(replay.inputs[i]) : heap.from_term(each.args[i]));
  Call call{shadow, args};
  const Cases cases = each.row.model(call);
  unsigned holding = 0;
  for (const Case& one : cases) {
    if (!shadow.inputs().is_true(one.when)) continue;
    ++holding;
    Term value = heap.to_term(shadow.value_now(one.value));
    Term result = Term::make_tuple(
        {one.raises ? Term::make_atom(one.error_class == ErrorClass::error  ? "error"
                                      : one.error_class == ErrorClass::exit ? "exit"
                                                                            : "throw")
                    : Term::make_atom("ok"),
         value});
    EXPECT_TRUE(identical(result, each.result))
        << text_of(each) << ", the model " << to_text(result) << (symbolic ? " unknown" : " known");
  }
  EXPECT_EQ(holding, 1u) << text_of(each) << (symbolic ? " unknown" : " known");
  for (const Choice& choice : shadow.choices)
    EXPECT_TRUE(shadow.inputs().is_true(choice.condition)) << text_of(each);
}

TEST(Bifs, ModelsAgreeWithErlang) {
  constexpr unsigned per_model = 40;
  std::vector<Example> all = examples(per_model);
  if (!ask_erlang(all)) GTEST_SKIP() << "no Erlang here";
  unsigned values = 0, errors = 0;
  for (const Example& each : all) {
    if (std::string_view(each.row.function) == "self") continue;  // each machine has its own
    ++(each.result.is_tuple("ok", 2) ? values : errors);
    compare(each, false);
    compare(each, true);
  }
  // Neither side is left out.
  EXPECT_GT(values, all.size() / 4);
  EXPECT_GT(errors, all.size() / 8);
}

}  // namespace
}  // namespace cuttle::erlang::replay

// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/inputs/domains.h"

#include <gtest/gtest.h>

#include <set>

#include "languages/erlang/term/print.h"

namespace cuttle::erlang {
namespace {

Term atom(const char* name) {
  return Term::make_atom(name);
}
Term num(long n) {
  return Term::make_integer(n);
}
Term tuple(std::vector<Term> items) {
  return Term::make_tuple(std::move(items));
}
Term list(std::vector<Term> items) {
  return Term::make_list(std::move(items));
}
Term named(long n) {
  return tuple({atom("named"), num(n)});
}
Term literal(Term t) {
  return tuple({atom("literal"), std::move(t)});
}
Term range(long low, long high) {
  return tuple({atom("range"), num(low), num(high)});
}
Term either(std::vector<Term> items) {
  return tuple({atom("union"), list(std::move(items))});
}

// One input of that type, with what lies around it.
struct Fixture {
  explicit Fixture(const Term& type, std::vector<Term> named_types = {}, Mentioned mentioned = {},
                   DomainOptions options = {})
      : types(read_types(Term::make_map({{atom("specified"), atom("true")},
                                         {atom("arguments"), list({type})},
                                         {atom("named"), list(std::move(named_types))}}))),
        table(types, std::move(mentioned), options, names),
        skeleton(pool),
        inputs(skeleton),
        root(skeleton.add_root("arg1", table.get(types.arguments[0]))) {}

  std::string first() {
    inputs.begin({});
    return input_text(input_at(inputs, skeleton, names, root));
  }
  // Sets the input and reads it again.
  std::string round_trip(const Term& value) {
    Assignment values;
    if (!place_input(values, skeleton, names, root, value)) return "no input";
    inputs.begin(values);
    return input_text(input_at(inputs, skeleton, names, root));
  }
  // All inputs, when they are finitely many and have no numbers inside.
  std::set<std::string> all() {
    std::set<std::string> out;
    std::vector<Assignment> pending{{}};
    while (!pending.empty()) {
      Assignment values = pending.back();
      pending.pop_back();
      inputs.begin(values);
      Term t = input_at(inputs, skeleton, names, root);
      EXPECT_TRUE(conforms(t, types.arguments[0], types)) << input_text(t);
      out.insert(input_text(t));
      branch(values, pending);
    }
    return out;
  }

  ExprPool pool;
  Names names;
  Types types;
  DomainTable table;
  term::Skeleton skeleton;
  term::Inputs inputs;
  term::PositionId root;

 private:
  // Fixes the first tag that is read and not fixed yet, in all ways.
  void branch(const Assignment& values, std::vector<Assignment>& pending) {
    const Assignment read = inputs.values();
    for (VarId v = 0; v < read.limit(); ++v) {
      if (!read.has(v) || values.has(v)) continue;
      const term::Skeleton::Owner* owner = skeleton.owner(v);
      if (!owner || owner->role != term::Skeleton::Role::tag) continue;
      const term::Domain& d = skeleton.domain(owner->position);
      for (unsigned s = 0; s < d.size(); ++s) {
        Assignment next = values;
        next.set(v, Value::bits(d.width(), uint64_t{s}));
        pending.push_back(std::move(next));
      }
      return;
    }
  }
};

using Texts = std::set<std::string>;

TEST(ErlangDomains, UnionsOfLiteralsAndTuples) {
  Fixture f(either({literal(atom("none")),
                    tuple({atom("tuple"), list({literal(atom("ok")), literal(atom("x"))})}),
                    tuple({atom("tuple"), list({literal(atom("error")), literal(atom("y"))})})}));
  EXPECT_EQ(f.all(), (Texts{"none", "{ok,x}", "{error,y}"}));
  EXPECT_EQ(f.first(), "none");
}

TEST(ErlangDomains, RecursiveTypesEndAtTheDepth) {
  // -type t() :: leaf | {node, t(), t()}.
  Term body = either({literal(atom("leaf")),
                      tuple({atom("tuple"), list({literal(atom("n")), named(0), named(0)})})});
  DomainOptions options;
  options.depth = 1;
  Fixture f(named(0), {body}, {}, options);
  EXPECT_EQ(f.all(), (Texts{"leaf", "{n,leaf,leaf}"}));
}

TEST(ErlangDomains, TypesThatNeedMoreDepthGetIt) {
  Term inner = tuple({atom("tuple"), list({literal(atom("b"))})});
  DomainOptions options;
  options.depth = 0;
  Fixture f(tuple({atom("tuple"), list({literal(atom("a")), inner})}), {}, {}, options);
  EXPECT_EQ(f.all(), (Texts{"{a,{b}}"}));
}

TEST(ErlangDomains, TypesWithoutValues) {
  // -type t() :: {t()}.
  Fixture f(literal(atom("a")), {tuple({atom("tuple"), list({named(0)})}), atom("none")});
  EXPECT_FALSE(f.table.is_inhabited(f.types.named[0]));
  EXPECT_FALSE(f.table.is_inhabited(f.types.named[1]));
  EXPECT_TRUE(f.table.is_inhabited(f.types.arguments[0]));
}

TEST(ErlangDomains, Lists) {
  DomainOptions options;
  options.list_length = 2;
  Term element = either({literal(atom("x")), literal(atom("y"))});
  Fixture f(tuple({atom("list"), element}), {}, {}, options);
  EXPECT_EQ(f.all(), (Texts{"[]", "[x]", "[y]", "[x,x]", "[x,y]", "[y,x]", "[y,y]"}));
  Fixture g(tuple({atom("cons"), literal(atom("h")), literal(atom("t"))}));
  EXPECT_EQ(g.all(), (Texts{"[h|t]"}));
  // -type t() :: [a | t()] | b, as maybe_improper_list(a, b) without the empty list.
  Fixture i(named(0),
            {tuple({atom("cons"), literal(atom("a")), either({literal(atom("b")), named(0)})})}, {},
            options);
  EXPECT_EQ(i.all(), (Texts{"[a|b]", "[a,a|b]"}));
  Fixture h(tuple({atom("nonempty_list"), literal(atom("x"))}), {}, {}, options);
  EXPECT_EQ(h.all(), (Texts{"[x]", "[x,x]"}));
}

TEST(ErlangDomains, Maps) {
  Term fields = list({tuple({atom("required"), atom("a"), literal(atom("x"))}),
                      tuple({atom("optional"), num(1), literal(atom("y"))})});
  Fixture f(tuple({atom("map"), fields, atom("none")}));
  EXPECT_EQ(f.all(), (Texts{"#{a => x}", "#{1 => y,a => x}"}));
}

TEST(ErlangDomains, NumbersWithinTheirBounds) {
  Fixture f(range(5, 9));
  EXPECT_EQ(f.first(), "5");
  EXPECT_EQ(f.round_trip(num(7)), "7");
  EXPECT_EQ(f.round_trip(num(10)), "no input");
  Fixture g(atom("integer"));
  EXPECT_EQ(g.round_trip(num(-1853249)), "-1853249");
  Fixture h(range(0, 0x10ffff));
  EXPECT_EQ(h.first(), "97");
}

TEST(ErlangDomains, AnyIsMadeOfWhatTheModuleMentions) {
  Mentioned mentioned;
  mentioned.atoms = {"stop", "go"};
  mentioned.tuples = {2};
  mentioned.binaries = true;
  mentioned.maps = true;
  mentioned.keys = {atom("key")};
  Fixture f(atom("any"), {}, mentioned);
  for (const Term& t :
       {num(42), atom("stop"), Term::make_nil(), tuple({num(1), list({atom("go"), num(2)})}),
        Term::make_list({num(1)}, num(2)), Term::make_binary("frame"),
        Term::make_map({{atom("key"), num(3)}})})
    EXPECT_EQ(f.round_trip(t), to_text(t));
  EXPECT_EQ(f.round_trip(Term::make_float(0.5)), "no input");
  EXPECT_EQ(f.round_trip(tuple({num(1)})), "no input");
}

TEST(ErlangTypes, ValuesConform) {
  Fixture f(either({tuple({atom("list"), atom("integer")}), tuple({atom("list"), atom("atom")})}));
  const Type& type = f.types.arguments[0];
  EXPECT_TRUE(conforms(list({num(1), num(2)}), type, f.types));
  EXPECT_TRUE(conforms(list({atom("a")}), type, f.types));
  EXPECT_FALSE(conforms(list({num(1), atom("a")}), type, f.types));
  EXPECT_FALSE(conforms(Term::make_list({num(1)}, num(2)), type, f.types));
}

TEST(ErlangValues, FunsAreReadable) {
  Fixture f(tuple({atom("fun"), num(2), literal(atom("yes"))}));
  EXPECT_EQ(f.first(), "fun(_,_) -> yes end");
}

}  // namespace
}  // namespace cuttle::erlang

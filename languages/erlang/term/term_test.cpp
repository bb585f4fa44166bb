// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/term/term.h"

#include <gtest/gtest.h>

#include "languages/erlang/term/etf.h"
#include "languages/erlang/term/print.h"

namespace cuttle::erlang {
namespace {

Term num(long n) {
  return Term::make_integer(n);
}
Term atom(const char* name) {
  return Term::make_atom(name);
}

Result<Term> decoded(const std::string& bytes) {
  return decode_etf({reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size()});
}

std::vector<Term> samples() {
  Term bits = Term::make_binary("\x05\xA0");
  bits.unused_bits = 5;
  return {
      num(0),
      num(255),
      num(-1),
      Term::make_integer(mpz_class("-123456789012345678901234567890")),
      Term::make_float(0.5),
      atom("a"),
      atom("two words"),
      Term::make_tuple({atom("ok"), num(300)}),
      Term::make_map({{atom("k"), num(1)}, {num(1), atom("v")}}),
      {},
      Term::make_list({num(1), atom("b")}),
      Term::make_list({num(1)}, num(2)),
      Term::make_binary("abc"),
      bits,
  };
}

TEST(Etf, ReadsWhatItWrites) {
  for (const Term& term : samples()) {
    auto back = decoded(encode_etf(term));
    ASSERT_TRUE(back) << to_text(term);
    EXPECT_TRUE(identical(*back, term)) << to_text(term) << " became " << to_text(*back);
  }
}

TEST(Etf, EveryShorterTermIsDamaged) {
  for (const Term& term : samples()) {
    const std::string bytes = encode_etf(term);
    for (size_t size = 0; size < bytes.size(); ++size)
      EXPECT_FALSE(decoded(bytes.substr(0, size))) << to_text(term) << " cut at " << size;
  }
}

TEST(Etf, ReadsStringsAndLatin1Atoms) {
  EXPECT_EQ(to_text(*decoded(std::string("\x83k\x00\x02hi", 6))), "\"hi\"");
  EXPECT_EQ(decoded(std::string("\x83"
                                "d\x00\x01\xE4",
                                5))
                ->text,
            "\xC3\xA4");
}

TEST(Print, AsErlangReadsIt) {
  std::vector<std::string> texts;
  for (const Term& term : samples()) texts.push_back(to_text(term));
  EXPECT_EQ(texts,
            (std::vector<std::string>{"0", "255", "-1", "-123456789012345678901234567890", "0.5",
                                      "a", "'two words'", "{ok,300}", "#{1 => v,k => 1}", "[]",
                                      "[1,b]", "[1|2]", "<<\"abc\">>", "<<5,5:3>>"}));
  EXPECT_EQ(to_text(Term::make_float(1e22)), "1.0e+22");
  EXPECT_EQ(to_text(Term::make_float(3)), "3.0");
  EXPECT_EQ(atom_text("end"), "'end'");
  EXPECT_EQ(atom_text("it's"), "'it\\'s'");
  EXPECT_EQ(to_text(Term::make_string("a\"b\n")), "\"a\\\"b\\n\"");
}

TEST(Order, KindsAndNumbers) {
  const std::vector<Term> ascending = {
      num(-3),
      Term::make_float(0.5),
      num(1),
      Term::make_float(1e300),
      Term::make_integer(mpz_class("1" + std::string(301, '0'))),
      atom("a"),
      atom("b"),
      Term::make_tuple({num(9)}),
      Term::make_tuple({num(1), num(1)}),
      Term::make_tuple({num(1), num(2)}),
      Term::make_map({{num(1), num(1)}}),
      {},
      Term::make_list({num(1)}, atom("x")),
      Term::make_list({num(1)}),
      Term::make_list({num(1), num(0)}),
      Term::make_list({num(2)}),
      Term::make_binary("a"),
      Term::make_binary("ab"),
      Term::make_binary("b"),
  };
  for (size_t i = 0; i < ascending.size(); ++i)
    for (size_t j = 0; j < ascending.size(); ++j)
      EXPECT_EQ(compare(ascending[i], ascending[j]), i < j   ? -1
                                                     : i > j ? 1
                                                             : 0)
          << to_text(ascending[i]) << " and " << to_text(ascending[j]);
}

TEST(Order, EqualAndIdentical) {
  EXPECT_EQ(compare(num(1), Term::make_float(1)), 0);
  EXPECT_FALSE(identical(num(1), Term::make_float(1)));
  EXPECT_EQ(Term::make_map({{num(1), atom("a")}, {Term::make_float(1), atom("b")}}).items.size(),
            4);
  EXPECT_EQ(to_text(Term::make_map({{num(1), atom("a")}, {num(1), atom("b")}})), "#{1 => b}");
  EXPECT_GT(compare(Term::make_float(1e15 + 0.5), Term::make_integer(1000000000000000)), 0);
}

}  // namespace
}  // namespace cuttle::erlang

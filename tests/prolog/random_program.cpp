// SPDX-License-Identifier: Apache-2.0
#include "tests/prolog/random_program.h"

#include <random>
#include <vector>

namespace cuttle::prolog {

namespace {

class Generator {
 public:
  Generator(unsigned number, Flavour flavour)
      : random_(number * 4 + static_cast<unsigned>(flavour) + 1),
        prefix_("r" + std::to_string(number) + "_p"),
        flavour_(flavour) {
    predicates_ = 2 + below(2);
    for (unsigned i = 0; i < predicates_; ++i) arities_.push_back(1 + below(2));
    // Type tests bring many symbols in: too many for brute force over two arguments.
    if (flavour == Flavour::control) arities_[0] = 1;
    constants_ = {"a"};
    if (below(2)) constants_.push_back("b");
    functor_ = below(2) ? "f" : "g";
  }

  RandomProgram run() {
    RandomProgram out;
    for (unsigned p = 0; p < predicates_; ++p) {
      unsigned clauses = 1 + below(3);
      for (unsigned c = 0; c < clauses; ++c) out.text += clause(p);
    }
    out.goal = prefix_ + "0(" + (arities_[0] == 1 ? "X" : "X,Y") + ")";
    return out;
  }

 private:
  // The same numbers with every standard library.
  unsigned below(unsigned n) { return static_cast<unsigned>(random_() >> 3) % n; }
  bool often(unsigned percent) { return below(100) < percent; }

  std::string variable() {
    constexpr const char* names[] = {"X", "Y", "Z"};
    return names[below(3)];
  }

  std::string constant() {
    if (flavour_ == Flavour::integers && often(60)) return std::to_string(below(3));
    if (flavour_ == Flavour::lists && often(40)) return "[]";
    return constants_[below(static_cast<unsigned>(constants_.size()))];
  }

  std::string term(unsigned depth) {
    if (often(45)) return variable();
    if (depth == 0 || often(45)) return constant();
    if (flavour_ == Flavour::lists) {
      std::string head = term(depth - 1), tail = term(depth - 1);
      return "[" + head + "|" + tail + "]";
    }
    if (functor_ == "f") return "f(" + term(depth - 1) + ")";
    std::string first = term(depth - 1), second = term(depth - 1);
    return "g(" + first + "," + second + ")";
  }

  std::string atom(unsigned p) {
    std::string args = term(2);
    if (arities_[p] == 2) args += "," + term(1);
    return prefix_ + std::to_string(p) + "(" + args + ")";
  }

  // Calls go to later predicates, now and then to any: then the program may not terminate.
  std::string call(unsigned p) {
    bool anywhere = p + 1 >= predicates_ || often(15);
    return atom(anywhere ? below(predicates_) : p + 1 + below(predicates_ - p - 1));
  }

  std::string test() {
    std::string x = variable(), y = variable();
    if (flavour_ == Flavour::integers) {
      constexpr const char* relations[] = {"<", ">=", "=:=", "=\\="};
      constexpr const char* operators[] = {"+", "-", "*", "mod", "//"};
      std::string number = std::to_string(below(4));
      if (often(40)) return x + " " + relations[below(4)] + " " + (often(50) ? y : number);
      if (often(60)) return y + " is " + x + " " + operators[below(5)] + " " + number;
      return "integer(" + x + ")";
    }
    switch (below(flavour_ == Flavour::control ? 7 : 3)) {
      case 0:
        return x + " = " + term(1);
      case 1:
        return x + " \\= " + term(1);
      case 2:
        return x + " == " + y;
      case 3:
        return "atom(" + x + ")";
      case 4:
        return x + " @< " + y;
      case 5:
        return "compound(" + x + ")";
      default:
        return x + " =.. [" + constants_[0] + "|" + y + "]";
    }
  }

  std::string simple_goal(unsigned p) { return often(60) ? call(p) : test(); }

  std::string goal(unsigned p) {
    if (flavour_ != Flavour::control || often(50)) return simple_goal(p);
    switch (below(5)) {
      case 0:
        return "!";
      case 1:
        return "\\+ " + simple_goal(p);
      case 2: {
        std::string condition = simple_goal(p), then = simple_goal(p);
        return "( " + condition + " -> " + then + " ; " + simple_goal(p) + " )";
      }
      case 3: {
        std::string x = variable(), inner = simple_goal(p);
        return "findall(" + x + ", " + inner + ", " + variable() + ")";
      }
      default:
        return "catch(" + simple_goal(p) + ", _, true)";
    }
  }

  std::string clause(unsigned p) {
    std::string text = atom(p);
    unsigned goals = below(3);
    for (unsigned i = 0; i < goals; ++i) text += (i ? ", " : " :- ") + goal(p);
    return text + ".\n";
  }

  std::mt19937 random_;
  std::string prefix_;
  Flavour flavour_;
  unsigned predicates_ = 0;
  std::vector<unsigned> arities_;
  std::vector<std::string> constants_;
  std::string functor_;
};

}  // namespace

RandomProgram random_program(unsigned number, Flavour flavour) {
  return Generator(number, flavour).run();
}

}  // namespace cuttle::prolog

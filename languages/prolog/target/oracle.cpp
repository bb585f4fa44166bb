// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/oracle.h"

#include <limits>

namespace cuttle::prolog {

namespace {

constexpr uint64_t too_many = std::numeric_limits<uint64_t>::max();

uint64_t times(uint64_t a, uint64_t b) {
  uint64_t product;
  return __builtin_mul_overflow(a, b, &product) ? too_many : product;
}

// Numbers the terms of a domain and builds the term with a given number.
class Enumerator {
 public:
  explicit Enumerator(Store& store) : store_(store) {}

  uint64_t count(const Domain& domain) {
    if (auto it = counts_.find(&domain); it != counts_.end()) return it->second;
    uint64_t sum = 0;
    for (const Symbol& symbol : domain.symbols()) {
      uint64_t n = count(domain, symbol);
      sum = n == too_many || sum > too_many - n ? too_many : sum + n;
    }
    return counts_[&domain] = sum;
  }

  Cell term(const Domain& domain, uint64_t number) {
    for (const Symbol& symbol : domain.symbols()) {
      uint64_t n = count(domain, symbol);
      if (number >= n) {
        number -= n;
        continue;
      }
      switch (symbol.kind) {
        case SymbolKind::integer:
          return store_.integer(static_cast<int64_t>(number) + lowest(domain));
        case SymbolKind::floating:
          return store_.floating(0.5);
        case SymbolKind::compound:
          return compound(symbol, number);
        default:
          return symbol.is_any_text() ? text(domain, symbol.kind, number) : symbol.id;
      }
    }
    return atom_cell(atoms::nil);
  }

 private:
  static int64_t lowest(const Domain& d) {
    return d.bounded() ? d.low().get_si() : -(int64_t{1} << (d.int_bits() - 1));
  }

  static constexpr uint64_t characters = last_character - first_character + 1;

  uint64_t count(const Domain& domain, const Symbol& symbol) {
    if (symbol.is_any_text()) {
      uint64_t sum = 0, texts = 1;
      for (unsigned n = 0; n <= domain.texts().most; ++n) {
        if (n >= domain.texts().least) sum += texts;
        texts = times(texts, characters);
        if (texts > too_many / 2) return too_many;
      }
      return sum;
    }
    if (symbol.kind == SymbolKind::integer) {
      if (domain.bounded()) return mpz_class(domain.high() - domain.low()).get_ui() + 1;
      return uint64_t{1} << domain.int_bits();
    }
    uint64_t product = 1;
    for (const Domain* arg : symbol.args) product = times(product, count(*arg));
    return product;
  }

  Cell text(const Domain& domain, KindId kind, uint64_t number) {
    unsigned length = domain.texts().least;
    uint64_t texts = 1;
    for (unsigned n = 0; n < length; ++n) texts *= characters;
    for (; number >= texts; texts *= characters, ++length) number -= texts;
    std::string text;
    for (; length > 0; --length, number /= characters)
      text += static_cast<char>(first_character + number % characters);
    if (kind == SymbolKind::string) return store_.string(text);
    return atom_cell(store_.symbols().atom(text));
  }

  Cell compound(const Symbol& symbol, uint64_t number) {
    std::vector<Cell> args;
    for (const Domain* arg : symbol.args) {
      uint64_t n = count(*arg);
      args.push_back(term(*arg, number % n));
      number /= n;
    }
    return store_.compound(functor_of(symbol), args);
  }

  Store& store_;
  std::map<const Domain*, uint64_t> counts_;
};

}  // namespace

OracleResult brute_force(PrologTarget& target, uint64_t max_inputs) {
  OracleResult result;
  Interpreter& interpreter = target.interpreter();
  Enumerator terms(interpreter.store);
  uint64_t total = 1;
  const auto& roots = target.skeleton().roots();
  for (PositionId root : roots) total = times(total, terms.count(target.skeleton().domain(root)));
  if (total > max_inputs) {
    result.complete = false;
    result.inputs = total;
    return result;
  }
  Machine& machine = interpreter.machine;
  machine.digesting = true;
  for (uint64_t i = 0; i < total; ++i) {
    MachineLimits limits;
    limits.inferences = target.options().inferences;
    machine.reset(nullptr, limits);
    auto goal_of_number = [&] {
      uint64_t number = i;
      std::vector<Cell> inputs;
      for (PositionId root : roots) {
        const Domain& domain = target.skeleton().domain(root);
        uint64_t n = terms.count(domain);
        inputs.push_back(terms.term(domain, number % n));
        number /= n;
      }
      return target.goal_with(inputs);
    };
    Cell goal = goal_of_number();
    unsigned wanted = target.options().answers ? target.options().answers : 10'000;
    RunEnd end = machine.solve(goal, interpreter.symbols.atom(target.plan().module));
    for (unsigned k = 1; end == RunEnd::answer && k < wanted; ++k) end = machine.redo();
    ++result.inputs;
    if (result.paths.insert(machine.digest()).second)
      result.by[machine.digest()] = interpreter.show(goal_of_number());
  }
  machine.digesting = false;
  return result;
}

}  // namespace cuttle::prolog

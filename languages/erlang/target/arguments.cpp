// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/arguments.h"

#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

Arguments::Arguments(const Opened& opened, ExprPool& pool)
    : opened_(opened),
      domains_(opened.inputs, opened.mentioned, opened.options.domains, names_),
      skeleton_(pool),
      inputs_(skeleton_) {
  if (together()) {
    skeleton_.add_root("args", domains_.get(opened.inputs.clauses));
    return;
  }
  for (size_t i = 0; i < opened.inputs.arguments.size(); ++i)
    skeleton_.add_root("arg" + std::to_string(i + 1), domains_.get(opened.inputs.arguments[i]));
}

std::vector<Term> Arguments::of(const TestCase& test) {
  inputs_.begin(test.inputs);
  std::vector<Term> out;
  for (term::PositionId p : positions()) out.push_back(input_at(inputs_, skeleton_, names_, p));
  return together() ? out.front().items : out;
}

std::optional<TestCase> Arguments::place(const Term& arguments) {
  TestCase test;
  if (!arguments.is_proper_list() || arguments.length() != opened_.program.arity) return {};
  std::vector<Term> items(arguments.items.begin(),
                          arguments.items.begin() + static_cast<long>(arguments.length()));
  if (together()) items = {Term::make_tuple(std::move(items))};
  for (size_t i = 0; i < positions().size(); ++i) {
    if (!place_input(test.inputs, skeleton_, names_, positions()[i], items[i])) return {};
  }
  return test;
}

std::string Arguments::call_text(const std::vector<Term>& arguments) const {
  std::string text =
      atom_text(opened_.program.module) + ":" + atom_text(opened_.program.function) + "(";
  for (size_t i = 0; i < arguments.size(); ++i) text += (i ? ", " : "") + input_text(arguments[i]);
  return text + ")";
}

}  // namespace cuttle::erlang

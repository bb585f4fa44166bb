// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/answer.h"

#include "languages/erlang/vm/term_map.h"

namespace cuttle::erlang {
namespace {

Answer::Kind kind_of(const std::string& name) {
  if (name == "returned") return Answer::Kind::returned;
  if (name == "raised") return Answer::Kind::raised;
  if (name == "halted") return Answer::Kind::halted;
  if (name == "limit") return Answer::Kind::limit;
  if (name == "deadlock") return Answer::Kind::deadlock;
  if (name == "redundant") return Answer::Kind::redundant;
  return Answer::Kind::lost;
}

std::vector<StackFrame> stack_of(const Term& frames) {
  std::vector<StackFrame> stack;
  for (const Term& item : frames.items) {
    if (!item.is_tuple() || item.items.size() != 5) continue;
    const auto number = [&](size_t i) {
      return item.items[i].is_integer() ? static_cast<unsigned>(item.items[i].integer.get_ui()) : 0;
    };
    stack.push_back(
        {item.items[0].text, item.items[1].text, number(2), item.items[3].text, number(4)});
  }
  return stack;
}

std::string crash_text(const Term& crash) {
  std::string text = text_at(crash, "class") + ": " + text_at(crash, "text");
  for (const StackFrame& frame : stack_of(term_at(crash, "stack")))
    if (frame.line != 0) {
      text += " at " + frame.file + ":" + std::to_string(frame.line);
      break;
    }
  return text;
}

}  // namespace

Answer answer_of(const Term& term) {
  Answer answer;
  answer.kind = kind_of(text_at(term, "kind"));
  answer.error_class = text_at(term, "class");
  answer.value = term_at(term, "value");
  answer.text = text_at(term, "text");
  answer.stack = stack_of(term_at(term, "stack"));
  answer.status = static_cast<int>(number_at(term, "status"));
  answer.what = text_at(term, "what");
  // A plain program says nothing of its waiting: that it did nothing for long tells.
  if (answer.kind == Answer::Kind::limit && answer.what == "waiting")
    answer.kind = Answer::Kind::deadlock;
  for (const Term& crash : term_at(term, "crashes").items)
    if (crash.kind == TermKind::map) answer.crashes.push_back(crash_text(crash));
  answer.orphans = static_cast<unsigned>(number_at(term, "orphans"));
  answer.processes = static_cast<unsigned>(number_at(term, "processes"));
  answer.killed = static_cast<unsigned>(number_at(term, "killed"));
  return answer;
}

}  // namespace cuttle::erlang

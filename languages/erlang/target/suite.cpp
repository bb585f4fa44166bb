// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "engine/support/files.h"
#include "languages/erlang/target/outcome.h"
#include "languages/erlang/target/target.h"
#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

namespace {

// Can the term be written down, and read back as the same?
bool is_plain(const Term& t) {
  switch (t.kind) {
    case TermKind::reference:
    case TermKind::port:
    case TermKind::pid:
      return false;
    case TermKind::fun:
      return t.items.size() == 3;
    default:
      return !t.is_atom("$too_large") && std::all_of(t.items.begin(), t.items.end(), is_plain);
  }
}

// A term that is a pattern as it stands.
bool is_pattern(const Term& t) {
  if (t.kind == TermKind::map || t.kind == TermKind::fun) return false;
  return is_plain(t) && std::all_of(t.items.begin(), t.items.end(), is_pattern);
}

std::string reason_pattern(const Term& reason) {
  if (is_pattern(reason)) return to_text(reason);
  const std::string shape = shape_of(reason);
  return reason.is_tuple() ? shape : "_";
}

// What the tests of a module need besides EUnit, by the inputs that occur.
struct Helpers {
  std::set<unsigned> funs;  // arities
  bool processes = false, references = false;

  std::string text() const {
    std::string out;
    for (unsigned arity : funs) {
      std::string parameters;
      for (unsigned i = 0; i < arity; ++i) parameters += (i ? ", A" : "A") + std::to_string(i + 1);
      out += fmt::format(
          "\nfun_of_{0}(Answers) ->\n    Id = make_ref(),\n    fun({1}) -> answer(Id, [{1}], "
          "Answers) end.\n",
          arity, parameters);
    }
    if (!funs.empty()) out += answer_text;
    if (processes) out += process_text;
    if (references) out += reference_text;
    return out;
  }

  static constexpr const char* answer_text = R"(
%% Each new list of arguments gets the next answer, and all that come later the last one.
answer(Id, Args, Answers) ->
    Known = case get(Id) of undefined -> []; List -> List end,
    case lists:keyfind(Args, 1, Known) of
        {_, Answer} -> Answer;
        false ->
            Answer = lists:nth(min(length(Known) + 1, length(Answers)), Answers),
            put(Id, [{Args, Answer} | Known]),
            Answer
    end.
)";
  static constexpr const char* process_text = R"(
a_process(N) ->
    case get({a_process, N}) of
        undefined ->
            Pid = spawn(fun() -> receive stop -> ok end end),
            put({a_process, N}, Pid),
            Pid;
        Pid -> Pid
    end.
)";
  static constexpr const char* reference_text = R"(
a_reference(N) ->
    case get({a_reference, N}) of
        undefined ->
            Ref = make_ref(),
            put({a_reference, N}, Ref),
            Ref;
        Ref -> Ref
    end.
)";
};

class EunitWriter {
 public:
  EunitWriter(const Opened& opened, ErlangTarget& target, const ExportRequest& request)
      : opened_(opened), target_(target), request_(request) {}

  Result<std::string> text(ExprPool& pool, const std::string& module) {
    std::string tests;
    for (const ExportTest& test : request_.tests) {
      if (test.outcome.kind == Outcome::Kind::rejected) continue;
      auto read = from_portable(pool, test.test);
      if (!read) return read.error();
      auto written = one(test, *read);
      if (!written) return written.error();
      tests += *written;
    }
    return fmt::format(
        "%% Tests of {}, made by Cuttle.\n-module({}).\n-include_lib(\"eunit/include/eunit.hrl\")."
        "\n{}{}",
        opened_.function_text(), module, tests, helpers_.text());
  }
  std::map<std::string, unsigned> left_out;

 private:
  Result<std::string> one(const ExportTest& test, const TestCase& inputs) {
    if (opened_.program.property) {
      ++left_out["it is of a property: `cuttle replay' runs it"];
      return std::string();
    }
    const std::vector<Term> arguments = target_.arguments(inputs);
    auto answer = target_.run_plain(arguments, request_.program.limits);
    if (!answer) return answer.error();
    if (!inputs.schedule.steps.empty()) {
      auto ordered = target_.run_in_turns(arguments, inputs.schedule, request_.program.limits);
      if (!ordered) return ordered.error();
      if (!alike(*answer, *ordered)) {
        ++left_out["it needs an order of messages that EUnit does not make: `cuttle replay' does"];
        return std::string();
      }
    }
    const std::string check = assertion(*answer, call(arguments));
    if (check.empty()) return std::string();
    std::string comment;
    if (test.outcome.is_bug())
      comment = fmt::format("\n%% {}: {}", test.outcome.bug.name(), one_line(test.outcome.message));
    return fmt::format("{}\n{}_{}_test() ->\n    {}.\n", comment,
                       test.outcome.is_bug() ? "bug" : "path", test.run, check);
  }

  static bool alike(const Answer& a, const Answer& b) {
    return a.kind == b.kind && a.error_class == b.error_class && a.text == b.text;
  }

  // Empty: it cannot be said.
  std::string assertion(const Answer& answer, const std::string& call) {
    switch (answer.kind) {
      case Answer::Kind::returned:
        if (!is_plain(answer.value)) return "_ = " + call;
        return fmt::format("?assertEqual({}, {})", to_text(answer.value), call);
      case Answer::Kind::raised: {
        const char* macro = answer.error_class == "exit"    ? "?assertExit"
                            : answer.error_class == "throw" ? "?assertThrow"
                                                            : "?assertError";
        return fmt::format("{}({}, {})", macro, reason_pattern(answer.value), call);
      }
      case Answer::Kind::halted:
        ++left_out["the function ends the virtual machine"];
        break;
      case Answer::Kind::limit:
      case Answer::Kind::deadlock:
        ++left_out["the function does not come to an end"];
        break;
      case Answer::Kind::redundant:
      case Answer::Kind::lost:
        ++left_out["the virtual machine does not survive it"];
        break;
    }
    return {};
  }

  std::string call(const std::vector<Term>& arguments) {
    std::string text =
        atom_text(opened_.program.module) + ":" + atom_text(opened_.program.function) + "(";
    for (size_t i = 0; i < arguments.size(); ++i) text += (i ? ", " : "") + source(arguments[i]);
    return text + ")";
  }

  std::string source(const Term& value) {
    return to_text(value, [this](const Term& t) { return special(t); });
  }

  std::optional<std::string> special(const Term& t) {
    if (auto fun = input_fun(t)) return fun_source(*fun);
    if (!t.is_tuple("$cuttle", 3)) return {};
    const bool process = t.items[1].is_atom("pid");
    (process ? helpers_.processes : helpers_.references) = true;
    return (process ? "a_process(" : "a_reference(") + to_text(t.items[2]) + ")";
  }

  std::string fun_source(const InputFun& fun) {
    std::vector<std::string> answers;
    for (const Term& t : fun.results) answers.push_back(source(t));
    while (answers.size() > 1 && answers.back() == answers[answers.size() - 2]) answers.pop_back();
    if (answers.size() == 1) {
      std::string parameters;
      for (unsigned i = 0; i < fun.arity; ++i) parameters += i ? ", _" : "_";
      return fmt::format("fun({}) -> {} end", parameters, answers[0]);
    }
    helpers_.funs.insert(fun.arity);
    return fmt::format("fun_of_{}([{}])", fun.arity, fmt::join(answers, ", "));
  }

  static std::string one_line(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
  }

  const Opened& opened_;
  ErlangTarget& target_;
  const ExportRequest& request_;
  Helpers helpers_;
};

std::string suite_name(const Program& program) {
  std::string name;
  for (char c : fmt::format("{}_{}_{}_tests", program.module, program.function, program.arity))
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  return name;
}

}  // namespace

Result<Exported> export_eunit(const ExportRequest& request) {
  auto opened = open_program(request.program);
  if (!opened) return opened.error();
  ExprPool pool;
  auto target = ErlangTarget::create(*opened, pool);
  if (!target) return target.error();
  const std::string module = suite_name((*opened)->program);
  EunitWriter writer(**opened, **target, request);
  auto text = writer.text(pool, module);
  if (!text) return text.error();
  const std::filesystem::path file = request.destination / (module + ".erl");
  if (auto written = write_file(file, *text); !written) return written.error();
  Exported exported;
  exported.files = {file};
  exported.left_out = writer.left_out;
  exported.next = fmt::format(
      "erlc {0}.erl && erl -noshell -eval 'eunit:test({0}, [verbose])' -s init stop", module);
  return exported;
}

}  // namespace cuttle::erlang

// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/suite.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <functional>

#include "engine/support/files.h"
#include "languages/prolog/swi/scripts.h"
#include "languages/prolog/target/constrained_target.h"
#include "languages/prolog/target/open.h"

namespace cuttle::prolog {
namespace {

struct Helper {
  const char* name;
  const char* text;
};

// What the tests call; each is written only if a test needs it, or one before it does.
constexpr Helper helpers[] = {
    {"asserting", R"(
% A failing assertion of Goal is an error, not a failure of the test.
asserting(Seconds, Goal) :-
    setup_call_cleanup(
        asserta((prolog:assertion_failed(Reason, G) :-
                     throw(error(assertion_error(Reason, G), _))), Hook),
        within(Seconds, Goal),
        erase(Hook)).
)"},
    {"within", R"(
% The first answer of Goal.
within(Seconds, Goal) :-
    afresh(call_with_time_limit(Seconds, Goal)).
)"},
    {"answers", R"(
% The first Max answers of Goal, as instances of Template.
answers(Seconds, Max, Template, Goal, Answers) :-
    afresh(call_with_time_limit(Seconds, findall(Template, limit(Max, Goal), Answers))).
)"},
    {"afresh", R"(
% What Goal asserts and retracts is undone, and so are its global variables.
afresh(Goal) :-
    findall(Key-Value, nb_current(Key, Value), Before),
    call_cleanup(snapshot(Goal), reset_globals(Before)).

reset_globals(Before) :-
    forall(( nb_current(Key, _), \+ sub_atom(Key, 0, _, _, $), \+ memberchk(Key-_, Before) ),
           catch(nb_delete(Key), _, true)),
    forall(member(Key-Value, Before), catch(nb_setval(Key, Value), _, true)).
)"},
    {"unlike", unlike_script},
    {"plain", R"(
% The term without the constraints on its variables.
plain(Term, Plain) :-
    copy_term(Term, Plain, _).
)"},
    {"runs_on", R"(
% Goal is still running after so many inferences, or out of memory.
runs_on(Inferences, Goal) :-
    catch(call_with_inference_limit(Goal, Inferences, Result),
          error(resource_error(_), _),
          Result = inference_limit_exceeded),
    !,
    Result == inference_limit_exceeded.
)"},
    {"exit_status", R"(
% How a process ends that calls Goal.
exit_status(Goal, Status) :-
    fork(Pid),
    (   Pid == child
    ->  catch(ignore(Goal), _, true),
        halt(99)
    ;   wait(Pid, Status)
    ).
)"},
};

class PlunitWriter {
 public:
  // `calling`: the target that calls the goal of a test case, and the inputs for it.
  using Calling = std::function<PrologTarget&(TestCase&)>;
  PlunitWriter(const Campaigning& shared, Calling calling, const ExportRequest& request,
               std::filesystem::path file)
      : shared_(shared), calling_(std::move(calling)), request_(request), file_(std::move(file)) {}

  Result<std::string> text(ExprPool& pool) {
    std::string tests;
    for (const ExportTest& test : request_.tests) {
      auto inputs = from_portable(pool, test.test);
      if (!inputs) return inputs.error();
      target_ = &calling_(*inputs);
      auto verdict = judge(*inputs);
      if (!verdict) return verdict.error();
      const std::string goal = target_->goal_text(*inputs);
      tests +=
          (repeats(*inputs, *verdict) ? one_test(test, goal, *verdict) : any_outcome(test, goal)) +
          "\n";
    }
    std::string unit = quoted_atom(shared_.plan.text);
    std::string needed;
    for (const Helper& helper : helpers) {
      // From the first line break on: the licence is for our own files.
      if (calls(tests + needed, helper.name)) needed += std::strchr(helper.text, '\n');
    }
    return header(tests) + "\n:- begin_tests(" + unit + ").\n" + needed + "\n" + tests +
           ":- end_tests(" + unit + ").\n";
  }

 private:
  static bool calls(const std::string& tests, const std::string& helper) {
    for (const char* before : {"    ", "(", ","}) {
      if (tests.find(before + helper + "(") != std::string::npos) return true;
    }
    return false;
  }

  Result<Verdict> judge(const TestCase& test) {
    return shared_.judge->check(plan().module, target_->goal_text(test, true), wanted(),
                                inferences(), request_.program.limits.seconds, false, false);
  }

  // Does the goal end in the same way with other random numbers?
  bool repeats(const TestCase& test, const Verdict& first) {
    using End = Verdict::End;
    if (plan().constrained || (first.end != End::more && first.end != End::error)) return true;
    auto again = shared_.judge->check(
        plan().module,
        "(catch(system:set_random(seed(4711)), _, true), " + target_->goal_text(test, true) + ")",
        wanted(), inferences(), request_.program.limits.seconds, false, false);
    if (!again || again->end != first.end || again->answers.size() != first.answers.size())
      return !again;
    for (size_t i = 0; i < first.answers.size(); ++i) {
      const WireTerm& answer = again->answers[i];
      if (!answer.is(",", 2) || shape(answer.args[1]) != shape(first.answers[i])) return false;
    }
    return first.end != End::error || shape(again->ball) == shape(first.ball);
  }

  // What a term is, but for the numbers of its variables.
  static std::string shape(const WireTerm& term) {
    std::string out;
    for_each_subterm(term, [&](const WireTerm& t) {
      out += static_cast<char>('a' + static_cast<int>(t.kind)) + t.text + '\n';
    });
    return out;
  }

  std::string any_outcome(const ExportTest& test, const std::string& goal) const {
    return fmt::format(
        "% It ends in another way with other random numbers.\n"
        "test(run_{}) :-\n    catch(ignore(within({}, {}:({}))), _, true).\n",
        test.run, request_.program.limits.seconds, quoted_atom(plan().module), goal);
  }

  const GoalPlan& plan() const { return target_->plan(); }
  unsigned wanted() const { return shared_.options.answers ? shared_.options.answers : 10'000; }
  uint64_t inferences() const { return shared_.options.inferences * 4; }

  std::string header(const std::string& tests) const {
    std::string file = file_.filename().string();
    std::string text = fmt::format(
        "% Test cases for {}, made by `cuttle export --format plunit'.\n"
        "% To run them: swipl -g run_tests -t halt {}\n"
        ":- use_module(library(plunit)).\n:- use_module(library(time)).\n"
        ":- use_module(library(solution_sequences)).\n:- use_module(library(unix)).\n"
        "\n% The program's own main is not wanted here.\n"
        ":- multifile user:term_expansion/2.\n:- dynamic user:term_expansion/2.\n"
        "user:term_expansion((:- initialization(main)), []).\n"
        "user:term_expansion((:- initialization(_, main)), []).\n\n",
        shared_.plan.text, file);
    text += assertions();
    for (const std::string& folder : shared_.libraries)
      text += ":- prolog_load_context(directory, Here),\n   atomic_list_concat([Here, " +
              quoted_string(relative(folder), '\'') +
              "], /, Folder),\n   asserta(user:file_search_path(library, Folder)).\n";
    if (auto heads = shared_.session->redefined()) {
      for (const std::string& head : *heads)
        text += ":- redefine_system_predicate(" + head + ").\n";
    }
    for (const std::string& program : shared_.files) {
      text += ":- load_files(user:" + quoted_string(relative(program), '\'') + ", []).\n";
    }
    bool constraints = shared_.options.constrained && tests.find('#') != std::string::npos;
    if (constraints) text += ":- use_module(library(clpfd)).\n";
    return text + ":- style_check(-singleton).\n";
  }

  // From the folder of the tests.
  std::string relative(const std::string& path) const {
    return std::filesystem::absolute(path)
        .lexically_normal()
        .lexically_relative(std::filesystem::absolute(file_).lexically_normal().parent_path())
        .string();
  }

  // Directives that other systems know: what the loader does for the program.
  std::string assertions() const {
    auto names = shared_.session->assertion_directives();
    if (!names || names->empty()) return "";
    std::string text =
        "% Directives of assertions mean nothing to SWI-Prolog.\n:- op(1200, fy, :-).\n:- op(978, "
        "xfx, #).\n";
    for (const std::string& name : *names)
      text += fmt::format(":- op(1200, fy, {0}).\nuser:term_expansion((:- {0}(_)), []).\n", name);
    return text + "\n";
  }

  std::string one_test(const ExportTest& test, const std::string& plain_goal,
                       const Verdict& verdict) {
    std::string goal = plain_goal;
    // An operator would take the module for its first argument.
    const bool bare =
        plan().goal.args.empty() || goal.starts_with(quoted_atom(plan().goal.text) + "(");
    if (!bare) goal = "(" + goal + ")";
    // Not in the module of the tests; where constraints are called, they say themselves.
    if (!plan().constrained) goal = quoted_atom(plan().module) + ":" + goal;
    std::string name = fmt::format("run_{}", test.run);
    std::string within = fmt::format("within({}, {})", request_.program.limits.seconds, goal);
    using End = Verdict::End;
    switch (verdict.end) {
      case End::limit:
      case End::timeout:
        return fmt::format("test({}) :-\n    runs_on({}, {}).\n", name, shared_.options.inferences,
                           goal);
      case End::halted:
        return fmt::format("test({}, Status == exited({})) :-\n    exit_status({}, Status).\n",
                           name, verdict.exit_code, goal);
      case End::crashed:
        return fmt::format("test({}, blocked('SWI-Prolog crashes')) :-\n    {}.\n", name, within);
      case End::error:
        if (verdict.ball.is("error", 2) && verdict.ball.args[0].is("assertion_error", 2))
          within = "asserting" + within.substr(std::string("within").size());
        return fmt::format("test({}, {}) :-\n    {}.\n", name, thrown(verdict.ball), within);
      case End::more:
      case End::failure:
        break;
    }
    if (wanted() > 1) return all_answers(name, goal, verdict);
    if (verdict.answers.empty()) return fmt::format("test({}, fail) :-\n    {}.\n", name, within);
    return first_answer(name, within, verdict.answers[0]);
  }

  std::string first_answer(const std::string& name, const std::string& within,
                           const WireTerm& answer) {
    std::vector<std::pair<std::string, std::string>> bindings = target_->bindings(answer);
    if (bindings.empty()) return fmt::format("test({}) :-\n    {}.\n", name, within);
    if (any_too_large(bindings))
      return fmt::format(
          "% The answer is cyclic, or too large to be written here.\ntest({}) :-\n    {}.\n", name,
          within);
    auto [variables, values] = columns(bindings);
    if (!has_variables(answer)) {
      return fmt::format("test({}, {} == {}) :-\n    {}.\n", name, variables, values, within);
    }
    return fmt::format("test({}, Plain =@= {}) :-\n    {},\n    plain({}, Plain).\n", name, values,
                       within, variables);
  }

  std::string all_answers(const std::string& name, const std::string& goal,
                          const Verdict& verdict) {
    std::string list, variables = "true";
    for (const WireTerm& answer : verdict.answers) {
      Bindings bindings = target_->bindings(answer);
      if (any_too_large(bindings))
        return fmt::format(
            "% An answer is cyclic, or too large to be written here.\n"
            "test({}, Count == {}) :-\n    answers({}, {}, true, {}, Answers),\n"
            "    length(Answers, Count).\n",
            name, verdict.answers.size(), request_.program.limits.seconds, wanted(), goal);
      auto [names, values] = columns(bindings);
      variables = names;
      list += (list.empty() ? "" : ", ") + values;
    }
    return fmt::format(
        "test({}, Plain =@= [{}]) :-\n    answers({}, {}, {}, {}, Answers),\n"
        "    plain(Answers, Plain).\n",
        name, list, request_.program.limits.seconds, wanted(), variables, goal);
  }

  using Bindings = std::vector<std::pair<std::string, std::string>>;
  static bool any_too_large(const Bindings& bindings) {
    return std::any_of(bindings.begin(), bindings.end(),
                       [](const auto& one) { return one.second.empty(); });
  }

  static std::pair<std::string, std::string> columns(const Bindings& bindings) {
    if (bindings.empty()) return {"true", "true"};
    if (bindings.size() == 1) return bindings[0];
    std::string names, values;
    for (const auto& [name, value] : bindings) {
      names += (names.empty() ? "" : ", ") + name;
      values += (values.empty() ? "" : ", ") + value;
    }
    return {"[" + names + "]", "[" + values + "]"};
  }

  std::string thrown(const WireTerm& ball) {
    // Which of two predicates it is depends on whether the last call has replaced its caller.
    if (ball.is("error", 2) && ball.args[0].is("determinism_error", 4)) {
      const WireTerm& error = ball.args[0];
      return fmt::format("error(determinism_error(_,{},{},_))", target_->term_text(error.args[1]),
                         target_->term_text(error.args[2]));
    }
    auto pattern = [&](const WireTerm& term) {
      std::string text = target_->term_text(term);
      return text.empty() ? std::string("_") : text;  // cyclic, or too large
    };
    if (ball.is("error", 2)) return "error(" + pattern(ball.args[0]) + ")";
    return "throws(" + pattern(ball) + ")";
  }

  const Campaigning& shared_;
  Calling calling_;
  PrologTarget* target_ = nullptr;  // of the test that is being written
  const ExportRequest& request_;
  std::filesystem::path file_;
};

}  // namespace

Result<Exported> export_plunit(const ExportRequest& request) {
  auto shared = open_program(request.program);
  if (!shared) return shared.error();
  if (!shared->judge) {
    auto judge = Judge::start(shared->files, shared->libraries);
    if (!judge) return judge.error();
    shared->judge = std::move(*judge);
  }
  ExprPool pool;
  std::unique_ptr<PrologTarget> ground;
  std::unique_ptr<ConstrainedTarget> constrained;
  if (shared->options.constrained) {
    auto target = ConstrainedTarget::create(*shared, pool);
    if (!target) return target.error();
    constrained = std::move(*target);
  } else {
    auto target = PrologTarget::create(*shared, pool);
    if (!target) return target.error();
    ground = std::move(*target);
  }
  auto calling = [&](TestCase& test) -> PrologTarget& {
    if (ground) return *ground;
    PrologTarget& target = constrained->calling(test);
    test = {};
    return target;
  };
  std::filesystem::path folder =
      request.program.work;  // NAME.cuttle, perhaps with a slash behind it
  if (!folder.has_filename()) folder = folder.parent_path();
  std::filesystem::path file = request.destination / (folder.stem().string() + ".plt");
  auto text = PlunitWriter(*shared, calling, request, file).text(pool);
  if (!text) return text.error();
  if (auto written = write_file(file, *text); !written) return written.error();
  return Exported{{file}, {}, "swipl -g run_tests -t halt " + file.filename().string()};
}

}  // namespace cuttle::prolog

// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/outcome.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

namespace {

std::string frame_text(const StackFrame& frame) {
  std::string text =
      fmt::format("{}:{}/{}", atom_text(frame.module), atom_text(frame.function), frame.arity);
  if (frame.line > 0)
    text +=
        fmt::format(" at {}:{}", std::filesystem::path(frame.file).filename().string(), frame.line);
  return text;
}

bool is_user(const Opened& opened, const std::string& module) {
  const ProgramModule* found = opened.program.find(module);
  return found && found->user;
}

// The innermost frame of the user's code, which is where people look first.
const StackFrame* place_of(const Answer& answer, const Opened& opened) {
  for (const StackFrame& frame : answer.stack) {
    if (frame.line > 0 && is_user(opened, frame.module)) return &frame;
  }
  return nullptr;
}

// Where the function under test begins.
std::string definition_of(const Opened& opened) {
  for (size_t i = 0; i < opened.cores.size(); ++i) {
    if (opened.cores[i].name != opened.program.module) continue;
    for (const CoreFunction& f : opened.cores[i].functions) {
      if (f.name == opened.program.function && f.arity == opened.program.arity && f.captured == 0)
        return fmt::format("{}:{}", opened.program.modules[i].file, f.line);
    }
  }
  return "";
}

// The file as the user named it: stack traces have it as the compiler was given it.
std::string location_of(const Answer& answer, const Opened& opened) {
  const StackFrame* frame = place_of(answer, opened);
  if (!frame) return definition_of(opened);
  const ProgramModule* module = opened.program.find(frame->module);
  const bool source = std::filesystem::path(module->file).extension() == ".erl";
  const bool same = std::filesystem::path(module->file).filename() ==
                    std::filesystem::path(frame->file).filename();
  return fmt::format("{}:{}", source && same ? module->file : frame->file, frame->line);
}

// Of the assertions of EUnit: {assert, _}, {assertEqual, _}, ..
bool is_assertion(const Term& reason) {
  return reason.is_tuple() && reason.items.size() == 2 && reason.items[0].is_atom() &&
         reason.items[0].text.starts_with("assert");
}

// A process that ends itself in order.
bool is_orderly(const Answer& answer) {
  if (answer.error_class != "exit") return false;
  const Term& reason = answer.value;
  return reason.is_atom("normal") || reason.is_atom("shutdown") || reason.is_tuple("shutdown", 2);
}

BugKind kind_of(const Answer& answer) {
  if (answer.error_class == "exit") return bugs::exit;
  if (answer.error_class == "throw") return bugs::thrown;
  return is_assertion(answer.value) ? BugKind::assertion : bugs::error;
}

class Judgement {
 public:
  Judgement(const Answer& answer, const Opened& opened, const std::vector<Term>& arguments,
            bool within_spec)
      : answer_(answer), opened_(opened), arguments_(arguments), within_spec_(within_spec) {}

  Outcome outcome() {
    switch (answer_.kind) {
      case Answer::Kind::returned:
        returned();
        break;
      case Answer::Kind::raised:
        raised();
        break;
      case Answer::Kind::halted:
        outcome_.exit_code = answer_.status;
        outcome_.message = fmt::format("halt({})", answer_.status);
        break;
      case Answer::Kind::limit:
        limit();
        break;
      case Answer::Kind::deadlock:
        bug(BugKind::deadlock, "all processes wait for messages that nobody sends", "");
        break;
      case Answer::Kind::redundant:
        outcome_.kind = Outcome::Kind::rejected;
        outcome_.message = "all that could go on was tried in other runs";
        break;
      case Answer::Kind::lost:
        outcome_.kind = Outcome::Kind::lost;
        outcome_.message = answer_.what;
        break;
    }
    return std::move(outcome_);
  }

 private:
  void bug(BugKind kind, std::string message, const std::string& detail) {
    outcome_.kind = Outcome::Kind::bug;
    outcome_.bug = std::move(kind);
    outcome_.message = std::move(message);
    outcome_.location = location_of(answer_, opened_);
    for (const StackFrame& frame : answer_.stack) outcome_.stack.push_back(frame_text(frame));
    const StackFrame* place = place_of(answer_, opened_);
    const std::string where = place ? fmt::format("{}:{}/{}:{}", place->module, place->function,
                                                  place->arity, place->line)
                                    : opened_.function_text();
    outcome_.key = fmt::format("{} {} {}", outcome_.bug.name(), detail, where);
  }

  void returned() {
    outcome_.message = answer_.text;
    const bool known = !answer_.value.is_atom("$too_large");
    if (opened_.spec.specified && within_spec_ && known &&
        !result_conforms(answer_.value, arguments_, opened_.spec)) {
      bug(bugs::bad_return, "the result is " + answer_.text + ", which the spec does not allow",
          shape_of(answer_.value));
    } else if (!answer_.crashes.empty()) {
      bug(bugs::process, "a process ended with " + answer_.crashes.front(), "");
      // What people are told begins with the reason; values in it differ from run to run.
      const std::string& crash = answer_.crashes.front();
      outcome_.key += " " + crash.substr(0, crash.find_first_of(",( "));
    } else if (answer_.orphans > 0) {
      bug(bugs::orphans,
          fmt::format("{} message{} that nobody takes", answer_.orphans,
                      answer_.orphans == 1 ? "" : "s"),
          "");
    }
  }

  void raised() {
    if (is_orderly(answer_)) {
      outcome_.message = "exit: " + answer_.text;
      return;
    }
    const std::string message = answer_.error_class + ": " + answer_.text;
    const std::string shape = answer_.error_class + " " + shape_of(answer_.value);
    if (within_spec_) return bug(kind_of(answer_), message, shape);
    bug(bugs::outside_spec, message + ", for arguments that the spec does not allow", shape);
  }

  void limit() {
    if (answer_.what == "time")
      return bug(BugKind::timeout, "no end within the time limit: possibly it does not terminate",
                 "");
    bug(bugs::resource,
        answer_.what == "memory" ? "more memory than the limit allows"
                                 : "more " + answer_.what + " than the limit allows",
        answer_.what);
  }

  const Answer& answer_;
  const Opened& opened_;
  const std::vector<Term>& arguments_;
  const bool within_spec_;
  Outcome outcome_;
};

}  // namespace

std::vector<BugKindRow> erlang_bug_kinds() {
  return {
      {bugs::error.name(), "A function raises an error that nobody catches."},
      {bugs::exit.name(), "A function exits for another reason than normal or shutdown."},
      {bugs::thrown.name(), "A function throws something that nobody catches."},
      {bugs::bad_return.name(), "A function returns a value that its spec does not allow."},
      {bugs::outside_spec.name(),
       "A function raises an exception for arguments that its spec does not allow."},
      {bugs::process.name(), "A process that the function started ends with an exception."},
      {bugs::orphans.name(), "Messages are left that no process takes."},
      {bugs::resource.name(), "A run needs more memory, atoms or processes than it may have."},
  };
}

std::string shape_of(const Term& reason) {
  if (reason.is_atom()) return atom_text(reason.text);
  if (!reason.is_tuple()) {
    static constexpr const char* names[] = {"integer", "float", "atom", "reference",
                                            "fun",     "port",  "pid",  "tuple",
                                            "map",     "list",  "list", "bitstring"};
    return names[static_cast<size_t>(reason.kind)];
  }
  std::string text = "{";
  for (size_t i = 0; i < reason.items.size(); ++i) {
    const bool named = i == 0 && reason.items[i].is_atom();
    text += (i ? "," : "") + (named ? atom_text(reason.items[i].text) : "_");
  }
  return text + "}";
}

Outcome outcome_of(const Answer& answer, const Opened& opened, const std::vector<Term>& arguments,
                   bool within_spec) {
  return Judgement(answer, opened, arguments, within_spec).outcome();
}

std::string difference(const Outcome& expected, const Outcome& plain) {
  auto text = [](const Outcome& o) {
    return o.is_bug()                      ? o.message
           : o.kind == Outcome::Kind::lost ? "the run was lost: " + o.message
           : o.message.empty()             ? std::string("it ends")
                                           : "it returns " + o.message;
  };
  const auto function = [](const Outcome& o) {
    return o.stack.empty() ? std::string() : o.stack[0].substr(0, o.stack[0].find(" at "));
  };
  // Instrumented code does not know the lines of all that fails.
  const bool alike = expected.key == plain.key ||
                     (expected.message == plain.message && function(expected) == function(plain));
  const bool same =
      expected.kind == plain.kind && (!expected.is_bug() || (expected.bug == plain.bug && alike));
  return same ? "" : "on the plain module: " + text(plain);
}

}  // namespace cuttle::erlang

// SPDX-License-Identifier: Apache-2.0
// erlang_record FOLDER: for each NAME.erl there, makes NAME.core, NAME.args, NAME.events and
// NAME.answer: {ok, Value}, {Class, Reason} or {limit, What}. The comment `%% main(..).' of a
// sample says what is called.
#include <algorithm>
#include <cstdio>
#include <vector>

#include "engine/support/files.h"
#include "engine/support/subprocess.h"
#include "languages/erlang/term/etf.h"
#include "languages/erlang/vm/machine.h"

using namespace cuttle;
using namespace cuttle::erlang;
namespace fs = std::filesystem;

namespace {

// The arguments of the call in the comment, as a list in external format.
Result<std::string> arguments_of(const fs::path& source, const fs::path& out) {
  const std::string script =
      "{ok, B} = file:read_file(\"" + source.string() +
      "\"), {match, [T]} = re:run(B, \"^%% main\\\\((.*)\\\\)\\\\.$\", [multiline, {capture, "
      "all_but_first, list}]), {ok, S, _} = erl_scan:string(\"[\" ++ T ++ \"].\"), {ok, A} = "
      "erl_parse:parse_term(S), file:write_file(\"" +
      out.string() + "\", term_to_binary(A)), halt().";
  Command command;
  command.arguments = {"erl", "-noshell", "-noinput", "-eval", script};
  command.timeout_seconds = 60;
  auto done = run_command(command);
  if (!done) return done.error();
  if (!done->ok()) return Error::usage(source.string() + ": no `%% main(..).'\n" + done->err);
  return read_file(out);
}

Term told(const Answer& answer) {
  switch (answer.kind) {
    case Answer::Kind::returned:
      return Term::make_tuple({Term::make_atom("ok"), answer.value});
    case Answer::Kind::raised:
      return Term::make_tuple({Term::make_atom(answer.error_class), answer.value});
    default:
      return Term::make_tuple({Term::make_atom("limit"), Term::make_atom(answer.what)});
  }
}

std::string bytes_of(std::span<const uint64_t> words) {
  return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

Result<void> record(const Toolchain& toolchain, const fs::path& source) {
  fs::path base = source;
  base.replace_extension();
  auto arguments = arguments_of(source, base.string() + ".args");
  if (!arguments) return arguments.error();
  auto list = decode_etf({reinterpret_cast<const uint8_t*>(arguments->data()), arguments->size()});
  if (!list) return list.error();
  if (list->length() != 0) list->items.pop_back();  // the tail
  Preparation preparation;
  preparation.files = {source.string()};
  preparation.function = "main";
  auto program = prepare_program(toolchain, preparation);
  if (!program) return program.error();
  auto machine = Machine::start(toolchain, *program, Machine::Code::instrumented, {});
  if (!machine) return machine.error();
  const Answer answer = (*machine)->run(list->items, {});
  if (answer.kind == Answer::Kind::lost) return Error::environment(answer.what);
  auto core = read_file(program->modules.front().core);
  if (!core) return core.error();
  for (const auto& [end, text] : {std::pair{".core", *core},
                                  {".events", bytes_of((*machine)->events())},
                                  {".answer", encode_etf(told(answer))}})
    if (auto written = write_file(base.string() + end, text); !written) return written.error();
  std::printf("%s: %zu words\n", base.filename().c_str(), (*machine)->events().size());
  return {};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return std::fprintf(stderr, "usage: erlang_record FOLDER\n"), 2;
  auto toolchain = find_toolchain();
  if (!toolchain) return std::fprintf(stderr, "%s\n", toolchain.error().message.c_str()), 3;
  std::vector<fs::path> sources;
  for (const auto& entry : fs::directory_iterator(argv[1]))
    if (entry.path().extension() == ".erl") sources.push_back(entry.path());
  std::ranges::sort(sources);
  // Names without folders: what is recorded must not depend on where it was.
  fs::current_path(argv[1]);
  for (const fs::path& source : sources)
    if (auto done = record(*toolchain, source.filename()); !done)
      return std::fprintf(stderr, "%s\n", done.error().message.c_str()), 1;
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/coverdata.h"

#include <fmt/format.h>

#include "engine/support/files.h"
#include "languages/erlang/target/arguments.h"
#include "languages/erlang/vm/ask.h"

namespace cuttle::erlang {

namespace {

Term name(const char* text) {
  return Term::make_atom(text);
}

Term number(uint64_t n) {
  return Term::make_integer(mpz_class(static_cast<unsigned long>(n)));
}

Term request_of(const Opened& opened, std::vector<Term> tests, uint64_t milliseconds,
                const std::string& file) {
  std::vector<Term> modules;
  for (const ProgramModule& module : opened.program.modules) {
    if (module.user)
      modules.push_back(Term::make_tuple(
          {Term::make_atom(module.name), Term::make_binary(module.plain.string())}));
  }
  return Term::make_map({{name("modules"), Term::make_list(std::move(modules))},
                         {name("module"), Term::make_atom(opened.program.module)},
                         {name("function"), Term::make_atom(opened.program.function)},
                         {name("tests"), Term::make_list(std::move(tests))},
                         {name("milliseconds"), number(milliseconds)},
                         {name("file"), Term::make_binary(file)}});
}

}  // namespace

Result<Exported> export_coverdata(const ExportRequest& request) {
  auto opened = open_program(request.program);
  if (!opened) return opened.error();
  ExprPool pool;
  Arguments arguments(**opened, pool);
  Exported exported;
  std::vector<Term> tests;
  for (const ExportTest& test : request.tests) {
    auto read = from_portable(pool, test.test);
    if (!read) return read.error();
    if (test.outcome.kind == Outcome::Kind::lost || test.outcome.message.starts_with("halt("))
      ++exported.left_out["the function ends the virtual machine"];
    else
      tests.push_back(Term::make_list(arguments.of(*read)));
  }
  const auto file =
      std::filesystem::absolute(request.destination / ((*opened)->program.module + ".coverdata"));
  const auto seconds = request.program.limits.seconds;
  auto reply = ask_erlang(
      (*opened)->toolchain, "cuttle_cover",
      request_of(**opened, std::move(tests), static_cast<uint64_t>(seconds * 1000), file.string()));
  if (!reply) return reply.error();
  if (!reply->is_tuple("ok", 3))
    return Error::environment("`cover' of OTP does not work here: " +
                                  (reply->is_tuple("error", 2) ? reply->items[1].text : ""),
                              "Install the package erlang-tools.");
  exported.files = {file};
  exported.next =
      fmt::format("erl -eval 'cover:import(\"{}.coverdata\"), cover:analyse_to_file({}, [html])'",
                  (*opened)->program.module, (*opened)->program.module);
  return exported;
}

}  // namespace cuttle::erlang

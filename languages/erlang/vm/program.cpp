// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/program.h"

#include <algorithm>
#include <utility>

#include "languages/erlang/vm/ask.h"
#include "languages/erlang/vm/digest.h"
#include "languages/erlang/vm/sources.h"
#include "languages/erlang/vm/term_map.h"

namespace cuttle::erlang {
namespace {

Term text_list(const std::vector<std::string>& texts) {
  std::vector<Term> items;
  for (const std::string& text : texts) items.push_back(Term::make_binary(text));
  return Term::make_list(std::move(items));
}

std::string models() {
  for (const EmbeddedFile& file : embedded_files())
    if (file.name == "models.txt") return std::string(file.text);
  return {};
}

Term request_of(const Toolchain& toolchain, const Preparation& preparation) {
  const auto name = [](const char* key) { return Term::make_atom(key); };
  return Term::make_map({{name("files"), text_list(preparation.files)},
                         {name("module"), Term::make_binary(preparation.module)},
                         {name("function"), Term::make_binary(preparation.function)},
                         {name("includes"), text_list(preparation.includes)},
                         {name("defines"), text_list(preparation.defines)},
                         {name("turns"), name(preparation.turns ? "true" : "false")},
                         {name("cache"), Term::make_binary(toolchain.cache.string())},
                         {name("models"), Term::make_binary(models())}});
}

ProgramModule module_of(const Term& term) {
  ProgramModule module;
  module.name = text_at(term, "module");
  module.runs_as = text_at(term, "runs_as");
  module.file = text_at(term, "file");
  module.instrumented = text_at(term, "instrumented");
  module.plain = text_at(term, "plain");
  module.core = text_at(term, "core");
  module.turns = text_at(term, "turns");
  module.user = text_at(term, "user") == "true";
  module.key = static_cast<uint32_t>(number_at(term, "key"));
  module.points = static_cast<uint32_t>(number_at(term, "points"));
  return module;
}

Program program_of(const Term& reply) {
  Program program;
  Digest digest;
  for (const Term& item : term_at(reply, "modules").items) {
    if (item.kind != TermKind::map) continue;  // the tail of the list
    ProgramModule module = module_of(item);
    module.first_point = program.points;
    program.points += module.points;
    digest.add(module.instrumented.filename().string());
    program.modules.push_back(std::move(module));
  }
  program.fingerprint = digest.text();
  const Term entry = term_at(reply, "entry");
  program.module = text_at(entry, "module");
  program.function = text_at(entry, "function");
  program.arity = static_cast<unsigned>(number_at(entry, "arity"));
  program.property = text_at(entry, "property") == "true";
  program.types = term_at(entry, "types");
  program.signature = term_at(entry, "signature");
  program.seeds = term_at(entry, "seeds");
  return program;
}

}  // namespace

const ProgramModule* Program::find(const std::string& name) const {
  const auto found =
      std::ranges::find_if(modules, [&](const ProgramModule& m) { return m.name == name; });
  return found == modules.end() ? nullptr : &*found;
}

Result<Program> prepare_program(const Toolchain& toolchain, const Preparation& preparation) {
  auto reply = ask_erlang(toolchain, "cuttle_prepare", request_of(toolchain, preparation));
  if (!reply) return reply.error();
  if (reply->is_tuple("error", 3)) return Error::usage(reply->items[1].text, reply->items[2].text);
  if (reply->is_tuple("crash", 2))
    return Error::environment("the program cannot be instrumented (a fault of ours):\n" +
                              reply->items[1].text);
  if (!reply->is_tuple("ok", 2)) return Error::environment("Erlang gave an answer of another kind");
  return program_of(reply->items[1]);
}

}  // namespace cuttle::erlang

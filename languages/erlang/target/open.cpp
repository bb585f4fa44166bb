// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/target/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/support/files.h"
#include "languages/erlang/target/arguments.h"
#include "languages/erlang/term/print.h"

namespace cuttle::erlang {

namespace {

unsigned bits_of(const Term& t) {
  unsigned most = 0;
  if (t.is_integer()) most = static_cast<unsigned>(mpz_sizeinbase(t.integer.get_mpz_t(), 2)) + 1;
  // Floats have as many bits before and behind the point.
  if (t.kind == TermKind::floating && t.floating != 0)
    most = static_cast<unsigned>(std::abs(std::ilogb(t.floating))) + 2;
  for (const Term& item : t.items) most = std::max(most, bits_of(item));
  return most;
}

// Numbers that the program compares with can be reached, and passed.
void widen_numbers(Opened& opened) {
  constexpr unsigned widest = 256;
  unsigned& bits = opened.options.domains.int_bits;
  for (size_t i = 0; i < opened.cores.size(); ++i) {
    if (!opened.program.modules[i].user) continue;
    for (const Term& literal : opened.cores[i].literals)
      bits = std::max(bits, std::min(widest, bits_of(literal) + 1));
  }
}

Result<void> read_cores(Opened& opened) {
  for (const ProgramModule& module : opened.program.modules) {
    auto bytes = read_file(module.core);
    if (!bytes) return bytes.error();
    auto core = decode_core({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()});
    if (!core) return core.error();
    opened.cores.push_back(std::move(*core));
  }
  return {};
}

Result<void> check_inputs(Opened& opened) {
  Names names;
  DomainTable domains(opened.inputs, opened.mentioned, opened.options.domains, names);
  std::erase_if(opened.inputs.clauses, [&](const Types::Clause& clause) {
    return !std::ranges::all_of(clause.arguments,
                                [&](const Type& t) { return domains.is_inhabited(t); });
  });
  for (size_t i = 0; i < opened.inputs.arguments.size(); ++i) {
    if (domains.is_inhabited(opened.inputs.arguments[i])) continue;
    return Error::usage(
        fmt::format("the spec of {} allows no value for argument {}", opened.function_text(),
                    i + 1),
        "Ports and none() cannot be inputs. --no-spec explores the function with any values.");
  }
  return {};
}

}  // namespace

std::string Opened::function_text() const {
  return fmt::format("{}:{}/{}", atom_text(program.module), atom_text(program.function),
                     program.arity);
}

Result<Program> Opened::with_turns() const {
  Preparation asked = preparation;
  asked.turns = true;
  auto prepared = prepare_program(toolchain, asked);
  if (!prepared) return prepared.error();
  if (prepared->fingerprint != program.fingerprint)
    return Error::environment("the program was changed meanwhile");
  prepared->walls = program.walls;
  prepared->early_timeouts = program.early_timeouts;
  return prepared;
}

Result<std::shared_ptr<const Opened>> open_program(const ProgramRequest& request) {
  auto opened = std::make_shared<Opened>();
  auto options = read_erlang_options(request.options);
  if (!options) return options.error();
  opened->options = std::move(*options);
  auto toolchain = find_toolchain();
  if (!toolchain) return toolchain.error();
  opened->toolchain = std::move(*toolchain);
  opened->preparation = {request.files, opened->options.module, opened->options.function,
                         opened->options.includes, opened->options.defines};
  auto program = prepare_program(opened->toolchain, opened->preparation);
  if (!program) return program.error();
  opened->program = std::move(*program);
  opened->program.walls = request.walls;
  opened->program.early_timeouts = opened->options.early_timeouts;
  if (auto read = read_cores(*opened); !read) return read.error();
  opened->spec = read_types(opened->program.types);
  opened->inputs = opened->spec;
  if (!opened->options.by_spec) {
    opened->inputs.arguments.assign(opened->inputs.arguments.size(), Type{});
    opened->inputs.clauses.clear();
  }
  if (opened->program.arity < 2) opened->inputs.clauses.clear();  // their union says the same
  opened->mentioned = read_mentioned(opened->program.signature);
  widen_numbers(*opened);
  if (auto fine = check_inputs(*opened); !fine) return fine.error();
  opened->name = opened->function_text();
  return std::shared_ptr<const Opened>(std::move(opened));
}

std::vector<PortableTestCase> seeds_of(const Opened& opened) {
  ExprPool pool;
  Arguments arguments(opened, pool);
  std::vector<PortableTestCase> seeds;
  const Term& calls = opened.program.seeds;
  for (size_t i = 0; i < calls.length(); ++i) {
    if (auto test = arguments.place(calls.items[i])) seeds.push_back(to_portable(pool, *test));
  }
  if (!seeds.empty()) seeds.push_back({});  // the defaults as well
  return seeds;
}

std::vector<std::string> notes_of(const Opened& opened) {
  std::vector<std::string> notes;
  if (!opened.toolchain.has_nif)
    notes.push_back("events come through a port, which is slower: " + opened.toolchain.without_nif);
  if (!opened.spec.specified && opened.program.arity > 0)
    notes.push_back(opened.function_text() +
                    " has no spec: its inputs are terms made of what the module mentions");
  return notes;
}

}  // namespace cuttle::erlang

// SPDX-License-Identifier: Apache-2.0
#include "languages/erlang/vm/ask.h"

#include "engine/support/files.h"
#include "engine/support/subprocess.h"
#include "languages/erlang/term/etf.h"

namespace cuttle::erlang {

Result<Term> ask_erlang(const Toolchain& toolchain, const std::string& module,
                        const Term& request) {
  const TemporaryFolder folder;
  const auto question = folder.path() / "request", reply = folder.path() / "reply";
  if (auto written = write_file(question, encode_etf(request)); !written) return written.error();
  Command command;
  command.arguments = {toolchain.erl.string(),
                       "-noshell",
                       "-noinput",
                       "-boot",
                       "no_dot_erlang",
                       "-pa",
                       toolchain.beams.string(),
                       "-s",
                       module,
                       "main",
                       "-extra",
                       question.string(),
                       reply.string()};
  command.environment = quiet_erlang();
  command.timeout_seconds = 600;
  command.patient = true;
  auto done = run_command(command);
  if (!done) return done.error();
  if (done->timed_out) return Error::environment("Erlang did not come to an end (" + module + ")");
  auto bytes = read_file(reply);
  if (!bytes)
    return Error::environment("Erlang ended before it had an answer (exit code " +
                              std::to_string(done->exit_code) + "):\n" + done->err + done->out);
  return decode_etf({reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()});
}

}  // namespace cuttle::erlang

// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/swi/judge.h"

#include <cstdlib>

#include "languages/prolog/term/writer.h"

namespace cuttle::prolog {

Result<std::unique_ptr<Judge>> Judge::start(const std::vector<std::string>& files,
                                            const std::vector<std::string>& libraries,
                                            const Walls& walls) {
  auto session = SwiSession::start(files, SwiSession::Role::judge, libraries, walls);
  if (!session) return session.error();
  auto judge = std::make_unique<Judge>();
  judge->files_ = files;
  judge->libraries_ = libraries;
  judge->walls_ = walls;
  judge->session_ = std::move(*session);
  return judge;
}

Result<Verdict> Judge::check(const std::string& module, const std::string& goal,
                             unsigned max_answers, uint64_t inferences, double seconds, bool trace,
                             bool comments) {
  std::lock_guard lock(mutex_);
  if (!session_) {
    auto again = SwiSession::start(files_, SwiSession::Role::judge, libraries_, walls_);
    if (!again) return again.error();
    session_ = std::move(*again);
  }
  Verdict verdict;
  auto reply =
      session_->ask("check(" + quoted_string(module, '\'') + "," + quoted_string(goal, '\'') + "," +
                        std::to_string(max_answers) + "," + std::to_string(inferences) + "," +
                        (trace ? "true," : "false,") + (comments ? "true" : "false") + ")",
                    seconds);
  if (!reply) {
    if (!session_->timed_out()) return reply.error();
    session_.reset();  // and the runaway child with it
    verdict.end = Verdict::End::timeout;
    return verdict;
  }
  if (!reply->is("result", 3)) return Error::environment("SWI-Prolog gave no verdict");
  WireTerm& end = reply->args[0];
  using End = Verdict::End;
  if (end.is_atom("more")) verdict.end = End::more;
  if (end.is_atom("false")) verdict.end = End::failure;
  if (end.is_atom("limit")) verdict.end = End::limit;
  if (end.is("error", 1)) {
    verdict.end = End::error;
    verdict.ball = std::move(end.args[0]);
  }
  if (end.is("halted", 1)) {
    verdict.end = End::halted;
    verdict.exit_code = std::atoi(end.args[0].text.c_str());
  }
  for (WireTerm* at = &reply->args[1]; at->is_cons(); at = &at->args[1])
    verdict.answers.push_back(std::move(at->args[0]));
  verdict.traced = !reply->args[2].is_atom("none");
  for (const WireTerm* line : list_items(reply->args[2]))
    verdict.lines.push_back(static_cast<unsigned>(std::atoi(line->text.c_str())));
  return verdict;
}

}  // namespace cuttle::prolog

// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/target/open.h"

#include <filesystem>

namespace cuttle::prolog {

Result<Campaigning> open_program(const ProgramRequest& request,
                                 std::shared_ptr<SwiSession> session) {
  for (const std::string& file : request.files) {
    if (!std::filesystem::exists(file)) return Error::usage("there is no file `" + file + "'");
  }
  auto options = read_prolog_options(request.options);
  if (!options) return options.error();
  Campaigning shared;
  shared.options = options->target;
  shared.cover = options->cover;
  shared.files = request.files;
  shared.libraries = options->libraries;
  for (std::string& folder : shared.libraries) {
    if (!std::filesystem::is_directory(folder))
      return Error::usage("--library: there is no folder `" + folder + "'");
    folder = std::filesystem::absolute(folder).lexically_normal().string();
  }
  if (!session) {
    auto started =
        SwiSession::start(request.files, SwiSession::Role::loader, shared.libraries, request.walls);
    if (!started) return started.error();
    session = std::move(*started);
  }
  shared.session = std::move(session);
  auto plan = plan_goal(*shared.session, *options);
  if (!plan) return plan.error();
  shared.plan = std::move(*plan);
  shared.sites = std::make_shared<SiteTable>();
  shared.name =
      std::filesystem::path(request.files.front()).filename().string() + ": " + shared.plan.text;
  if (shared.options.check != TargetOptions::Check::none) {
    auto judge = Judge::start(request.files, shared.libraries, request.walls);
    if (!judge) return judge.error();
    shared.judge = std::move(*judge);
  }
  return shared;
}

}  // namespace cuttle::prolog

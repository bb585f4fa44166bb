// SPDX-License-Identifier: Apache-2.0
#include "bench/solver/sequences.h"

#include <algorithm>

#include "engine/support/files.h"
#include "engine/support/subprocess.h"

namespace cuttle::bench {

std::vector<std::filesystem::path> programs() {
  std::vector<std::filesystem::path> found;
  for (const char* folder : {"solver/programs", "exploration"}) {
    for (const auto& entry :
         std::filesystem::directory_iterator(std::filesystem::path(CUTTLE_BENCH_FOLDER) / folder)) {
      if (entry.path().extension() == ".c") found.push_back(entry.path());
    }
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.stem() < b.stem(); });
  return found;
}

Result<Sequence> record(const std::filesystem::path& program, const std::string& cuttle,
                        size_t max_queries, ExprPool& pool) {
  TemporaryFolder folder;
  const std::filesystem::path recording = folder.path() / (program.stem().string() + ".queries");
  Result<CommandResult> run =
      run_command({.arguments = {cuttle, "run", program.string(), "--out",
                                 (folder.path() / "campaign").string(), "--record-queries",
                                 recording.string(), "--quiet"}});
  if (!run) return run.error();
  if (!run->ok()) {
    return Error::environment("the campaign on " + program.string() + " failed", run->err);
  }
  return load(recording, max_queries, pool);
}

Result<Sequence> load(const std::filesystem::path& recording, size_t max_queries, ExprPool& pool) {
  Result<std::vector<RecordedQuery>> queries = read_recording(recording, pool);
  if (!queries) return queries.error();
  if (queries->size() > max_queries) queries->resize(max_queries);
  return Sequence{recording.stem().string(), std::move(*queries)};
}

}  // namespace cuttle::bench

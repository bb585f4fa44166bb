// SPDX-License-Identifier: Apache-2.0
// How many runs per second the store takes. The baseline is one transaction for each run, which is
// what a simple store would do; `ratio` says how much the batches win over it.
#include <chrono>
#include <cstdio>

#include "engine/campaign/campaign.h"
#include "engine/explore/share.h"
#include "engine/support/files.h"

namespace {

using namespace cuttle;

// Eight inputs, two new flips, one resolved: a run of a small unit.
RunRecord sample(uint64_t run) {
  RunRecord record;
  record.run = run;
  for (int i = 0; i < 8; ++i)
    record.test.inputs.push_back(
        {"a[" + std::to_string(i) + "]", "int", "bv32", std::to_string(run * 31 + i)});
  record.path = "0123456789abcdef0123456789abcdef";
  record.opens = {{run, 3, 0, {}}, {run, 4, 1, {}}};
  if (run > 1) record.resolves = StoredFlip{run - 1, 4, 1, {}};
  return record;
}

double runs_per_second(uint64_t runs, bool batches) {
  TemporaryFolder folder;
  auto store = create_campaign(folder.path(), {"bench", "c", "", "dfs", 0, {}, {}});
  if (!store) return 0;
  Share campaign(**store, false);
  if (!campaign.begin()) return 0;
  const auto start = std::chrono::steady_clock::now();
  for (uint64_t run = 1; run <= runs; ++run) {
    if (!campaign.record(sample(run))) return 0;
    if (!batches && !(*store)->flush()) return 0;
  }
  if (!(*store)->flush()) return 0;
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  if (batches)
    std::printf("bytes per run: %.0f\n",
                static_cast<double>(std::filesystem::file_size(folder.path() / "campaign.db")) /
                    static_cast<double>(runs));
  return static_cast<double>(runs) / seconds.count();
}

}  // namespace

int main() {
  const double single = runs_per_second(5'000, false);
  const double batches = runs_per_second(300'000, true);
  std::printf("one transaction per run: %.0f runs/s\nbatches: %.0f runs/s\nratio: %.1f\n", single,
              batches, batches / single);
  return single > 0 && batches > 0 ? 0 : 1;
}

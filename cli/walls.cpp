// SPDX-License-Identifier: Apache-2.0
#include "cli/walls.h"

#include "engine/walls/wire.h"

namespace cuttle::cli {
namespace {

struct LayerRow {
  uint32_t layers;
  const char* name;
  const char* with;     // what it does
  const char* without;  // what is lost
};

constexpr LayerRow rows[] = {
    {walls::users, "user namespace", "no privileges outside", "root keeps some of its own"},
    {walls::mounts, "mount namespace", "files are read-only", "files are kept by Landlock"},
    {walls::overlays, "overlays", "working folder and temporary folders are private copies",
     "the working folder is read-only"},
    {walls::processes, "process namespace", "other processes are out of reach",
     "other processes are seen"},
    {walls::networks, "network namespace", "a loopback of its own", "no sockets at all"},
    {walls::filter, "seccomp", "the clock and the machine stay as they are", "-"},
    {walls::notices, "seccomp notifications", "attempts are reported", "attempts are not reported"},
};

}  // namespace

Result<void> build_walls(Walls& walls, Config& config) {
  Result<WallsFound> found = find_walls(walls);
  if (!found) return found.error();
  walls = found->walls;
  walls.hidden = {std::filesystem::absolute(config.out)};
  config.remarks = walls.lacking;
  return {};
}

std::vector<DoctorItem> walls_of_this_machine() {
  const Result<WallsFound> found = find_walls(Walls{});
  if (!found) return {{"walls", false, found.error().message, true}};
  std::vector<DoctorItem> items;
  for (const LayerRow& row : rows) {
    const bool present = (found->layers & row.layers) != 0;
    items.push_back({row.name, present, present ? row.with : row.without, false});
  }
  if (found->layers & walls::landlock)
    items.push_back(
        {"Landlock", true, "writes nowhere but to a folder for temporary files", false});
  for (const std::string& why : found->why) items.push_back({"refused", false, why, false});
  return items;
}

}  // namespace cuttle::cli

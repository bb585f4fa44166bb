// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/plan.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace cuttle {
namespace {

namespace fs = std::filesystem;

// Where users keep what others must not have, beneath their homes.
constexpr const char* keys[] = {".ssh",
                                ".gnupg",
                                ".aws",
                                ".azure",
                                ".kube",
                                ".docker",
                                ".netrc",
                                ".git-credentials",
                                ".pgpass",
                                ".config/gcloud",
                                ".config/gh",
                                ".password-store",
                                ".local/share/keyrings",
                                ".mozilla",
                                ".config/google-chrome"};

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [end, ignored] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return end == folder.end() && path != folder;
}

bool has_door(const Walls& walls, const std::string& name) {
  return std::ranges::find(walls.doors, name) != walls.doors.end();
}

class Paths {
 public:
  // Only what is there, by its real name, and nothing twice.
  void add(const fs::path& path) {
    std::error_code problem;
    const fs::path real = fs::canonical(path, problem);
    if (!problem && real != "/" && std::ranges::find(paths_, real) == paths_.end())
      paths_.push_back(real);
  }
  // Folders within others of the list need no place of their own.
  void drop_nested() {
    const auto all = paths_;
    std::erase_if(paths_, [&](const fs::path& path) {
      return std::ranges::any_of(all, [&](const fs::path& other) { return is_below(path, other); });
    });
  }
  void put(walls::Packed& plan, const char* name) const {
    for (const auto& path : paths_) plan.add(name, path.string());
  }

 private:
  std::vector<fs::path> paths_;
};

void add_private(walls::Packed& plan) {
  Paths folders, temporary;
  std::error_code problem;
  for (const fs::path& path :
       {fs::path("/tmp"), fs::path("/var/tmp"), fs::temp_directory_path(problem)}) {
    temporary.add(path);
    folders.add(path);
  }
  folders.add(fs::current_path(problem));
  folders.drop_nested();
  folders.put(plan, "private");
  temporary.put(plan, "temporary");
}

void add_masked(walls::Packed& plan, const Walls& walls) {
  Paths masked;
  // Services listen there, and what they do for a caller they do outside.
  if (!has_door(walls, "network"))
    for (const char* folder : {"/run", "/var/run"}) masked.add(folder);
  if (!has_door(walls, "secrets")) {
    const char* home = std::getenv("HOME");
    for (const char* key : keys)
      if (home != nullptr && home[0] == '/') masked.add(fs::path(home) / key);
    for (const char* file : {"/etc/shadow", "/etc/gshadow"}) masked.add(file);
  }
  for (const fs::path& folder : walls.hidden) masked.add(folder);
  masked.put(plan, "mask");
}

}  // namespace

std::vector<std::string> walls_modes(const Walls& walls) {
  if (!walls.on) return {"none-at-all"};
  if (!walls.mode.empty()) return {walls.mode};
  // The clock is not in any namespace: who may set it must be root outside.
  const bool clock = has_door(walls, "clock") && geteuid() == 0;
  std::vector<std::string> modes;
  if (!clock) modes = {"user", "user-seen"};
  if (geteuid() == 0) modes.insert(modes.end(), {"root", "root-seen"});
  modes.push_back("none");
  return modes;
}

walls::Packed walls_plan(const Warden::Options& options, const std::string& mode,
                         const fs::path& temporary) {
  const Walls& walls = options.walls;
  walls::Packed plan;
  plan.add("mode", mode == "none-filter" ? "none" : mode);
  if (mode == "none-filter") plan.add("no-landlock", "yes");
  if (!temporary.empty()) plan.add("scratch", temporary.string());
  Paths writable, needed;
  constexpr std::string_view write_door = "write:";
  for (const auto& door : walls.doors)
    if (door.starts_with(write_door))
      writable.add(door.substr(write_door.size()));
    else
      plan.add("door-" + door, "open");
  for (const auto& path : options.writable) writable.add(path);
  for (const auto& path : options.needed) needed.add(path);
  needed.put(plan, "show");
  std::error_code problem;
  needed.add(fs::current_path(problem));
  if (const fs::path work = fs::current_path(problem); work != "/") plan.add("work", work.string());
  writable.put(plan, "writable");
  needed.put(plan, "keep");
  if (!mode.starts_with("none")) add_private(plan);
  if (walls.on) add_masked(plan, walls);
  return plan;
}

walls::Packed walls_wishes(const Inmate& inmate, const fs::path& temporary) {
  walls::Packed wishes;
  std::error_code problem;
  const fs::path folder = inmate.folder.empty() ? fs::current_path(problem) : inmate.folder;
  wishes.add("program", fs::absolute(inmate.program, problem).string());
  wishes.add("folder", folder.string());
  for (const auto& word : inmate.arguments) wishes.add("argument", word);
  auto environment = inmate.environment;
  if (!temporary.empty())
    environment = environment_with(environment, {{"TMPDIR", temporary.string()}});
  for (const auto& entry : environment) wishes.add("environment", entry);
  for (const auto& [ours, place] : inmate.descriptors)
    wishes.set("place", static_cast<uint64_t>(place));
  for (const auto& [name, place] : inmate.named)
    wishes.add("named", name + "=" + std::to_string(place));
  if (inmate.data_bytes != 0) wishes.set("data", inmate.data_bytes);
  if (inmate.address_space_bytes != 0) wishes.set("address-space", inmate.address_space_bytes);
  if (inmate.memory_bytes != 0) wishes.set("memory", inmate.memory_bytes);
  if (inmate.fixed_addresses) wishes.add("fixed-addresses", "yes");
  if (inmate.background) wishes.add("background", "yes");
  if (inmate.server) wishes.add("server", "yes");
  return wishes;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/walls.h"

#include <unistd.h>

#include <algorithm>

#include "engine/support/suggest.h"
#include "engine/walls/warden.h"
#include "engine/walls/wire.h"

extern char** environ;

namespace cuttle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view write_door = "write:";

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string upper(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::toupper(c); });
  return result;
}

std::vector<std::string> what_lacks(const Walls& walls, uint32_t layers) {
  using namespace cuttle::walls;
  std::vector<std::string> lacking;
  if (!walls.on) {
    lacking.push_back(
        "the sandbox is off: the program can change files, processes, the network and the clock");
    return lacking;
  }
  if ((layers & mounts) == 0)
    lacking.push_back(
        layers & landlock
            ? "without namespaces the program is kept in by Landlock and seccomp: it has no "
              "network "
              "and writes only to a folder for temporary files"
            : "without namespaces and Landlock the program is kept in by seccomp alone: it has no "
              "network and cannot write to files");
  else if ((layers & overlays) == 0)
    lacking.push_back("without overlays the working folder is read-only for the program");
  if ((layers & mounts) != 0 && (layers & processes) == 0 &&
      std::ranges::find(walls.doors, "processes") == walls.doors.end())
    lacking.push_back("without a process namespace the program sees other processes");
  if ((layers & notices) == 0)
    lacking.push_back("attempts to get out are refused, but nobody notices them");
  return lacking;
}

}  // namespace

const std::vector<Door>& all_doors() {
  static const std::vector<Door> doors = {
      {"network", "the machine's network and the sockets of its services"},
      {"clock", "setting the clock, as root"},
      {"processes", "other processes can be seen and signalled"},
      {"devices", "the machine's devices"},
      {"secrets", "keys, agents and variables of the environment that look like secrets"},
  };
  return doors;
}

Result<std::string> parse_door(const std::string& text) {
  std::vector<std::string> names;
  for (const Door& door : all_doors()) names.emplace_back(door.name);
  if (std::ranges::find(names, text) != names.end()) return text;
  if (!text.starts_with(write_door)) {
    names.push_back("write:PATH");
    std::string hint = did_you_mean(text, names);
    if (hint.empty())
      for (const auto& name : names) hint += (hint.empty() ? "There are: " : ", ") + name;
    return Error::usage("there is no door `" + text + "'", hint);
  }
  std::error_code problem;
  const fs::path path = fs::canonical(text.substr(write_door.size()), problem);
  if (problem)
    return Error::usage("`" + text + "': " + problem.message(),
                        "Name a file or a folder that is there.");
  return std::string(write_door) + path.string();
}

Result<WallsFound> find_walls(const Walls& wanted) {
  WallsFound found;
  found.walls = wanted;
  auto warden = Warden::create({.walls = wanted});
  if (!warden) return warden.error();
  found.walls.mode = (*warden)->mode();
  found.layers = (*warden)->layers();
  found.why = (*warden)->refusals();
  found.walls.lacking = what_lacks(wanted, found.layers);
  return found;
}

bool is_secret(std::string_view variable) {
  const std::string name = upper(variable);
  for (const char* agent :
       {"SSH_AUTH_SOCK", "SSH_AGENT_PID", "GPG_AGENT_INFO", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY",
        "WAYLAND_DISPLAY", "XAUTHORITY", "KRB5CCNAME", "DOCKER_HOST", "XDG_RUNTIME_DIR", "TMUX",
        "STY", "DATABASE_URL", "PGPASSFILE"})
    if (name == agent) return true;
  for (const char* part : {"TOKEN", "SECRET", "PASSW", "CREDENTIAL", "APIKEY", "API_KEY",
                           "ACCESS_KEY", "PRIVATE_KEY", "PASSPHRASE"})
    if (contains(name, part)) return true;
  return name.ends_with("_KEY") || name.starts_with("AWS_");
}

std::vector<std::string> environment_inside(const Walls& walls) {
  const bool all = !walls.on || std::ranges::find(walls.doors, "secrets") != walls.doors.end();
  std::vector<std::string> entries;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    if (all || !is_secret(text.substr(0, text.find('=')))) entries.emplace_back(text);
  }
  return entries;
}

std::vector<std::string> environment_with(
    std::vector<std::string> entries,
    const std::vector<std::pair<std::string, std::string>>& more) {
  for (const auto& [name, value] : more) {
    std::erase_if(entries, [&](const std::string& entry) { return entry.starts_with(name + "="); });
    entries.push_back(name + "=" + value);
  }
  return entries;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/walls/warden.h"

namespace cuttle {
namespace {

constexpr unsigned most_generations = 64;

// What a process is called in the innermost namespace that it is in.
pid_t innermost_number(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with("NSpid:")) continue;
    std::istringstream numbers(line.substr(6));
    pid_t number = -1;
    while (numbers >> number) {
    }
    return number;
  }
  return -1;
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  std::error_code problem;
  const std::filesystem::path tasks = "/proc/" + std::to_string(process) + "/task";
  for (const auto& task : std::filesystem::directory_iterator(tasks, problem)) {
    std::ifstream file(task.path() / "children");
    for (pid_t child = 0; file >> child;) children.push_back(child);
  }
  return children;
}

pid_t find_below(pid_t process, pid_t inside, unsigned generations) {
  const auto children = children_of(process);
  for (const pid_t child : children)
    if (innermost_number(child) == inside) return child;
  for (const pid_t child : children)
    if (const pid_t found = generations > 0 ? find_below(child, inside, generations - 1) : -1;
        found > 0)
      return found;
  return -1;
}

}  // namespace

pid_t Warden::number_outside(pid_t inside) const {
  if (pid_ <= 0 || inside <= 1) return -1;
  // The first one that the warden started is itself, inside.
  const auto itself = children_of(pid_);
  return itself.empty() ? -1 : find_below(itself.front(), inside, most_generations);
}

}  // namespace cuttle

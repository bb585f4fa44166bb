// SPDX-License-Identifier: Apache-2.0
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "engine/walls/warden.h"

namespace cuttle {
namespace {

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

}  // namespace

pid_t number_outside(pid_t among, pid_t inside) {
  std::ifstream file("/proc/" + std::to_string(among) + "/task/" + std::to_string(among) +
                     "/children");
  for (pid_t child = 0; file >> child;)
    if (innermost_number(child) == inside) return child;
  return -1;
}

}  // namespace cuttle

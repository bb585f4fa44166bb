// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/guard.h"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

namespace cuttle::walls {
namespace {

namespace fs = std::filesystem;

constexpr int patience_rounds = 5000;
constexpr useconds_t round_microseconds = 1000;

std::vector<pid_t> numbers_in(const char* folder) {
  std::vector<pid_t> numbers;
  std::error_code problem;
  for (const auto& entry : fs::directory_iterator(folder, problem)) {
    const std::string name = entry.path().filename().string();
    pid_t number = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (error == std::errc() && end == name.data() + name.size()) numbers.push_back(number);
  }
  return numbers;
}

pid_t parent_of(pid_t pid) {
  std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(file, text);
  const size_t name_end = text.rfind(')');  // the name may contain anything
  if (name_end == std::string::npos || name_end + 4 >= text.size()) return 0;
  return std::atoi(text.c_str() + name_end + 4);
}

// Whoever comes of a process; false when the kernel does not tell.
bool descendants(pid_t of, std::vector<pid_t>& all) {
  const std::string process = "/proc/" + std::to_string(of);
  for (const pid_t thread : numbers_in((process + "/task").c_str())) {
    std::ifstream file(process + "/task/" + std::to_string(thread) + "/children");
    if (!file && of == getpid()) return false;
    for (pid_t child = 0; file >> child;) {
      all.push_back(child);
      descendants(child, all);
    }
  }
  return true;
}

}  // namespace

Guard::Guard(bool alone) : alone_(alone) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
}

std::vector<Guard::End> Guard::reap() {
  std::vector<End> ended;
  int status = 0;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    if (started_.erase(pid) != 0) ended.push_back({pid, status});
  return ended;
}

std::vector<pid_t> Guard::everybody() const {
  std::vector<pid_t> all;
  if (alone_) {
    all = numbers_in("/proc");
    std::erase(all, getpid());
    return all;
  }
  if (descendants(getpid(), all)) return all;
  all = numbers_in("/proc");
  // Children and theirs: their parents come before them, but numbers may have wrapped around.
  std::map<pid_t, pid_t> parents;
  for (const pid_t pid : all) parents[pid] = parent_of(pid);
  const auto descends = [&](pid_t pid) {
    for (int depth = 0; depth < 10000 && pid > 1; ++depth) {
      const auto found = parents.find(pid);
      if (found == parents.end()) return false;
      pid = found->second;
      if (pid == getpid()) return true;
    }
    return false;
  };
  std::erase_if(all, [&](pid_t pid) { return !descends(pid); });
  return all;
}

bool Guard::is_ours(pid_t pid) const {
  for (int depth = 0; depth < 10000 && pid > 1; ++depth) {
    pid = parent_of(pid);
    if (pid == getpid()) return true;
  }
  return false;
}

void Guard::signal_all(int signal) const {
  if (alone_) {
    kill(-1, signal);
    return;
  }
  for (const pid_t pid : everybody()) kill(pid, signal);
}

bool Guard::end_all(std::vector<End>& ended) {
  // Who is stopped does not fork.
  if (!alone_)
    for (size_t before = 0, now = 1; now > before;) {
      before = everybody().size();
      signal_all(SIGSTOP);
      now = everybody().size();
    }
  for (int round = 0; round < patience_rounds; ++round) {
    signal_all(SIGKILL);
    int status = 0;
    pid_t pid;
    while ((pid = waitpid(-1, &status, WNOHANG)) > 0)
      if (started_.erase(pid) != 0) ended.push_back({pid, status});
    if (pid < 0 && errno == ECHILD) return true;
    usleep(round < 20 ? 50 : round_microseconds);
  }
  return false;
}

void Guard::end_all_but(const std::vector<pid_t>& kept) const {
  // Who is stopped does not fork.
  signal_all(SIGSTOP);
  for (const pid_t pid : everybody())
    if (std::ranges::find(kept, pid) == kept.end()) kill(pid, SIGKILL);
  for (const pid_t pid : kept) kill(pid, SIGCONT);
}

}  // namespace cuttle::walls

// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/consumption.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

namespace cuttle::walls {
namespace {

namespace fs = std::filesystem;

// Who has more descriptors than this is not looked at to the end.
constexpr unsigned most_descriptors = 8192;
// As many as a private folder in memory may hold.
constexpr uint64_t most_disk_bytes = 1u << 30, most_disk_files = 131072;

std::string file_of(pid_t process, const char* name) {
  return "/proc/" + std::to_string(process) + "/" + name;
}

uint64_t bytes_of(const struct stat& status) {
  return static_cast<uint64_t>(status.st_blocks) * 512;
}

struct Resident {
  uint64_t all = 0, own = 0;
};

Resident resident(pid_t process) {
  static const auto page = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  std::ifstream file(file_of(process, "statm"));
  uint64_t size = 0, pages = 0, shared = 0;
  if (!(file >> size >> pages >> shared)) return {};
  return {pages * page, (pages - std::min(pages, shared)) * page};
}

struct Portion {
  uint64_t anonymous = 0, shared = 0;
};

// Of pages that several have, each has its part. The kernel walks through all pages for this.
Portion portion(pid_t process) {
  std::ifstream file(file_of(process, "smaps_rollup"));
  Portion found;
  bool told = false;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string name;
    uint64_t kilobytes = 0;
    words >> name >> kilobytes;
    if (name == "Pss_Anon:") {
      found.anonymous = kilobytes << 10;
      told = true;
    }
    if (name == "Pss_Shmem:") found.shared = kilobytes << 10;
  }
  return told ? found : Portion{resident(process).own, 0};
}

// Segments that nobody need have attached. Only where they are of a namespace of our own: others
// see none, because nobody may make one.
uint64_t segments() {
  std::ifstream file("/proc/sysvipc/shm");
  std::string line;
  std::getline(file, line);
  std::istringstream names(line);
  size_t column = 0, wanted = 0;
  for (std::string name; names >> name; ++column)
    if (name == "rss") wanted = column;
  uint64_t bytes = 0;
  while (wanted != 0 && std::getline(file, line)) {
    std::istringstream words(line);
    std::string word;
    for (size_t i = 0; i <= wanted; ++i) words >> word;
    bytes += std::strtoull(word.c_str(), nullptr, 10);
  }
  return bytes;
}

}  // namespace

void Consumption::leave_out(const std::vector<UniqueFd>& given) {
  given_.clear();
  for (const UniqueFd& fd : given) {
    struct stat status{};
    if (fstat(fd.get(), &status) == 0 && S_ISREG(status.st_mode))
      given_.emplace_back(fcntl(fd.get(), F_DUPFD_CLOEXEC, 0));
  }
}

uint64_t Consumption::nameless(const std::vector<pid_t>& all, bool in_memory) const {
  std::set<std::pair<dev_t, ino_t>> seen;
  struct stat status{};
  for (const UniqueFd& fd : given_)
    if (fstat(fd.get(), &status) == 0) seen.emplace(status.st_dev, status.st_ino);
  uint64_t bytes = 0;
  unsigned looked_at = 0;
  for (const pid_t process : all) {
    std::error_code problem;
    for (const auto& entry : fs::directory_iterator(file_of(process, "fd"), problem)) {
      if (++looked_at > most_descriptors) return bytes;
      const std::string name = fs::read_symlink(entry.path(), problem).string();
      const bool wanted = in_memory
                              ? name.starts_with("/memfd:")
                              : name.ends_with(" (deleted)") &&
                                    std::ranges::any_of(folders_, [&](const std::string& folder) {
                                      return name.starts_with(folder + "/");
                                    });
      if (!wanted || stat(entry.path().c_str(), &status) != 0) continue;
      if (seen.emplace(status.st_dev, status.st_ino).second) bytes += bytes_of(status);
    }
  }
  return bytes;
}

bool Consumption::exceeds(const std::vector<pid_t>& all, uint64_t stored, uint64_t most) const {
  const uint64_t files = stored + nameless(all, true) + segments();
  uint64_t bytes = files;
  for (const pid_t process : all) bytes += resident(process).all;
  if (bytes <= most) return false;
  Portion together;
  for (const pid_t process : all) {
    const Portion part = portion(process);
    together.anonymous += part.anonymous;
    together.shared += part.shared;
  }
  // What is shared are files in memory as well, as far as they have been mapped.
  for (const UniqueFd& fd : given_) {
    struct stat status{};
    if (fstat(fd.get(), &status) == 0)
      together.shared -= std::min(together.shared, bytes_of(status));
  }
  return together.anonymous + std::max(together.shared, files) > most;
}

bool Consumption::fills_disk(const std::vector<pid_t>& all) const {
  if (folders_.empty()) return false;
  uint64_t bytes = nameless(all, false), files = 0;
  for (const auto& folder : folders_) {
    std::error_code problem;
    for (fs::recursive_directory_iterator at(folder, problem), end; !problem && at != end;
         at.increment(problem)) {
      struct stat status{};
      if (lstat(at->path().c_str(), &status) == 0) bytes += bytes_of(status);
      if (++files > most_disk_files || bytes > most_disk_bytes) return true;
    }
  }
  return bytes > most_disk_bytes;
}

}  // namespace cuttle::walls

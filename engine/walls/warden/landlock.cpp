// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/landlock.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <filesystem>

#include "engine/support/unique_fd.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

// What the headers of Debian 12 do not have yet.
constexpr uint64_t access_refer = 1ull << 13, access_truncate = 1ull << 14,
                   access_device_ioctl = 1ull << 15;
constexpr uint64_t scope_abstract_socket = 1, scope_signal = 2;
struct Ruleset {
  uint64_t handled_access_fs, handled_access_net, scoped;
};

uint64_t writes(int version) {
  uint64_t access = LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                    LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
                    LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG |
                    LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                    LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
  if (version >= 2) access |= access_refer;
  if (version >= 3) access |= access_truncate;
  if (version >= 5) access |= access_device_ioctl;
  return access;
}

void allow(int ruleset, const std::string& path, uint64_t access) {
  const UniqueFd fd(open(path.c_str(), O_PATH | O_CLOEXEC));
  if (!fd) return;
  struct stat status{};
  fstat(fd.get(), &status);
  if (!S_ISDIR(status.st_mode))
    access &= LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_READ_FILE | access_truncate |
              access_device_ioctl;
  landlock_path_beneath_attr rule{access, fd.get()};
  need(syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0,
       "cannot open " + path + " for writing");
}

bool is_at_or_below(const std::string& path, const std::string& folder) {
  return path.starts_with(folder) &&
         (path.size() == folder.size() || folder == "/" || path[folder.size()] == '/');
}

// Landlock can only allow: so everything in a folder that holds what is masked, but that. What
// others put into such a folder later is not read.
void allow_reading(int ruleset, const std::string& folder, const std::vector<std::string>& masked) {
  std::error_code problem;
  for (const auto& entry : std::filesystem::directory_iterator(folder, problem)) {
    const std::string path = entry.path().string();
    const auto hides = [&](const std::string& mask) { return is_at_or_below(mask, path); };
    if (std::ranges::find(masked, path) != masked.end()) continue;
    if (!entry.is_symlink(problem) && std::ranges::any_of(masked, hides))
      allow_reading(ruleset, path, masked);
    else
      allow(ruleset, path, LANDLOCK_ACCESS_FS_READ_FILE);
  }
}

// Terminals, too, are devices, and somebody types there.
void allow_reading(int ruleset, const Packed& plan) {
  std::vector<std::string> masked = plan.all("mask");
  if (!plan.has("door-devices")) masked.push_back("/dev");
  allow_reading(ruleset, "/", masked);
  allow(ruleset, "/dev/shm", LANDLOCK_ACCESS_FS_READ_FILE);
  const auto holds_masked = [&](const std::string& path) {
    return std::ranges::any_of(masked,
                               [&](const auto& mask) { return is_at_or_below(mask, path); });
  };
  for (const char* list : {"scratch", "writable", "keep"})
    for (const auto& path : plan.all(list))
      if (!holds_masked(path)) allow(ruleset, path, LANDLOCK_ACCESS_FS_READ_FILE);
}

}  // namespace

int landlock_version() {
  const long version =
      syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

void confine_writes(const Packed& plan) {
  const int version = landlock_version();
  const uint64_t access = writes(version);
  const uint64_t kept_in = (plan.has("door-network") ? 0 : scope_abstract_socket) |
                           (plan.has("door-processes") ? 0 : scope_signal);
  Ruleset rules{access | LANDLOCK_ACCESS_FS_READ_FILE, 0, kept_in};
  const size_t size = version >= landlock_with_signals ? sizeof rules
                      : version >= 4                   ? 2 * sizeof(uint64_t)
                                                       : sizeof(uint64_t);
  const UniqueFd ruleset(static_cast<int>(syscall(SYS_landlock_create_ruleset, &rules, size, 0)));
  need(static_cast<bool>(ruleset), "cannot make rules of Landlock");
  for (const char* list : {"scratch", "writable"})
    for (const auto& path : plan.all(list)) allow(ruleset.get(), path, access);
  allow_reading(ruleset.get(), plan);
  for (const char* device : {"null", "zero", "full", "random", "urandom", "tty"})
    allow(ruleset.get(), std::string("/dev/") + device, access | LANDLOCK_ACCESS_FS_READ_FILE);
  if (plan.has("door-devices")) allow(ruleset.get(), "/dev", access);
  need(syscall(SYS_landlock_restrict_self, ruleset.get(), 0) == 0, "Landlock does not hold");
}

}  // namespace cuttle::walls

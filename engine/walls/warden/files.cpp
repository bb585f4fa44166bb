// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/files.h"

#include <fcntl.h>
#include <linux/mount.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "engine/walls/keep.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

// Where the private store is mounted while folders are made from it; what is seen there is a part
// of it, too.
constexpr char place[] = "/dev/shm";
constexpr char store_options[] = "mode=0755,size=1g,nr_inodes=131072";

bool is_below(const std::string& path, const std::string& folder) {
  return path.size() > folder.size() && path.starts_with(folder) &&
         (folder == "/" || path[folder.size()] == '/');
}

bool is_at_place(const std::string& path) {
  return path == place || is_below(path, place);
}

std::string by_descriptor(int fd) {
  return "/proc/self/fd/" + std::to_string(fd);
}

bool set_attributes(const char* path, unsigned flags, uint64_t set, uint64_t clear) {
  mount_attr attributes{};
  attributes.attr_set = set;
  attributes.attr_clr = clear;
  return syscall(SYS_mount_setattr, AT_FDCWD, path, flags, &attributes, sizeof attributes) == 0;
}

void make_folders(const std::string& path) {
  for (size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1))
    mkdir(path.substr(0, at).c_str(), 0755);
  mkdir(path.c_str(), 0755);
}

// For the file or the folder to be shown there.
void make_place(const std::string& path, int shown) {
  struct stat status{};
  if (fstat(shown, &status) == 0 && S_ISDIR(status.st_mode)) return make_folders(path);
  make_folders(path.substr(0, path.rfind('/')));
  close(open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
}

// As mountinfo writes them: \040 is a space.
std::string unescaped(const std::string& text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '\\' && i + 3 < text.size();
    plain += escape ? static_cast<char>(std::stoi(text.substr(i + 1, 3), nullptr, 8)) : text[i];
    if (escape) i += 3;
  }
  return plain;
}

std::vector<std::string> mount_points_below(const std::string& folder) {
  std::ifstream file("/proc/self/mountinfo");
  std::vector<std::string> points;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string word;
    for (int i = 0; i < 5; ++i) words >> word;
    word = unescaped(word);
    if (is_below(word, folder) && std::ranges::find(points, word) == points.end())
      points.push_back(word);
  }
  return points;
}

}  // namespace

Files::Files(const Packed& plan) : plan_(plan) {}

void Files::open_all() {
  const auto open_path = [](const std::string& path) {
    return UniqueFd(open(path.c_str(), O_PATH | O_CLOEXEC));
  };
  for (const auto& path : plan_.all("private")) {
    Folder folder{path, open_path(path)};
    if (!folder.real) continue;
    for (const auto& point : mount_points_below(path)) {
      inner_fds_.push_back(open_path(point));
      if (inner_fds_.back()) folder.inner.emplace_back(point, inner_fds_.back().get());
    }
    folders_.push_back(std::move(folder));
  }
  for (const auto& path : plan_.all("writable"))
    if (UniqueFd fd = open_path(path)) writable_.emplace_back(path, std::move(fd));
  for (const auto& path : plan_.all("keep"))
    if (UniqueFd fd = open_path(path)) kept_.emplace_back(path, std::move(fd));
  for (const auto& path : plan_.all("show"))
    if (UniqueFd fd = open_path(path)) shown_.emplace_back(path, std::move(fd));
  for (const char* name : {"null", "zero", "full", "random", "urandom", "tty"})
    if (UniqueFd fd = open_path(std::string("/dev/") + name))
      devices_.emplace_back(name, std::move(fd));
}

void Files::bind(int from, const std::string& to, bool writable) {
  need(mount(by_descriptor(from).c_str(), to.c_str(), nullptr, MS_BIND | MS_REC, nullptr) == 0,
       "cannot show " + to);
  if (writable) set_attributes(to.c_str(), AT_RECURSIVE, 0, MOUNT_ATTR_RDONLY);
}

uint32_t Files::build(uint32_t layers) {
  user_attributes_ = (layers & users) != 0;
  need(mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "cannot part mounts");
  open_all();
  need(set_attributes("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV,
                      0),
       "cannot make files read-only");
  if (layers & processes) {
    own_processes();
    layers |= kernel_proc;
  }
  if (!plan_.has("door-devices")) own_devices();
  for (const auto& path : plan_.all("mask")) mask(path);
  renew();
  if (layers & kernel_proc)
    need(set_attributes("/proc", 0, MOUNT_ATTR_RDONLY, 0), "cannot make /proc read-only");
  return overlays_ ? layers | overlays : layers;
}

void Files::own_processes() {
  need(mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0,
       "cannot mount /proc");
}

void Files::own_devices() {
  need(mount("tmpfs", "/dev", "tmpfs", MS_NOSUID, "mode=0755,size=64k") == 0, "cannot mount /dev");
  for (const auto& [name, fd] : devices_) {
    const std::string path = "/dev/" + name;
    close(open(path.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
    if (mount(by_descriptor(fd.get()).c_str(), path.c_str(), nullptr, MS_BIND, nullptr) == 0)
      set_attributes(path.c_str(), 0, 0, MOUNT_ATTR_NODEV | MOUNT_ATTR_RDONLY);
  }
  const std::pair<const char*, const char*> links[] = {{"/proc/self/fd", "/dev/fd"},
                                                       {"/proc/self/fd/0", "/dev/stdin"},
                                                       {"/proc/self/fd/1", "/dev/stdout"},
                                                       {"/proc/self/fd/2", "/dev/stderr"},
                                                       {"pts/ptmx", "/dev/ptmx"}};
  for (const auto& [target, name] : links) (void)!symlink(target, name);
  mkdir(place, 01777);
  mkdir("/dev/pts", 0755);
  mount("devpts", "/dev/pts", "devpts", MS_NOSUID | MS_NOEXEC,
        "newinstance,ptmxmode=0666,mode=0620");
  need(set_attributes("/dev", 0, MOUNT_ATTR_RDONLY, 0), "cannot make /dev read-only");
}

// Nothing is seen there, but what is kept.
void Files::mask(const std::string& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) != 0) return;
  if (!S_ISDIR(status.st_mode)) {
    need(mount("/dev/null", path.c_str(), nullptr, MS_BIND, nullptr) == 0, "cannot hide " + path);
    return;
  }
  need(mount("tmpfs", path.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=64k") == 0,
       "cannot hide " + path);
  for (const auto* list : {&kept_, &writable_})
    for (const auto& [inner, fd] : *list) {
      if (!is_below(inner, path)) continue;
      make_place(inner, fd.get());
      bind(fd.get(), inner, false);
    }
  for (const auto& folder : folders_)
    if (is_below(folder.path, path)) make_folders(folder.path);
  set_attributes(path.c_str(), 0, MOUNT_ATTR_RDONLY, 0);
}

void Files::mount_store() {
  for (; stacked_ > 0; --stacked_) umount2(place, MNT_DETACH);
  need(mount("tmpfs", place, "tmpfs", MS_NOSUID | MS_NODEV, store_options) == 0,
       "cannot mount a file system in memory");
  ++stacked_;
  store_.reset(open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  need(static_cast<bool>(store_), "cannot open the file system in memory");
}

// Where the store has what is written to a private folder: by a descriptor, because its place is
// soon covered.
std::string Files::upper_folder(const std::string& path) const {
  return by_descriptor(store_.get()) + "/" + written_name + path;
}

void Files::renew() {
  for (auto folder = folders_.rbegin(); folder != folders_.rend(); ++folder)
    if (std::exchange(folder->mounted, false)) umount2(folder->path.c_str(), MNT_DETACH);
  mount_store();
  unsigned number = 0;
  for (auto& folder : folders_)
    if (!is_at_place(folder.path)) make_private(folder, number++);
  cover_place();
  for (auto& folder : folders_)
    if (is_at_place(folder.path)) make_private(folder, number++);
  uncover();
}

void Files::make_private(Folder& folder, unsigned number) {
  if (overlays_ && !overlay(folder, number)) overlays_ = false;
  if (!overlays_) bare(folder);
}

// What is seen there is a part of the store, in which places are made for what is to be there.
void Files::cover_place() {
  const std::string shared = upper_folder(place);
  make_folders(shared);
  chmod(shared.c_str(), 01777);
  need(mount(shared.c_str(), place, nullptr, MS_BIND, nullptr) == 0, "cannot mount /dev/shm");
  ++stacked_;
  for (const auto& folder : folders_)
    if (is_below(folder.path, place)) make_folders(folder.path);
  for (const auto& [path, fd] : kept_) {
    if (!is_below(path, place)) continue;
    make_place(path, fd.get());
    bind(fd.get(), path, false);
  }
  for (const auto& [path, fd] : writable_)
    if (is_below(path, place)) make_place(path, fd.get());
}

// Real things within private folders: those that somebody else changes meanwhile, which an overlay
// does not show, and those that are written to.
void Files::uncover() {
  const auto is_covered = [&](const std::string& path) {
    return is_below(path, place) || std::ranges::any_of(folders_, [&](const Folder& folder) {
             return folder.mounted && is_below(path, folder.path);
           });
  };
  const auto holds_private = [&](const std::string& path) {
    return std::ranges::any_of(folders_,
                               [&](const Folder& folder) { return is_below(folder.path, path); });
  };
  // Who needed it may have removed it meanwhile.
  const auto is_there = [](const std::string& path) { return access(path.c_str(), F_OK) == 0; };
  for (const auto& [path, fd] : shown_)
    if (is_covered(path) && !holds_private(path) && is_there(path)) bind(fd.get(), path, false);
  for (const auto& [path, fd] : writable_)
    if ((is_covered(path) || !uncovered_) && is_there(path)) bind(fd.get(), path, true);
  uncovered_ = true;
}

bool Files::overlay(Folder& folder, unsigned number) {
  const std::string upper = upper_folder(folder.path),
                    work = by_descriptor(store_.get()) + "/work" + std::to_string(number);
  struct stat real{};
  if (fstat(folder.real.get(), &real) != 0) return false;
  make_folders(upper);
  mkdir(work.c_str(), 0755);
  (void)!chown(upper.c_str(), real.st_uid, real.st_gid);
  chmod(upper.c_str(), real.st_mode & 07777);
  std::string options =
      "lowerdir=" + by_descriptor(folder.real.get()) + ",upperdir=" + upper + ",workdir=" + work;
  if (user_attributes_) options += ",userxattr";
  if (mount("overlay", folder.path.c_str(), "overlay", MS_NOSUID | MS_NODEV, options.c_str()) != 0)
    return false;
  folder.mounted = true;
  for (const auto& [path, fd] : folder.inner) bind(fd, path, false);
  for (const auto& path : plan_.all("mask"))
    if (is_below(path, folder.path)) mask(path);
  return true;
}

// Without overlays a folder for temporary files is empty in the beginning, and others are
// read-only.
void Files::bare(Folder& folder) {
  if (std::ranges::find(plan_.all("temporary"), folder.path) == plan_.all("temporary").end())
    return;
  const std::string upper = upper_folder(folder.path);
  make_folders(upper);
  chmod(upper.c_str(), 01777);
  need(mount(upper.c_str(), folder.path.c_str(), nullptr, MS_BIND, nullptr) == 0,
       "cannot mount " + folder.path);
  folder.mounted = true;
  for (const auto& [path, fd] : kept_) {
    if (!is_below(path, folder.path)) continue;
    make_place(path, fd.get());
    bind(fd.get(), path, false);
  }
  for (const auto& [path, fd] : writable_)
    if (is_below(path, folder.path)) make_place(path, fd.get());
}

}  // namespace cuttle::walls

// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/namespaces.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <net/if.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>

#include "engine/support/unique_fd.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

bool write_text(const std::string& path, const std::string& text) {
  const UniqueFd file(open(path.c_str(), O_WRONLY | O_CLOEXEC));
  return file && write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size());
}

// Everybody who exists here exists there, with the same number.
std::string same_numbers(const char* map) {
  std::ifstream file(map);
  std::string text;
  for (uint64_t inside = 0, outside = 0, count = 0; file >> inside >> outside >> count;) {
    std::ostringstream line;
    line << inside << ' ' << inside << ' ' << count << '\n';
    text += line.str();
  }
  return text;
}

// Only a process that stays outside may map other users than ourselves, and only as root.
class Mapper {
 public:
  Mapper() {
    if (geteuid() != 0 || pipe2(go_, O_CLOEXEC) != 0) return;
    const std::string users = same_numbers("/proc/self/uid_map"),
                      groups = same_numbers("/proc/self/gid_map");
    const std::string of = "/proc/" + std::to_string(getpid());
    helper_ = fork();
    if (helper_ != 0) return;
    char byte;
    close(go_[1]);
    const bool asked = read(go_[0], &byte, 1) == 1;
    _exit(asked && write_text(of + "/uid_map", users) && write_text(of + "/gid_map", groups) ? 0
                                                                                             : 1);
  }
  // After the namespace was made.
  void map(uid_t user, gid_t group) {
    if (helper_ > 0) {
      int status = 1;
      if (write(go_[1], "x", 1) == 1 && waitpid(helper_, &status, 0) == helper_ && status == 0)
        return;
    }
    const std::string me = std::to_string(user), mine = std::to_string(group);
    write_text("/proc/self/setgroups", "deny");
    need(write_text("/proc/self/uid_map", me + " " + me + " 1\n") &&
             write_text("/proc/self/gid_map", mine + " " + mine + " 1\n"),
         "cannot map the user into a namespace");
  }

 private:
  int go_[2] = {-1, -1};
  pid_t helper_ = -1;
};

}  // namespace

uint32_t enter_namespaces(const Packed& plan) {
  int flags = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS;
  uint32_t layers = mounts | ipc;
  const std::string mode = plan.first("mode");
  if (mode.starts_with("user")) {
    flags |= CLONE_NEWUSER;
    layers |= users;
  }
  if (!mode.ends_with("-seen") && !plan.has("door-processes")) {
    flags |= CLONE_NEWPID;
    layers |= processes;
  }
  if (!plan.has("door-network")) {
    flags |= CLONE_NEWNET;
    layers |= networks;
  }
  const uid_t user = geteuid();
  const gid_t group = getegid();
  Mapper mapper;
  need(unshare(flags) == 0, "the kernel does not allow new namespaces");
  if (layers & users) mapper.map(user, group);
  return layers;
}

void bring_up_loopback() {
  const UniqueFd any(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0));
  ifreq request{};
  std::strcpy(request.ifr_name, "lo");
  need(any && ioctl(any.get(), SIOCGIFFLAGS, &request) == 0, "there is no loopback");
  request.ifr_flags = static_cast<short>(request.ifr_flags | IFF_UP | IFF_RUNNING);
  need(ioctl(any.get(), SIOCSIFFLAGS, &request) == 0, "the loopback cannot be brought up");
  // A server that is run again finds its port free.
  write_text("/proc/sys/net/ipv4/tcp_max_tw_buckets", "0");
}

void drop_privileges(bool keep_clock) {
  uint64_t kept = (1ull << CAP_DAC_OVERRIDE) | (1ull << CAP_DAC_READ_SEARCH);
  if (keep_clock) kept |= 1ull << CAP_SYS_TIME;
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  // In a namespace of our own we have them all, but only root had them before.
  if (geteuid() != 0) kept = 0;
  for (int capability = 0; capability < 64; ++capability)
    if ((kept >> capability & 1) == 0) prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct data[2] = {};
  need(syscall(SYS_capget, &header, data) == 0, "cannot see privileges");
  for (int i = 0; i < 2; ++i) {
    const auto mask = static_cast<uint32_t>(kept >> (32 * i));
    data[i].permitted &= mask;
    data[i].effective = data[i].permitted;
    data[i].inheritable = 0;
  }
  need(syscall(SYS_capset, &header, data) == 0, "cannot drop privileges");
  need(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0, "cannot rule out new privileges");
}

}  // namespace cuttle::walls

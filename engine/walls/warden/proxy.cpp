// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/proxy.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace cuttle::walls {

int connect_for(pid_t process, int socket, int file) {
  const UniqueFd whose(static_cast<int>(syscall(SYS_pidfd_open, process, 0)));
  const UniqueFd theirs(static_cast<int>(syscall(SYS_pidfd_getfd, whose.get(), socket, 0)));
  if (!theirs) return errno == EBADF ? EBADF : ECONNREFUSED;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d", file);
  const int done = connect(theirs.get(), reinterpret_cast<sockaddr*>(&address), sizeof address);
  return done == 0 ? 0 : errno;
}

UniqueFd open_for(const std::string& path, int flags, mode_t mode) {
  return UniqueFd(open(path.c_str(), flags | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY, mode));
}

int hand_over(int notices, uint64_t call, const UniqueFd& file, bool close_on_exec) {
  seccomp_notif_addfd gift{};
  gift.id = call;
  gift.flags = SECCOMP_ADDFD_FLAG_SEND;
  gift.srcfd = static_cast<uint32_t>(file.get());
  gift.newfd_flags = close_on_exec ? O_CLOEXEC : 0;
  return ioctl(notices, SECCOMP_IOCTL_NOTIF_ADDFD, &gift) >= 0 ? 0 : errno;
}

}  // namespace cuttle::walls

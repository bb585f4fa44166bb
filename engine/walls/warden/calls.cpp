// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/calls.h"

#include <cerrno>

namespace cuttle::walls {
namespace {

using Rule = Call::Rule;

// clang-format off
constexpr Call calls[] = {
    // The clock has no namespace.
    {"settimeofday", Rule::refused, EPERM, true, "clock"},
    {"clock_settime", Rule::refused, EPERM, true, "clock"},
    {"adjtimex", Rule::refused, EPERM, true, "clock"},
    {"clock_adjtime", Rule::refused, EPERM, true, "clock"},
    // The machine.
    {"reboot", Rule::refused, EPERM},
    {"kexec_load", Rule::refused, EPERM},
    {"kexec_file_load", Rule::refused, EPERM},
    {"init_module", Rule::refused, EPERM},
    {"finit_module", Rule::refused, EPERM},
    {"delete_module", Rule::refused, EPERM},
    {"swapon", Rule::refused, EPERM},
    {"swapoff", Rule::refused, EPERM},
    {"acct", Rule::refused, EPERM},
    {"quotactl", Rule::refused, EPERM},
    {"quotactl_fd", Rule::refused, EPERM},
    {"syslog", Rule::refused, EPERM},
    {"iopl", Rule::refused, EPERM},
    {"ioperm", Rule::refused, EPERM},
    {"vhangup", Rule::refused, EPERM},
    {"sethostname", Rule::refused, EPERM},
    {"setdomainname", Rule::refused, EPERM},
    {"bpf", Rule::refused, EPERM},
    {"perf_event_open", Rule::refused, EPERM, false},
    {"open_by_handle_at", Rule::refused, EPERM},
    {"fanotify_init", Rule::refused, EPERM},
    // Mounts and namespaces: what is built here stays as it is.
    {"mount", Rule::refused, EPERM},
    {"umount2", Rule::refused, EPERM},
    {"pivot_root", Rule::refused, EPERM},
    {"chroot", Rule::refused, EPERM},
    {"move_mount", Rule::refused, EPERM},
    {"open_tree", Rule::refused, EPERM},
    {"fsopen", Rule::refused, EPERM},
    {"fsmount", Rule::refused, EPERM},
    {"fsconfig", Rule::refused, EPERM},
    {"fspick", Rule::refused, EPERM},
    {"mount_setattr", Rule::refused, EPERM},
    {"setns", Rule::refused, EPERM},
    {"unshare", Rule::refused, EPERM, false},
    // The user's keys.
    {"keyctl", Rule::refused, EPERM, false, "secrets"},
    {"add_key", Rule::refused, EPERM, false, "secrets"},
    {"request_key", Rule::refused, EPERM, false, "secrets"},
    // Their arguments cannot be seen, and there are others that do the same.
    {"clone3", Rule::absent, ENOSYS},
    {"io_uring_setup", Rule::absent, ENOSYS},
    {"io_uring_enter", Rule::absent, ENOSYS},
    {"io_uring_register", Rule::absent, ENOSYS},
    {"userfaultfd", Rule::absent, EPERM},
    // What is looked at.
    {"kill", Rule::signal, EPERM, false, "processes"},
    {"connect", Rule::connects, ENETUNREACH, false, "network"},
    {"open", Rule::opens, EROFS, false, "", -1, 0, 1},
    {"openat", Rule::opens, EROFS, false, "", 0, 1, 2},
    {"creat", Rule::writes, EROFS, false, "", -1, 0},
    {"unlink", Rule::writes, EROFS, false, "", -1, 0},
    {"unlinkat", Rule::writes, EROFS, false, "", 0, 1},
    {"rmdir", Rule::writes, EROFS, false, "", -1, 0},
    {"rename", Rule::writes, EROFS, false, "", -1, 0},
    {"renameat", Rule::writes, EROFS, false, "", 0, 1},
    {"renameat2", Rule::writes, EROFS, false, "", 0, 1},
    {"mkdir", Rule::writes, EROFS, false, "", -1, 0},
    {"mkdirat", Rule::writes, EROFS, false, "", 0, 1},
    {"link", Rule::writes, EROFS, false, "", -1, 1},
    {"linkat", Rule::writes, EROFS, false, "", 2, 3},
    {"symlink", Rule::writes, EROFS, false, "", -1, 1},
    {"symlinkat", Rule::writes, EROFS, false, "", 1, 2},
    {"mknod", Rule::writes, EROFS, false, "", -1, 0},
    {"mknodat", Rule::writes, EROFS, false, "", 0, 1},
    {"chmod", Rule::writes, EROFS, false, "", -1, 0},
    {"fchmodat", Rule::writes, EROFS, false, "", 0, 1},
    {"chown", Rule::writes, EROFS, false, "", -1, 0},
    {"lchown", Rule::writes, EROFS, false, "", -1, 0},
    {"fchownat", Rule::writes, EROFS, false, "", 0, 1},
    {"truncate", Rule::writes, EROFS, false, "", -1, 0},
    {"utime", Rule::writes, EROFS, false, "", -1, 0},
    {"utimes", Rule::writes, EROFS, false, "", -1, 0},
    {"futimesat", Rule::writes, EROFS, false, "", 0, 1},
    {"utimensat", Rule::writes, EROFS, false, "", 0, 1},
    {"setxattr", Rule::writes, EROFS, false, "", -1, 0},
    {"lsetxattr", Rule::writes, EROFS, false, "", -1, 0},
    {"removexattr", Rule::writes, EROFS, false, "", -1, 0},
    {"lremovexattr", Rule::writes, EROFS, false, "", -1, 0},
};
// clang-format on

}  // namespace

std::span<const Call> all_calls() {
  return calls;
}

}  // namespace cuttle::walls

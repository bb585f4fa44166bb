// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/calls.h"

#include <cerrno>

namespace cuttle::walls {
namespace {

using Rule = Call::Rule;

constexpr uint32_t any_files = mounts | landlock;  // something else keeps files as they are

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
    {"openat2", Rule::absent, ENOSYS, false, "", -1, 0, -1, false, any_files},
    // What processes share by numbers and names of the machine.
    {"shmget", Rule::refused, ENOSPC, false, "", -1, 0, -1, false, ipc},
    {"shmat", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"shmctl", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"semget", Rule::refused, ENOSPC, false, "", -1, 0, -1, false, ipc},
    {"semop", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"semtimedop", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"semctl", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"msgget", Rule::refused, ENOSPC, false, "", -1, 0, -1, false, ipc},
    {"msgsnd", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"msgrcv", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"msgctl", Rule::refused, EINVAL, false, "", -1, 0, -1, false, ipc},
    {"mq_open", Rule::refused, ENOSPC, false, "", -1, 0, -1, false, ipc},
    {"mq_unlink", Rule::refused, EACCES, false, "", -1, 0, -1, false, ipc},
    // A folder of /proc names a process to it.
    {"pidfd_send_signal", Rule::refused, EPERM, false, "processes", -1, 0, -1, false, processes | signals},
    // What is looked at.
    {"kill", Rule::signal, EPERM, false, "processes"},
    {"tkill", Rule::signal, EPERM, false, "processes"},
    {"tgkill", Rule::signal, EPERM, false, "processes"},
    {"rt_sigqueueinfo", Rule::signal, EPERM, false, "processes"},
    {"rt_tgsigqueueinfo", Rule::signal, EPERM, false, "processes"},
    {"pidfd_open", Rule::others, EPERM, false, "processes"},
    {"ptrace", Rule::others, EPERM, false, "processes", -1, 1},
    {"process_vm_readv", Rule::others, EPERM, false, "processes"},
    {"process_vm_writev", Rule::others, EPERM, false, "processes"},
    {"prlimit64", Rule::others, EPERM, false, "processes"},
    {"sched_setaffinity", Rule::others, EPERM, false, "processes"},
    {"sched_setscheduler", Rule::others, EPERM, false, "processes"},
    {"sched_setparam", Rule::others, EPERM, false, "processes"},
    {"sched_setattr", Rule::others, EPERM, false, "processes"},
    {"setpriority", Rule::others, EPERM, false, "processes", 0, 1},
    {"ioprio_set", Rule::others, EPERM, false, "processes", 0, 1},
    {"migrate_pages", Rule::others, EPERM, false, "processes"},
    {"move_pages", Rule::others, EPERM, false, "processes"},
    {"connect", Rule::connects, ENETUNREACH, false, "network"},
    {"sendto", Rule::sends, ENETUNREACH, false, "network"},
    {"sendmsg", Rule::sends, ENETUNREACH, false, "network"},
    {"sendmmsg", Rule::sends, ENETUNREACH, false, "network"},
    {"bind", Rule::binds, EACCES, false, "", -1, 0, -1, false, any_files},
    {"open", Rule::opens, EROFS, false, "", -1, 0, 1},
    {"openat", Rule::opens, EROFS, false, "", 0, 1, 2},
    {"creat", Rule::opens, EROFS, false, "", -1, 0},
    {"unlink", Rule::writes, EROFS, false, "", -1, 0},
    {"unlinkat", Rule::writes, EROFS, false, "", 0, 1},
    {"rmdir", Rule::writes, EROFS, false, "", -1, 0},
    {"rename", Rule::writes, EROFS, false, "", -1, 0},
    {"renameat", Rule::writes, EROFS, false, "", 0, 1},
    {"renameat2", Rule::writes, EROFS, false, "", 0, 1},
    {"mkdir", Rule::writes, EROFS, false, "", -1, 0, -1, true},
    {"mkdirat", Rule::writes, EROFS, false, "", 0, 1, -1, true},
    {"link", Rule::writes, EROFS, false, "", -1, 1, -1, true},
    {"linkat", Rule::writes, EROFS, false, "", 2, 3, -1, true},
    {"symlink", Rule::writes, EROFS, false, "", -1, 1, -1, true},
    {"symlinkat", Rule::writes, EROFS, false, "", 1, 2, -1, true},
    {"mknod", Rule::writes, EROFS, false, "", -1, 0, -1, true},
    {"mknodat", Rule::writes, EROFS, false, "", 0, 1, -1, true},
    {"chmod", Rule::changes, EROFS, false, "", -1, 0},
    {"fchmodat", Rule::changes, EROFS, false, "", 0, 1},
    {"chown", Rule::changes, EROFS, false, "", -1, 0},
    {"lchown", Rule::changes, EROFS, false, "", -1, 0},
    {"fchownat", Rule::changes, EROFS, false, "", 0, 1},
    {"truncate", Rule::changes, EROFS, false, "", -1, 0},
    {"utime", Rule::changes, EROFS, false, "", -1, 0},
    {"utimes", Rule::changes, EROFS, false, "", -1, 0},
    {"futimesat", Rule::changes, EROFS, false, "", 0, 1},
    {"utimensat", Rule::changes, EROFS, false, "", 0, 1},
    {"setxattr", Rule::changes, EROFS, false, "", -1, 0},
    {"lsetxattr", Rule::changes, EROFS, false, "", -1, 0},
    {"removexattr", Rule::changes, EROFS, false, "", -1, 0},
    {"lremovexattr", Rule::changes, EROFS, false, "", -1, 0},
};
// clang-format on

}  // namespace

std::span<const Call> all_calls() {
  return calls;
}

}  // namespace cuttle::walls

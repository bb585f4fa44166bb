// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/filter.h"

#include <fcntl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <set>

#include "engine/walls/warden/calls.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

class Rules {
 public:
  Rules(const Packed& plan, uint32_t layers, bool noticed)
      : plan_(plan), layers_(layers), noticed_(noticed), context_(seccomp_init(SCMP_ACT_ALLOW)) {
    if (context_ == nullptr) give_up("cannot make a filter");
    // The calls of another machine's kind would need a table of their own.
    seccomp_attr_set(context_, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(ENOSYS));
    seccomp_attr_set(context_, SCMP_FLTATR_CTL_OPTIMIZE, 2);
    if ((layers & mounts) == 0) add_attributes();
    for (const Call& call : all_calls()) add(call);
    add_terminals();
    add_namespaces();
    if ((layers & networks) == 0 && !plan.has("door-network")) add_sockets();
  }
  ~Rules() { seccomp_release(context_); }
  Rules(const Rules&) = delete;
  Rules& operator=(const Rules&) = delete;

  std::vector<sock_filter> program() const {
    const UniqueFd file(memfd_create("filter", MFD_CLOEXEC));
    need(file && seccomp_export_bpf(context_, file.get()) == 0, "cannot make a filter");
    struct stat status{};
    fstat(file.get(), &status);
    std::vector<sock_filter> program(static_cast<size_t>(status.st_size) / sizeof(sock_filter));
    need(pread(file.get(), program.data(), program.size() * sizeof(sock_filter), 0) ==
             status.st_size,
         "cannot read the filter");
    return program;
  }

 private:
  uint32_t refusal(int error) const {
    return noticed_ ? SCMP_ACT_NOTIFY : SCMP_ACT_ERRNO(static_cast<uint32_t>(error));
  }

  void add(const Call& call) {
    const int number = seccomp_syscall_resolve_name(call.name);
    if (number < 0 || done_.contains(number)) return;
    if (call.door[0] != 0 && plan_.has(std::string("door-") + call.door)) return;
    if (call.rule == Call::Rule::absent)
      seccomp_rule_add(context_, SCMP_ACT_ERRNO(static_cast<uint32_t>(call.error)), number, 0);
    if (call.rule == Call::Rule::refused)
      seccomp_rule_add(context_, refusal(call.error), number, 0);
    if (call.rule == Call::Rule::opens)
      add_open(number, static_cast<unsigned>(call.flags));
    else if (call.rule > Call::Rule::absent && noticed_)
      seccomp_rule_add(context_, SCMP_ACT_NOTIFY, number, 0);
  }

  // Where nothing else keeps files as they are, none can be opened for writing.
  void add_open(int number, unsigned flags) {
    const bool only_wall = (layers_ & (mounts | landlock)) == 0;
    if (!noticed_ && !only_wall) return;
    const uint32_t action = only_wall ? refusal(EROFS) : SCMP_ACT_NOTIFY;
    for (const uint64_t way : {O_WRONLY, O_RDWR})
      seccomp_rule_add(context_, action, number, 1,
                       SCMP_CMP(flags, SCMP_CMP_MASKED_EQ, O_ACCMODE, way));
    for (const uint64_t flag : {O_CREAT, O_TRUNC})
      seccomp_rule_add(context_, action, number, 1,
                       SCMP_CMP(flags, SCMP_CMP_MASKED_EQ, flag, flag));
  }

  // Nobody types for the user.
  void add_terminals() {
    for (const uint64_t request : {0x5412 /* TIOCSTI */, 0x541C /* TIOCLINUX */})
      seccomp_rule_add(context_, refusal(EPERM), SCMP_SYS(ioctl), 1,
                       SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, request));
  }

  void add_namespaces() {
    for (const uint64_t flag : {CLONE_NEWNS, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET,
                                CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP})
      seccomp_rule_add(context_, refusal(EPERM), SCMP_SYS(clone), 1,
                       SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag));
  }

  // Without a network of its own a program has none; pairs of sockets stay.
  void add_sockets() { seccomp_rule_add(context_, refusal(EACCES), SCMP_SYS(socket), 0); }

  // What Landlock does not look at.
  void add_attributes() {
    for (const char* name : {"chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat",
                             "utime", "utimes", "futimesat", "utimensat", "setxattr", "lsetxattr",
                             "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"}) {
      const int number = seccomp_syscall_resolve_name(name);
      if (number < 0) continue;
      seccomp_rule_add(context_, SCMP_ACT_ERRNO(EPERM), number, 0);
      done_.insert(number);
    }
    // Younger than the library.
    for (const int number : {452 /* fchmodat2 */, 463 /* setxattrat */, 466 /* removexattrat */})
      seccomp_rule_add(context_, SCMP_ACT_ERRNO(ENOSYS), number, 0);
  }

  const Packed& plan_;
  uint32_t layers_;
  bool noticed_;
  scmp_filter_ctx context_;
  std::set<int> done_;
};

}  // namespace

Filter::Filter(const Packed& plan, uint32_t layers, bool noticed)
    : program_(Rules(plan, layers, noticed).program()), noticed_(noticed) {}

UniqueFd Filter::load() const {
  const sock_fprog program{static_cast<unsigned short>(program_.size()),
                           const_cast<sock_filter*>(program_.data())};
  const long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER,
                                noticed_ ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0, &program);
  need(listener >= 0, "the filter of system calls does not hold");
  return UniqueFd(noticed_ ? static_cast<int>(listener) : -1);
}

bool can_notice_calls() {
  seccomp_notif_sizes sizes{};
  return syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0;
}

}  // namespace cuttle::walls

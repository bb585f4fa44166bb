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
#include <unistd.h>

#include <set>

#include "engine/walls/channel.h"
#include "engine/walls/warden/calls.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

// Stands for the process that makes the runs until its number is known.
constexpr uint32_t somebody = 0x0c0771e5;

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
    if ((layers_ & call.unless) != 0) return;
    if (call.rule == Call::Rule::absent)
      seccomp_rule_add(context_, SCMP_ACT_ERRNO(static_cast<uint32_t>(call.error)), number, 0);
    if (call.rule == Call::Rule::refused)
      seccomp_rule_add(context_, refusal(call.error), number, 0);
    if (call.rule == Call::Rule::opens)
      add_open(number, call.flags);
    else if (call.rule == Call::Rule::signal || call.rule == Call::Rule::others)
      add_for_process(number, call);
    else if (call.rule == Call::Rule::sends)
      add_sending(number, call);
    else if (call.rule > Call::Rule::absent && (noticed_ || is_only_wall()))
      seccomp_rule_add(context_, refusal(call.error), number, 0);
  }

  // Nothing else keeps files as they are.
  bool is_only_wall() const { return (layers_ & (mounts | landlock)) == 0; }

  // In a namespace of its own a program reaches nobody but its own processes: only those that look
  // after it need care, which costs others nothing. Elsewhere all calls for others are looked at.
  void add_for_process(int number, const Call& call) {
    const auto which = static_cast<unsigned>(call.path);
    if ((layers_ & processes) == 0 && !(call.rule == Call::Rule::signal && (layers_ & signals))) {
      seccomp_rule_add(context_, refusal(call.error), number, 1, SCMP_CMP(which, SCMP_CMP_NE, 0));
      if (call.folder >= 0)
        seccomp_rule_add(context_, refusal(call.error), number, 1,
                         SCMP_CMP(static_cast<unsigned>(call.folder), SCMP_CMP_GT, 1));
      return;
    }
    for (const uint32_t process : {somebody, 0u - somebody, 1u, ~0u})
      seccomp_rule_add(context_, refusal(call.error), number, 1,
                       SCMP_CMP(which, SCMP_CMP_MASKED_EQ, 0xffffffff, process));
  }

  // Most messages go to whom their socket is connected to, and one kind of call says so.
  void add_sending(int number, const Call& call) {
    if (!noticed_) return;
    if (number == SCMP_SYS(sendto))
      seccomp_rule_add(context_, refusal(call.error), number, 1, SCMP_A4(SCMP_CMP_NE, 0));
    else if (number == SCMP_SYS(sendmsg))
      seccomp_rule_add(context_, refusal(call.error), number, 1, SCMP_A2(SCMP_CMP_NE, first_flags));
    else
      seccomp_rule_add(context_, refusal(call.error), number, 0);
  }

  void add_open(int number, int flags_argument) {
    if (!noticed_ && !is_only_wall()) return;
    const uint32_t action = refusal(EROFS);
    if (flags_argument < 0) {
      seccomp_rule_add(context_, action, number, 0);
      return;
    }
    const auto flags = static_cast<unsigned>(flags_argument);
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

  // Without a network of its own a program has none; pairs of sockets stay, and those that can be
  // connected to files, when somebody looks to which.
  void add_sockets() {
    if (!noticed_) {
      seccomp_rule_add(context_, refusal(EACCES), SCMP_SYS(socket), 0);
      return;
    }
    seccomp_rule_add(context_, refusal(EACCES), SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_NE, AF_UNIX));
    seccomp_rule_add(context_, refusal(EACCES), SCMP_SYS(socket), 1,
                     SCMP_A1(SCMP_CMP_MASKED_EQ, 0xf, SOCK_DGRAM));
  }

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
    // The same of a file that is open for reading.
    for (const uint64_t request : {0x40086602 /* FS_IOC_SETFLAGS */, 0x401C5820 /* FSSETXATTR */})
      seccomp_rule_add(context_, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(ioctl), 1,
                       SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffff, request));
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
  std::vector<sock_filter> code = program_;
  const auto self = static_cast<uint32_t>(getpid());
  for (sock_filter& step : code) {
    if (step.k == somebody) step.k = self;
    if (step.k == 0u - somebody) step.k = 0u - self;
  }
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  // Older kernels would make all of the program slower, against attacks that are not from outside.
  const unsigned flags =
      SECCOMP_FILTER_FLAG_SPEC_ALLOW | (noticed_ ? SECCOMP_FILTER_FLAG_NEW_LISTENER : 0);
  const long listener = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
  need(listener >= 0, "the filter of system calls does not hold");
  return UniqueFd(noticed_ ? static_cast<int>(listener) : -1);
}

bool can_notice_calls() {
  seccomp_notif_sizes sizes{};
  return syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0;
}

}  // namespace cuttle::walls

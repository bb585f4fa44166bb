// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/watch.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <cerrno>
#include <climits>

#include "engine/walls/channel.h"
#include "engine/walls/warden/stack.h"

namespace cuttle::walls {
namespace {

// Enough to tell them apart; then they are only counted by the engine's runs.
constexpr unsigned most_of_a_kind = 1u << 20, most_kinds = 1024;

std::string read_memory(pid_t process, uint64_t address, size_t size) {
  std::string bytes(size, 0);
  const iovec here{bytes.data(), size}, there{reinterpret_cast<void*>(address), size};
  const ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
  bytes.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return bytes;
}

std::string read_text(pid_t process, uint64_t address) {
  std::string text;
  while (text.size() < PATH_MAX) {
    // Not beyond a page, the next of which may not be there.
    const size_t size = 4096 - (address + text.size()) % 4096;
    const std::string part = read_memory(process, address + text.size(), size);
    const size_t end = part.find('\0');
    text += part.substr(0, end);
    if (end != std::string::npos || part.size() < size) break;
  }
  return text;
}

// Of the path itself, or of the folder that it would be in.
bool is_read_only(std::string path) {
  struct statvfs status{};
  while (statvfs(path.c_str(), &status) != 0) {
    const size_t slash = path.rfind('/');
    if (errno != ENOENT || slash == std::string::npos) return false;
    path.resize(slash == 0 ? 1 : slash);
  }
  return (status.f_flag & ST_RDONLY) != 0;
}

bool is_loopback(const std::string& address) {
  sa_family_t family = AF_UNSPEC;
  if (address.size() >= sizeof family) std::memcpy(&family, address.data(), sizeof family);
  if (family == AF_INET && address.size() >= sizeof(sockaddr_in)) {
    sockaddr_in inet{};
    std::memcpy(&inet, address.data(), sizeof inet);
    const uint32_t host = ntohl(inet.sin_addr.s_addr);
    return host >> 24 == 127 || host == 0;
  }
  if (family == AF_INET6 && address.size() >= sizeof(sockaddr_in6)) {
    sockaddr_in6 inet{};
    std::memcpy(&inet, address.data(), sizeof inet);
    return IN6_IS_ADDR_LOOPBACK(&inet.sin6_addr) || IN6_IS_ADDR_UNSPECIFIED(&inet.sin6_addr);
  }
  return true;
}

}  // namespace

Watch::Watch(const Packed&, uint32_t layers, const Guard& guard)
    : layers_(layers), guard_(guard), only_wall_((layers & (mounts | landlock)) == 0) {
  for (const Call& call : all_calls())
    if (const int number = seccomp_syscall_resolve_name(call.name); number >= 0)
      calls_[number] = &call;
}

void Watch::answer(int notices, pid_t server) {
  seccomp_notif asked{};
  if (ioctl(notices, SECCOMP_IOCTL_NOTIF_RECV, &asked) != 0) return;
  seccomp_notif_resp reply{};
  reply.id = asked.id;
  static constexpr Call others[] = {{"ioctl on a terminal", Call::Rule::refused, EPERM, false},
                                    {"clone of a namespace", Call::Rule::refused, EPERM, false},
                                    {"socket", Call::Rule::refused, EACCES, false}};
  const auto found = calls_.find(asked.data.nr);
  const Call& call = found != calls_.end()               ? *found->second
                     : asked.data.nr == SCMP_SYS(ioctl)  ? others[0]
                     : asked.data.nr == SCMP_SYS(socket) ? others[2]
                                                         : others[1];
  const auto caller = static_cast<pid_t>(asked.pid);
  const Verdict verdict = judge(call, asked.data, caller, server);
  if (!verdict.about.empty()) report(call, verdict, caller);
  reply.error = verdict.goes_on ? 0 : -verdict.error;
  reply.flags = verdict.goes_on ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
  ioctl(notices, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}

Watch::Verdict Watch::judge(const Call& call, const seccomp_data& data, pid_t caller,
                            pid_t server) const {
  switch (call.rule) {
    case Call::Rule::signal:
      return judge_signal(data, caller, server);
    case Call::Rule::connects:
      return judge_connection(data, caller);
    case Call::Rule::writes:
    case Call::Rule::opens:
      return judge_path(call, data, caller);
    case Call::Rule::absent:
    case Call::Rule::refused:
      break;
  }
  // Asking for the state of the clock sets nothing, and the kernel knows that, too.
  if (call.name == std::string_view("adjtimex") &&
      read_memory(caller, data.args[0], 4) == std::string(4, 0))
    return {};
  return {false, call.error, call.name};
}

Watch::Verdict Watch::judge_signal(const seccomp_data& data, pid_t caller, pid_t server) const {
  const auto target = static_cast<pid_t>(data.args[0]);
  const Verdict refused{false, EPERM, "kill " + std::to_string(target)};
  if (target == -1) return refused;
  if (target == getpid()) return refused;
  if (server != 0 && target == server && caller != server) return refused;
  if (layers_ & (processes | signals)) return {};
  if (target == 0 || target == caller || guard_.is_ours(target < 0 ? -target : target)) return {};
  return refused;
}

Watch::Verdict Watch::judge_connection(const seccomp_data& data, pid_t caller) const {
  const size_t size = std::min<size_t>(data.args[2], sizeof(sockaddr_storage));
  if (is_loopback(read_memory(caller, data.args[1], size))) return {};
  return {true, ENETUNREACH, "connect"};
}

Watch::Verdict Watch::judge_path(const Call& call, const seccomp_data& data, pid_t caller) const {
  const uint64_t at = data.args[static_cast<size_t>(call.path)];
  std::string path = read_text(caller, at);
  const std::string shown = path;
  if (!path.starts_with('/')) {
    std::string base = "/proc/" + std::to_string(caller);
    const int folder =
        call.folder < 0 ? AT_FDCWD : static_cast<int>(data.args[static_cast<size_t>(call.folder)]);
    base += folder == AT_FDCWD ? "/cwd" : "/fd/" + std::to_string(folder);
    path = path.empty() ? base : base + "/" + path;
  }
  const std::string about = std::string(call.name) + " " + shown;
  if (only_wall_) return {false, EROFS, about};
  if ((layers_ & mounts) == 0 || !is_read_only(path)) return {};
  return {true, EROFS, about};
}

void Watch::report(const Call& call, const Verdict& verdict, pid_t caller) {
  if (told_.size() >= most_kinds && !told_.contains(verdict.about)) return;
  if (++told_[verdict.about] > most_of_a_kind) return;
  Packed attempt;
  attempt.add("call", verdict.about.substr(0, 200));
  if (!call.ordinary) attempt.add("loss", "yes");
  size_t room = text_size - 400;
  for (const Frame& frame : callers_of(caller)) {
    const std::string offset = std::to_string(frame.offset);
    const size_t needed = frame.image.size() + offset.size() + 40;
    if (needed > room) break;
    room -= needed;
    attempt.add("image", frame.image);
    attempt.add("offset", offset);
  }
  Message message;
  message.kind = Kind::attempt;
  message.say(attempt.bytes());
  send(socket_fd, message);
}

}  // namespace cuttle::walls

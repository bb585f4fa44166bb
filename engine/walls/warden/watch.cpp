// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/watch.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <filesystem>
#include <fstream>

#include "engine/walls/channel.h"
#include "engine/walls/warden/proxy.h"
#include "engine/walls/warden/stack.h"

namespace cuttle::walls {
namespace {

// Of one process: enough to see where it is done. Finding out who called takes longer than a run.
constexpr unsigned most_of_a_kind = 4;
constexpr size_t most_kinds = 1024;

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

// The one that a thread belongs to.
pid_t process_of(pid_t thread) {
  std::ifstream file("/proc/" + std::to_string(thread) + "/status");
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("Tgid:")) return std::atoi(line.c_str() + 5);
  return thread;
}

std::string folder_of(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string(".") : path.substr(0, slash == 0 ? 1 : slash);
}

// Without links; empty: it is not there.
std::string real_path(const std::string& path) {
  std::error_code problem;
  return std::filesystem::canonical(path, problem).string();
}

bool is_beneath(const std::string& path, const std::vector<std::string>& folders) {
  return std::ranges::any_of(
      folders, [&](const auto& folder) { return (path + "/").starts_with(folder + "/"); });
}

// Of a socket's address; empty: it is not a file.
std::string file_name_in(const std::string& address) {
  constexpr size_t head = offsetof(sockaddr_un, sun_path);
  sa_family_t family = AF_UNSPEC;
  if (address.size() >= sizeof family) std::memcpy(&family, address.data(), sizeof family);
  if (family != AF_UNIX || address.size() <= head || address[head] == 0) return {};
  return address.substr(head, address.find('\0', head) - head);
}

// What people call: libc has `open' call openat.
std::string usual_name(const Call& call) {
  std::string name = call.name;
  if (name == "renameat2") return "rename";
  if (call.folder >= 0 && name.ends_with("at")) name.resize(name.size() - 2);
  return name;
}

// Could somebody without privileges write there? Root stands for such a user, who is not itself.
bool is_open_to_users(const struct stat& status) {
  const bool owner = geteuid() != 0 && status.st_uid == geteuid();
  return (status.st_mode & S_IWOTH) != 0 || (owner && (status.st_mode & S_IWUSR) != 0);
}

size_t address_size(uint64_t said) {
  return std::min<uint64_t>(said & 0xffffffff, sizeof(sockaddr_storage));
}

// As we find it.
std::string path_for(const std::string& name, pid_t caller) {
  return name.starts_with('/') ? name : "/proc/" + std::to_string(caller) + "/cwd/" + name;
}

// Of a socket: in a space of names that is nobody's folder.
bool has_name_only(const std::string& address) {
  sa_family_t family = AF_UNSPEC;
  if (address.size() >= sizeof family) std::memcpy(&family, address.data(), sizeof family);
  return family == AF_UNIX && address.size() > sizeof family && file_name_in(address).empty();
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

Watch::Watch(const Packed& plan, uint32_t layers, const Guard& guard)
    : layers_(layers), guard_(guard), only_wall_((layers & (mounts | landlock)) == 0) {
  for (const char* list : {"scratch", "writable"})
    for (const auto& path : plan.all(list)) writable_.push_back(path);
  shown_ = plan.all("show");
  work_ = plan.all("work");
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
  if (!verdict.about.empty()) report(verdict, caller);
  if (verdict.gift) {
    const bool close_on_exec = call.flags >= 0 && (asked.data.args[call.flags] & O_CLOEXEC) != 0;
    if (hand_over(notices, asked.id, *verdict.gift, close_on_exec) == 0) return;
    reply.error = -EROFS;
  }
  if (!verdict.gift) reply.error = verdict.goes_on ? 0 : -verdict.error;
  reply.flags = verdict.goes_on ? SECCOMP_USER_NOTIF_FLAG_CONTINUE : 0;
  ioctl(notices, SECCOMP_IOCTL_NOTIF_SEND, &reply);
}

Watch::Verdict Watch::judge(const Call& call, const seccomp_data& data, pid_t caller,
                            pid_t server) const {
  switch (call.rule) {
    case Call::Rule::signal:
    case Call::Rule::others:
      return judge_process(call, data, caller, server);
    case Call::Rule::connects:
      return judge_connection(data, caller);
    case Call::Rule::sends:
      return judge_sending(call, data, caller);
    case Call::Rule::binds: {
      const std::string name =
          file_name_in(read_memory(caller, data.args[1], address_size(data.args[2])));
      return name.empty() ? Verdict{} : Verdict{false, EACCES, "bind", true, name};
    }
    case Call::Rule::writes:
    case Call::Rule::changes:
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
  return {false, call.error, call.name, !call.ordinary};
}

// Numbers are not told: they mean nothing outside.
Watch::Verdict Watch::judge_process(const Call& call, const seccomp_data& data, pid_t caller,
                                    pid_t server) const {
  const auto target = static_cast<pid_t>(data.args[static_cast<size_t>(call.path)]);
  const Verdict refused{false, EPERM, call.name, true};
  const pid_t whom = target < 0 ? -target : target;
  const bool all = target == -1 && call.rule == Call::Rule::signal;
  if (all || whom == getpid()) return refused;
  if (server != 0 && whom == server && process_of(caller) != server) return refused;
  if (layers_ & processes) return {};
  if (call.folder >= 0 && data.args[static_cast<size_t>(call.folder)] > 1) return refused;
  if (call.rule == Call::Rule::signal && (layers_ & signals)) return {};
  if (target == 0 || whom == caller || guard_.is_ours(whom)) return {};
  return refused;
}

Watch::Verdict Watch::judge_connection(const seccomp_data& data, pid_t caller) const {
  const std::string address = read_memory(caller, data.args[1], address_size(data.args[2]));
  if (const std::string name = file_name_in(address); !name.empty())
    return judge_socket_file(name, static_cast<int>(data.args[0]), caller);
  return judge_address(address, "connect");
}

// Those that are not files.
Watch::Verdict Watch::judge_address(const std::string& address, const char* about) const {
  // Names without a file are the machine's where neither a network of our own nor Landlock parts
  // them.
  if (has_name_only(address) && (layers_ & (networks | signals)) == 0)
    return {false, ECONNREFUSED, about, true};
  if (is_loopback(address)) return {};
  return {true, ENETUNREACH, about, true};
}

Watch::Verdict Watch::judge_sending(const Call& call, const seccomp_data& data,
                                    pid_t caller) const {
  constexpr unsigned most_messages = 1024;  // as the kernel has it
  const std::string_view name = call.name;
  const auto messages = static_cast<unsigned>(
      name == "sendmmsg" ? std::min<uint64_t>(data.args[2], most_messages) : 1);
  for (unsigned i = 0; i < messages; ++i) {
    uint64_t at = data.args[4], size = data.args[5];
    if (name != "sendto") {
      msghdr header{};
      const std::string bytes =
          read_memory(caller, data.args[1] + i * sizeof(mmsghdr), sizeof header);
      if (bytes.size() != sizeof header) break;
      std::memcpy(&header, bytes.data(), sizeof header);
      at = reinterpret_cast<uint64_t>(header.msg_name);
      size = header.msg_namelen;
    }
    if (at == 0) continue;
    const std::string address = read_memory(caller, at, address_size(size));
    // A service behind a file outside.
    if (const std::string file = file_name_in(address);
        !file.empty() && !is_inside(path_for(file, caller)))
      return {false, ECONNREFUSED, call.name, true, file};
    if (const Verdict verdict = judge_address(address, call.name); !verdict.about.empty())
      return verdict;
  }
  return {};
}

// Behind a socket with a name in the file system is a service, which lives outside unless its file
// is one that was made inside.
Watch::Verdict Watch::judge_socket_file(const std::string& name, int socket, pid_t caller) const {
  const UniqueFd file(open(path_for(name, caller).c_str(), O_PATH | O_CLOEXEC));
  if (!file) return {false, errno};
  if (!is_inside("/proc/self/fd/" + std::to_string(file.get())))
    return {false, ECONNREFUSED, "connect", true, name};
  return {false, connect_for(process_of(caller), socket, file.get())};
}

Watch::Verdict Watch::judge_path(const Call& call, const seccomp_data& data, pid_t caller) const {
  const uint64_t at = data.args[static_cast<size_t>(call.path)];
  std::string path = read_text(caller, at);
  const std::string shown = path;
  // Nothing has that name; but some calls mean the descriptor then.
  if (path.empty() && (call.folder < 0 || call.rule != Call::Rule::changes)) return {false, ENOENT};
  if (!path.starts_with('/')) {
    std::string base = "/proc/" + std::to_string(caller);
    const int folder =
        call.folder < 0 ? AT_FDCWD : static_cast<int>(data.args[static_cast<size_t>(call.folder)]);
    base += folder == AT_FDCWD ? "/cwd" : "/fd/" + std::to_string(folder);
    path = path.empty() ? base : base + "/" + path;
  }
  const std::string about = usual_name(call);
  if (only_wall_) return open_safely(call, data, path);
  // Devices and processes are the kernel's to judge; `self' would be somebody else here.
  const bool settings = path.starts_with("/proc/sys/");
  if ((path.starts_with("/proc/") && shown.starts_with('/') && !settings) ||
      path.starts_with("/dev/"))
    return {};
  struct stat status{};
  const bool exists = lstat(path.c_str(), &status) == 0;
  const bool creates = call.rule == Call::Rule::opens || call.creates;
  if (!exists && (!creates || errno != ENOENT)) return {call.rule != Call::Rule::writes, errno};
  // What the call would write to: the thing that is there, or the folder that it is in.
  const bool itself = exists && call.rule != Call::Rule::writes;
  const std::string subject = itself ? path : folder_of(path);
  if (stat(subject.c_str(), &status) != 0 || S_ISCHR(status.st_mode)) return {};
  if (exists && call.creates) return {};  // the kernel says so
  if (is_writable(subject)) return {};
  // Only where the folder cannot be private is it not writable: then that is our doing.
  const bool would_be_private = is_beneath(real_path(subject), work_);
  if (!is_open_to_users(status) && !would_be_private) return {false, EACCES, about, false, shown};
  return {true, EROFS, about, true, shown};
}

// Where nothing but this keeps files as they are: what may be written to is opened here.
Watch::Verdict Watch::open_safely(const Call& call, const seccomp_data& data,
                                  const std::string& path) const {
  std::string real = real_path(path);
  if (real.empty()) real = real_path(folder_of(path)) + path.substr(path.rfind('/'));
  const std::vector<std::string> devices = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};
  const Verdict refused{false, EROFS, usual_name(call), true, path};
  if (call.rule != Call::Rule::opens || path.ends_with('/')) return refused;
  if (!is_beneath(real, writable_) && !is_beneath(real, devices)) return refused;
  const auto flags = call.flags >= 0 ? static_cast<int>(data.args[static_cast<size_t>(call.flags)])
                                     : O_CREAT | O_WRONLY | O_TRUNC;
  Verdict opened{false, EROFS};
  UniqueFd file = open_for(real, flags, 0600);
  if (file)
    opened.gift = std::make_shared<const UniqueFd>(std::move(file));
  else
    opened.error = errno;
  return opened;
}

// Made here, or shown on purpose.
bool Watch::is_inside(const std::string& path) const {
  const std::string real = real_path(path);
  return real.empty() || is_writable(real) || is_beneath(real, shown_);
}

bool Watch::is_writable(const std::string& path) const {
  struct statvfs status{};
  if (layers_ & mounts)
    return statvfs(path.c_str(), &status) != 0 || (status.f_flag & ST_RDONLY) == 0;
  return is_beneath(real_path(path), writable_);
}

void Watch::report(const Verdict& verdict, pid_t caller) {
  if (told_.size() >= most_kinds) told_.clear();
  if (++told_[{caller, verdict.about}] > most_of_a_kind) return;
  Packed attempt;
  attempt.add("call", verdict.about);
  attempt.add("path", verdict.path.substr(0, 200));
  if (verdict.loss) attempt.add("loss", "yes");
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
  offer(socket_fd, message);
}

}  // namespace cuttle::walls

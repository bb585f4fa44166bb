// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/program.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>

#include "engine/walls/channel.h"
#include "engine/walls/warden/landlock.h"
#include "engine/walls/warden/namespaces.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

constexpr size_t standard_fds = 3;

void reset_signals() {
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void set_limit(int resource, uint64_t most) {
  const rlimit limit{most, most};
  setrlimit(static_cast<__rlimit_resource_t>(resource), &limit);
}

constexpr uint64_t most_file_bytes = 1u << 30;

void set_limits(const Packed& wishes, bool walls) {
  set_limit(RLIMIT_CORE, 1);  // with 0, the kernel would still give a core to who collects them
  if (walls) set_limit(RLIMIT_FSIZE, most_file_bytes);
  if (const uint64_t bytes = wishes.number("data")) set_limit(RLIMIT_DATA, bytes);
  if (const uint64_t bytes = wishes.number("address-space")) set_limit(RLIMIT_AS, bytes);
}

// Moves all descriptors out of the way first, so that none is overwritten while another is placed.
void place_descriptors(const Program& program) {
  std::vector<int> wanted = {0, 1, 2}, moved;
  for (const auto& number : program.wishes.all("place")) wanted.push_back(std::stoi(number));
  constexpr int out_of_the_way = 400;
  for (const auto& fd : program.fds)
    moved.push_back(fcntl(fd.get(), F_DUPFD_CLOEXEC, out_of_the_way));
  syscall(SYS_close_range, standard_fds, ~0u, 4u /* CLOSE_RANGE_CLOEXEC */);
  for (size_t i = 0; i < wanted.size() && i < moved.size(); ++i) dup2(moved[i], wanted[i]);
}

void close_in(const Fence& fence, int notices) {
  if (fence.layers == 0) return;
  drop_privileges(fence.plan->has("door-clock"));
  if (fence.layers & landlock) confine_writes(*fence.plan);
  if (fence.filter == nullptr) return;
  const UniqueFd listener = fence.filter->load();
  if (listener) need(send_first(notices, listener.get()), "nobody looks at its calls");
}

[[noreturn]] void execute(const Packed& wishes) {
  std::vector<char*> argv, envp;
  for (const auto& word : wishes.all("argument")) argv.push_back(const_cast<char*>(word.c_str()));
  for (const auto& entry : wishes.all("environment"))
    envp.push_back(const_cast<char*>(entry.c_str()));
  // A descriptor by name, which children find as well that do not inherit it.
  std::vector<std::string> named;
  for (const auto& entry : wishes.all("named")) {
    const size_t equals = entry.find('=');
    named.push_back(entry.substr(0, equals + 1) + "/proc/" + std::to_string(getpid()) + "/fd/" +
                    entry.substr(equals + 1));
  }
  for (auto& entry : named) envp.push_back(entry.data());
  argv.push_back(nullptr);
  envp.push_back(nullptr);
  execve(wishes.first("program").c_str(), argv.data(), envp.data());
  give_up("cannot be executed");
}

[[noreturn]] void become(const Program& program, const Fence& fence, int notices) {
  Message message;
  try {
    setsid();
    reset_signals();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    message.kind = Kind::started;
    message.a = static_cast<uint32_t>(getpid());
    need(send(socket_fd, message), "cannot speak");
    // The same addresses in each start, where the system lets us: pinned pointers then stay equal.
    if (program.wishes.has("fixed-addresses")) personality(ADDR_NO_RANDOMIZE);
    if (program.wishes.has("background")) setpriority(PRIO_PROCESS, 0, 10);
    const std::string folder = program.wishes.first("folder");
    need(folder.empty() || chdir(folder.c_str()) == 0, "cannot enter " + folder);
    set_limits(program.wishes, fence.layers != 0);
    place_descriptors(program);
    close_in(fence, notices);
    execute(program.wishes);
  } catch (const Trouble& trouble) {
    message.kind = Kind::failed;
    message.say(trouble.what);
    send(socket_fd, message);
    const std::string line = trouble.what + "\n";
    (void)!write(STDERR_FILENO, line.data(), line.size());
  }
  _exit(127);
}

}  // namespace

Begun begin(const Program& program, const Fence& fence) {
  int pair[2] = {-1, -1};
  (void)!socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair);
  const UniqueFd ours(pair[0]);
  UniqueFd theirs(pair[1]);
  Begun begun;
  begun.pid = fork();
  if (begun.pid == 0) become(program, fence, theirs.get());
  theirs.reset();
  if (begun.pid > 0 && fence.filter != nullptr) {
    Received got = receive(ours.get(), true);
    if (!got.fds.empty()) begun.notices = std::move(got.fds.front());
  }
  return begun;
}

}  // namespace cuttle::walls

// SPDX-License-Identifier: Apache-2.0

// The warden: a small program that the engine starts beside itself. It builds the walls, starts
// programs inside them, and ends with the engine. Its plan is on a descriptor, see wire.h.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

#include "engine/walls/channel.h"
#include "engine/walls/warden/duty.h"
#include "engine/walls/warden/namespaces.h"
#include "engine/walls/warden/trouble.h"

namespace {

using namespace cuttle::walls;

std::string read_plan() {
  struct stat status{};
  if (fstat(plan_fd, &status) != 0) return {};
  std::string bytes(static_cast<size_t>(status.st_size), 0);
  if (pread(plan_fd, bytes.data(), bytes.size(), 0) != status.st_size) return {};
  close(plan_fd);
  return bytes;
}

void say_sorry(const std::string& why) {
  Message message;
  message.kind = Kind::sorry;
  message.say(why);
  send(socket_fd, message);
}

int serve(const Packed& plan, uint32_t layers) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Nobody inside reads our memory or holds us.
  prctl(PR_SET_DUMPABLE, 0);
  try {
    Duty duty(plan, layers);
    duty.serve();
  } catch (const Trouble& trouble) {
    say_sorry(trouble.what);
    return 1;
  }
  return 0;
}

}  // namespace

int main() {
  setsid();
  const std::string bytes = read_plan();
  if (bytes.empty()) {
    static const char text[] = "cuttle-warden is started by cuttle, not by people\n";
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    return 2;
  }
  fcntl(socket_fd, F_SETFD, FD_CLOEXEC);
  signal(SIGPIPE, SIG_IGN);
  const Packed plan(bytes);
  uint32_t layers = 0;
  try {
    if (!plan.first("mode").starts_with("none")) layers = enter_namespaces(plan);
  } catch (const Trouble& trouble) {
    say_sorry(trouble.what);
    return 1;
  }
  // In a process namespace the first child is the one with whom all others end.
  const pid_t inside = fork();
  if (inside == 0) _exit(serve(plan, layers));
  if (inside < 0) say_sorry("cannot make a process");
  close(socket_fd);
  int status = 0;
  while (inside > 0 && waitpid(inside, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 4;
}

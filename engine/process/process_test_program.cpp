// SPDX-License-Identifier: Apache-2.0
// A program as small as can be that serves runs, well or badly: `program LINK BEHAVIOUR WHERE`.
// LINK is how it finds the trace and its control socket: "inherited" or "named".
// WHERE is where runs are made: "here" or "forks".
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "engine/trace/folders.h"
#include "engine/trace/format.h"

namespace {

int control = CUTTLE_CONTROL_FD;
CuttleTraceHeader* trace = nullptr;
std::string behaviour;
char folder[4096];

void connect_by_name() {
  control = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, getenv(CUTTLE_CONTROL_SOCKET_VARIABLE),
               sizeof address.sun_path - 1);
  if (connect(control, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) _exit(90);
}

void map_trace(bool named) {
  const int fd =
      named ? open(getenv(CUTTLE_TRACE_FILE_VARIABLE), O_RDWR | O_CLOEXEC) : CUTTLE_TRACE_FD;
  void* mapping =
      mmap(nullptr, sizeof(CuttleTraceHeader), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (mapping == MAP_FAILED) _exit(91);
  trace = static_cast<CuttleTraceHeader*>(mapping);
}

void say(uint32_t kind, uint32_t a = 0, uint64_t b = 0) {
  const CuttleMessage message{kind, a, b, 0};
  // On a stream, parts of a message may come one by one.
  const size_t part = behaviour == "slow-parts" ? 7 : sizeof message;
  for (size_t at = 0; at < sizeof message; at += part) {
    const size_t size = std::min(part, sizeof message - at);
    if (send(control, reinterpret_cast<const char*>(&message) + at, size, MSG_NOSIGNAL) < 0)
      _exit(92);
    if (part != sizeof message) usleep(1000);
  }
}

bool next_run() {
  CuttleMessage message{};
  if (recv(control, &message, sizeof message, MSG_WAITALL) != sizeof message ||
      message.kind != CUTTLE_MESSAGE_RUN)
    return false;
  if ((message.a & CUTTLE_RUN_ENTER_AGAIN) && chdir(folder) != 0) _exit(93);
  return true;
}

// What the run does; its number is left in the trace, to show that both see the same memory.
void work() {
  trace->choices_total = 1000 + trace->run;
  if (behaviour.starts_with("write")) {
    trace->choices_total = access("left", F_OK) == 0 ? 1 : 2;
    close(open("left", O_CREAT | O_WRONLY, 0600));
  }
  if (behaviour == "set-clock") {
    timeval now{};
    gettimeofday(&now, nullptr);
    trace->choices_total =
        syscall(SYS_settimeofday, &now, nullptr) == 0 ? 0 : static_cast<uint64_t>(errno);
  }
  if (behaviour == "end-parent") kill(getppid(), SIGKILL);
  if (behaviour == "crash") raise(SIGSEGV);
  if (behaviour == "exit") _exit(7);
  if (behaviour == "hang")
    while (true) pause();
  volatile bool forever = true;
  while (behaviour == "loop" && forever) continue;
}

void run_in_child() {
  const pid_t child = fork();
  if (child == 0) {
    setpgid(0, 0);
    work();
    _exit(0);
  }
  setpgid(child, child);
  say(CUTTLE_MESSAGE_STARTED, static_cast<uint32_t>(child));
  int status = 0;
  waitpid(child, &status, 0);
  say(CUTTLE_MESSAGE_DONE, static_cast<uint32_t>(status));
}

void run_here() {
  if (behaviour == "no-started")
    while (true) pause();
  uint32_t group = static_cast<uint32_t>(getpgrp());
  if (behaviour == "others") group = static_cast<uint32_t>(atoi(getenv("VICTIM")));
  say(CUTTLE_MESSAGE_STARTED, group);
  if (behaviour == "others" || behaviour == "deaf") {
    if (behaviour == "deaf") signal(SIGXCPU, SIG_IGN);
    while (true) pause();
  }
  if (behaviour == "talk")
    while (true) say(CUTTLE_MESSAGE_STARTED, group);
  if (behaviour == "hang-up") {
    close(control);
    while (true) pause();
  }
  std::fputs("a word\n", stderr);
  work();
  say(CUTTLE_MESSAGE_DONE, 3 << 8);
  if (behaviour == "twice") say(CUTTLE_MESSAGE_DONE, 99 << 8);
}

}  // namespace

int main(int, char** arguments) {
  const bool named = std::string(arguments[1]) == "named";
  behaviour = arguments[2];
  const bool forks = std::string(arguments[3]) == "forks";
  if (behaviour == "die-first") return 5;
  if (named) connect_by_name();
  if (behaviour == "die-connected") return 6;
  map_trace(named);
  if (behaviour == "close-first") {
    close(control);
    while (true) pause();
  }
  if (behaviour == "half-hello" && send(control, "half", 4, 0) == 4)
    while (true) pause();
  if (behaviour == "other-word") say(CUTTLE_MESSAGE_DONE);
  if (getcwd(folder, sizeof folder) == nullptr) return 7;
  say(CUTTLE_MESSAGE_HELLO, behaviour == "old" ? 1 : CUTTLE_TRACE_VERSION,
      behaviour == "write-stale" ? 0 : CUTTLE_HELLO_ENTERS_AGAIN);
  while (next_run()) forks ? run_in_child() : run_here();
  return 0;
}

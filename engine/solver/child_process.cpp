// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/child_process.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace cuttle {

namespace {

using Status = ChildProcess::Status;

// What this process holds now, so that the limit counts only what the child adds.
uint64_t data_bytes() {
  unsigned long pages[6] = {};
  if (FILE* statm = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(statm, "%lu %lu %lu %lu %lu %lu", &pages[0], &pages[1], &pages[2], &pages[3],
                    &pages[4], &pages[5]) != 6) {
      pages[5] = 0;
    }
    std::fclose(statm);
  }
  return pages[5] * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
}

// Cuts the child off from everything of ours but the channel; returns the channel.
int isolate(int channel, pid_t parent, uint64_t memory_bytes) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(0);
  for (int signal = 1; signal < NSIG; ++signal) ::signal(signal, SIG_DFL);
  ::signal(SIGINT, SIG_IGN);  // Ctrl-C is for the engine, which then stops us
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);

  channel = fcntl(channel, F_DUPFD_CLOEXEC, 3);  // it may be 0 to 2 when we have none of those
  if (channel < 0) _exit(1);
  if (channel > 3) close_range(3, static_cast<unsigned>(channel) - 1, 0);
  close_range(static_cast<unsigned>(channel) + 1, ~0u, 0);
  const int null = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3; ++fd) dup2(null, fd);
  if (null > 2) close(null);

  if (memory_bytes != 0) {
    const rlimit limit{data_bytes() + memory_bytes, data_bytes() + memory_bytes};
    setrlimit(RLIMIT_DATA, &limit);
  }
  const rlimit no_core{0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  return channel;
}

// Moves `size` bytes; `deadline` null means to wait as long as it takes.
template <typename Move>
Status transfer(int fd, short event, size_t size, const Deadline* deadline, Move move) {
  size_t done = 0;
  while (done < size) {
    const ssize_t count = move(done);
    if (count > 0) {
      done += static_cast<size_t>(count);
      continue;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) return Status::died;
    if (errno == EINTR) continue;
    int wait_ms = -1;
    if (deadline) {
      const double left = seconds_until(*deadline);
      if (left <= 0) return Status::timeout;
      wait_ms = static_cast<int>(std::ceil(std::min(left, 3600.0) * 1000));
    }
    pollfd waiting{fd, event, 0};
    poll(&waiting, 1, wait_ms);
  }
  return Status::ok;
}

Status send_all(int fd, const void* data, size_t size, const Deadline* deadline) {
  return transfer(fd, POLLOUT, size, deadline, [&](size_t done) {
    return ::send(fd, static_cast<const char*>(data) + done, size - done,
                  MSG_NOSIGNAL | (deadline ? MSG_DONTWAIT : 0));
  });
}

Status receive_all(int fd, void* data, size_t size, const Deadline* deadline) {
  return transfer(fd, POLLIN, size, deadline, [&](size_t done) {
    return ::recv(fd, static_cast<char*>(data) + done, size - done, deadline ? MSG_DONTWAIT : 0);
  });
}

Status send_message(int fd, std::span<const uint8_t> message, const Deadline* deadline) {
  const uint64_t size = message.size();
  const Status status = send_all(fd, &size, sizeof size, deadline);
  return status == Status::ok ? send_all(fd, message.data(), size, deadline) : status;
}

Status receive_message(int fd, std::vector<uint8_t>& message, const Deadline* deadline) {
  uint64_t size = 0;
  const Status status = receive_all(fd, &size, sizeof size, deadline);
  if (status != Status::ok) return status;
  message.resize(size);
  return receive_all(fd, message.data(), size, deadline);
}

}  // namespace

bool ChildProcess::start(const Body& body, uint64_t memory_bytes) {
  kill();
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return false;
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    body(isolate(ends[1], parent, memory_bytes));
    _exit(0);
  }
  close(ends[1]);
  if (pid < 0) {
    close(ends[0]);
    return false;
  }
  pid_ = pid;
  channel_ = ends[0];
  return true;
}

void ChildProcess::kill() {
  if (pid_ <= 0) return;
  close(channel_);
  ::kill(pid_, SIGKILL);
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) continue;
  pid_ = -1;
  channel_ = -1;
}

Status ChildProcess::send(std::span<const uint8_t> message, Deadline deadline) {
  return running() ? send_message(channel_, message, &deadline) : Status::died;
}

Status ChildProcess::receive(std::vector<uint8_t>& message, Deadline deadline) {
  return running() ? receive_message(channel_, message, &deadline) : Status::died;
}

bool read_message(int channel, std::vector<uint8_t>& message) {
  return receive_message(channel, message, nullptr) == Status::ok;
}

bool write_message(int channel, std::span<const uint8_t> message) {
  return send_message(channel, message, nullptr) == Status::ok;
}

}  // namespace cuttle

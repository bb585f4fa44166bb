// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

#include "engine/trace/layout.h"

namespace cuttle {

// A minimal engine: one program, its trace and its control socket.
class TestServer {
 public:
  explicit TestServer(
      const std::string& behaviour,
      const std::function<void(CuttleTraceHeader&)>& configure = [](CuttleTraceHeader&) {}) {
    const CuttleTraceSizes sizes = cuttle_trace_default_sizes();
    const int fd = memfd_create("trace", MFD_CLOEXEC);
    const uint64_t bytes = cuttle_trace_bytes(&sizes);
    EXPECT_EQ(ftruncate(fd, static_cast<off_t>(bytes)), 0);
    trace = static_cast<CuttleTraceHeader*>(
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0));
    cuttle_trace_init(trace, &sizes);
    configure(*trace);
    int sockets[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets), 0);
    control_ = sockets[0];
    pid_ = fork();
    if (pid_ == 0) {
      const int null = open("/dev/null", O_RDWR);
      for (int i = 0; i < 3; ++i) dup2(null, i);
      dup2(fd, CUTTLE_TRACE_FD);
      dup2(sockets[1], CUTTLE_CONTROL_FD);
      execl(CUTTLE_TEST_PROGRAM, "program", behaviour.c_str(), nullptr);
      _exit(127);
    }
    close(sockets[1]);
    close(fd);
    EXPECT_EQ(receive().kind, CUTTLE_MESSAGE_HELLO);
  }
  ~TestServer() {
    close(control_);
    int status = 0;
    waitpid(pid_, &status, 0);
    EXPECT_EQ(status, 0);
    munmap(trace, trace->total_size);
  }

  // The wait status of a run with this x; killed after `seconds`.
  int run(uint32_t x, double seconds = 10) {
    cuttle_trace_begin_run(trace);
    const uint32_t v = cuttle_intern_variable(trace, "x", CUTTLE_NO_INDEX, 1, 32, "int");
    auto* variable = static_cast<CuttleVariable*>(cuttle_area(trace, CUTTLE_AREA_VARIABLES)) + v;
    variable->value = x;
    variable->value_run = trace->run;
    const CuttleMessage go = {CUTTLE_MESSAGE_RUN, 0, 0, 0};
    EXPECT_EQ(send(control_, &go, sizeof go, 0), static_cast<ssize_t>(sizeof go));
    const auto whole = static_cast<time_t>(seconds);
    const timeval wait = {whole, static_cast<suseconds_t>(1e6 * (seconds - whole))};
    setsockopt(control_, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    CuttleMessage done = receive();
    if (done.kind == CUTTLE_MESSAGE_STARTED) {
      group_ = static_cast<pid_t>(done.a);
      done = receive();
    }
    if (done.kind == 0) {
      kill(-group_, SIGKILL);
      done = receive();
    }
    EXPECT_EQ(done.kind, CUTTLE_MESSAGE_DONE);
    return static_cast<int>(done.a);
  }

  const CuttleOutcome& outcome() const { return trace->outcome; }
  uint32_t count(int area) const { return cuttle_area_count(trace, area); }
  std::string first_image() const {
    return outcome().frame_count && outcome().frames[0].image != CUTTLE_NONE
               ? outcome().images + outcome().frames[0].image
               : "";
  }

  CuttleTraceHeader* trace;

 private:
  CuttleMessage receive() {
    CuttleMessage message = {};
    if (recv(control_, &message, sizeof message, 0) != static_cast<ssize_t>(sizeof message))
      message.kind = 0;
    return message;
  }

  int control_;
  pid_t group_ = 0;
  pid_t pid_;
};

}  // namespace cuttle

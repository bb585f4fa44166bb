// SPDX-License-Identifier: Apache-2.0
#include "engine/process/same_processor.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace cuttle {
namespace {

cpu_set_t processors_of(pid_t process) {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(sched_getaffinity(process, sizeof set, &set), 0);
  return set;
}

TEST(SameProcessor, BringsBothTogetherAndLeavesTheThreadAsItWas) {
  const cpu_set_t before = processors_of(0);
  if (CPU_COUNT(&before) < 2 || access("/proc/thread-self/schedstat", R_OK) != 0)
    GTEST_SKIP() << "one processor, or a kernel that does not tell how long threads wait";
  const pid_t program = fork();
  ASSERT_GE(program, 0);
  if (program == 0) {
    pause();
    _exit(0);
  }
  {
    SameProcessor processor;
    const pid_t processes[] = {program, 0};
    cpu_set_t ours = before;
    // On a busy machine they may be apart for a while.
    for (int i = 0; i < 500 && CPU_COUNT(&ours) != 1; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      for (int turn = 0; turn < 32; ++turn) processor.keep(processes);
      ours = processors_of(0);
    }
    EXPECT_EQ(CPU_COUNT(&ours), 1);
    const cpu_set_t theirs = processors_of(program);
    EXPECT_TRUE(CPU_EQUAL(&ours, &theirs));
  }
  const cpu_set_t after = processors_of(0);
  EXPECT_TRUE(CPU_EQUAL(&before, &after));
  kill(program, SIGKILL);
  waitpid(program, nullptr, 0);
}

}  // namespace
}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
// A run in which our own library cannot work is lost, and that is said.
#include <cuttle/cuttle.h>
#include <sys/resource.h>
#include <unistd.h>

int main(int argc, char** argv) {
  const struct rlimit little = {1u << 28, 1u << 28};
  int x;
  CUTTLE_input(x);
  if (argc == 1 && x == 5) {
    setrlimit(RLIMIT_AS, &little);
    execl("/proc/self/exe", argv[0], "again", (char*)0);
  }
  return 0;
}
// expect: incomplete lost-run
// expect: not exhausted

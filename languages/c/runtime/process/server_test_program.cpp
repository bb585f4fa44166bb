// SPDX-License-Identifier: Apache-2.0

// A program as the pass would make it, written by hand; its first argument says how it behaves.

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include "languages/c/runtime/runtime.h"

extern "C" sighandler_t __cuttle_model_signal(int, sighandler_t);

namespace {

const char strings[] = "\0program.c\0main";
const CuttleSite sites[] = {{1, 11, 10, 3, CUTTLE_SITE_BRANCH, 0, 0, 0, 2, 0}};
const CuttlePoint points[] = {{CUTTLE_POINT_ARM, 0, 0, 1, 11, 0, 0, 0},
                              {CUTTLE_POINT_ARM, 0, 1, 1, 11, 0, 0, 0}};
uint8_t early_coverage[2];
CuttleModule module;

__attribute__((constructor)) void register_module() {
  module.version = CUTTLE_MODULE_VERSION;
  module.name = 1;
  module.site_count = 1;
  module.point_count = 2;
  module.strings_size = sizeof strings;
  module.sites = sites;
  module.points = points;
  module.strings = strings;
  module.coverage = early_coverage;
  __cuttle_register_module(&module);
}

volatile char sink;

__attribute__((noinline)) int recurse(int depth) {
  volatile char frame[256];
  frame[0] = static_cast<char>(depth);
  sink = frame[0];
  return recurse(depth + 1) + frame[0];
}

jmp_buf env;

void close_everything() {
  for (int fd = 0; fd < 1024; ++fd) close(fd);
}

[[noreturn]] void hang() {
  for (;;) sink = sink + 1;
}

int global = 5;
char large[1 << 20];  // more than is kept writable
std::string* text = new std::string("before");
thread_local int local = 7;

// Fails unless everything is as it was at the start of the first run; then changes it.
void check_fresh_state() {
  static int calls;
  const bool fresh = global == 5 && large[500000] == 0 && *text == "before" && local == 7 &&
                     calls == 0 && getenv("CUTTLE_STATE") == nullptr && fcntl(50, F_GETFD) < 0 &&
                     errno != ENOTTY;
  if (!fresh) exit(1);
  global = 6;
  large[500000] = 1;
  text->append(" and much more, which does not fit into the string itself");
  text = new std::string("another");
  local = 8;
  ++calls;
  setenv("CUTTLE_STATE", "1", 1);
  dup2(1, 50);
  for (int i = 0; i < 100; ++i) free(malloc(static_cast<size_t>(i) * 100));
  auto* zeros = static_cast<char*>(calloc(1, 5000));
  for (int i = 0; i < 5000; ++i)
    if (zeros[i] != 0) exit(2);
  memset(zeros, 1, 5000);
  atexit([] { global = 9; });
  errno = ENOTTY;
}

void misbehave(const std::string& how) {
  if (how == "assert") assert(!"broken");
  if (how == "abort") abort();
  if (how == "null") *reinterpret_cast<volatile int*>(0) = 1;
  if (how == "jump") reinterpret_cast<void (*)()>(8)();
  if (how == "divide") {
    volatile int zero = 0;
    sink = static_cast<char>(100 / zero);
  }
  if (how == "overflow") recurse(0);
  if (how == "throw") throw std::runtime_error("nobody catches this");
  if (how == "exit") exit(3);
  if (how == "fast-exit") _exit(4);
  if (how == "close") close_everything();
  if (how == "hang") hang();
  if (how == "term") raise(SIGTERM);
  if (how == "greedy") {
    void* p = malloc(100ull << 30);
    exit(p ? 5 : 6);
  }
  if (how == "handler") {
    signal(SIGSEGV, [](int) { _exit(7); });
    *reinterpret_cast<volatile int*>(0) = 1;
  }
  if (how == "jump-out") {
    signal(SIGSEGV, [](int) { siglongjmp(env, 1); });
    if (!sigsetjmp(env, 1)) *reinterpret_cast<volatile int*>(0) = 1;
  }
  if (how == "thread") {
    std::thread([] {
      int y;
      __cuttle_input(&y, sizeof y, "y", "int");
      __cuttle_branch(__cuttle_binary(CUTTLE_OP_EQ, 32, __cuttle_load(&y, sizeof y), 0, 0, 1), 1,
                      y == 1);
    }).join();
  }
  if (how == "handler-installed") __cuttle_model_signal(SIGUSR1, SIG_IGN);
  if (how == "state") check_fresh_state();
  if (how == "fork") {
    if (fork() == 0) {
      int z;
      module.coverage[0] = 1;
      __cuttle_input(&z, sizeof z, "z", "int");
      abort();
    }
    wait(nullptr);
  }
  if (how == "daemon") {
    if (fork() == 0) {
      setsid();
      if (fork() == 0) {
        close_everything();
        hang();
      }
      _exit(0);
    }
    wait(nullptr);
  }
}

}  // namespace

int main(int argc, char** argv) {
  __cuttle_main(&argc, &argv);
  int x;
  __cuttle_thread.site = module.first_site;
  __cuttle_input(&x, sizeof x, "x", "int");
  const uint32_t id = __cuttle_load(&x, sizeof x);
  const uint32_t condition = __cuttle_binary(CUTTLE_OP_EQ, 32, id, 0, 0, 42);
  __cuttle_branch(condition, module.first_site, x == 42);
  module.coverage[x == 42] = 1;
  if (x == 42 && argc > 1) misbehave(argv[1]);
  return 0;
}

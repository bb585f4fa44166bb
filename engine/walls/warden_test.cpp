// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "engine/walls/wire.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// What a shell does inside walls of a kind, beginning in a folder of the user's.
class Inside {
 public:
  explicit Inside(const std::string& mode, std::vector<std::string> doors = {},
                  const fs::path& keep = {}) {
    std::ofstream(user.path() / "file") << "precious";
    before_ = fs::current_path();
    fs::current_path(user.path());
    Warden::Options options;
    options.walls.mode = mode;
    options.walls.doors = std::move(doors);
    options.walls.keep = keep;
    auto made = Warden::create(options);
    if (made)
      warden = std::move(*made);
    else
      why = made.error().message;
  }
  ~Inside() { fs::current_path(before_); }

  // Its output, and how it ended.
  std::string shell(const std::string& script, uint64_t memory = 0) {
    const fs::path file = output.path() / "out";
    const UniqueFd out(open(file.c_str(), O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0600));
    Inmate inmate;
    inmate.program = "/bin/sh";
    inmate.arguments = {"sh", "-c", script};
    inmate.environment = environment_inside(Walls{});
    inmate.out = inmate.err = out.get();
    inmate.memory_bytes = memory;
    const auto process = warden->start(inmate);
    if (!process) return process.error().message;
    if (!warden->ended(*process, status, 20)) return "it did not end";
    return contents(file);
  }

  TemporaryFolder user, output;
  std::unique_ptr<Warden> warden;
  std::string why;
  int status = 0;

 private:
  fs::path before_;
};

bool is_program(const char* path) {
  return access(path, X_OK) == 0;
}

class Kinds : public testing::TestWithParam<const char*> {
 public:
};
INSTANTIATE_TEST_SUITE_P(All, Kinds, testing::Values("user", "root", "none", "none-filter"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::erase(name, '-');
                           return name;
                         });

#define SKIP_UNLESS_POSSIBLE(inside) \
  if (!(inside).warden) GTEST_SKIP() << "this machine cannot: " << (inside).why

TEST_P(Kinds, FilesOfTheUserStayAsTheyAre) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  const auto file = (inside.user.path() / "file").string();
  inside.shell(
      "rm -f file; rm -f " + file + "; echo gone > " + file + "; echo x > new; mkdir d; " +
      "mv file other; chmod 0 file; ln -s x y; truncate -s 0 file; touch -d 1999-01-01 file; true");
  EXPECT_EQ(contents(file), "precious");
  EXPECT_EQ(access(file.c_str(), R_OK), 0);
  EXPECT_EQ(std::distance(fs::directory_iterator(inside.user.path()), {}), 1);
}

TEST_P(Kinds, ProgramsRead) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  EXPECT_EQ(inside.shell("cat file; cat /dev/null; ls /proc/self/maps"),
            "precious/proc/self/maps\n");
  EXPECT_EQ(inside.status, 0);
}

TEST_P(Kinds, ServicesOutsideAreNotReached) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  if (access("/usr/bin/python3", X_OK) != 0) GTEST_SKIP() << "there is no python3";
  const auto name = (inside.user.path() / "service").string();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, name.c_str(), sizeof address.sun_path - 1);
  const UniqueFd service(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  ASSERT_EQ(bind(service.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(service.get(), 1), 0);
  inside.shell("python3 -c 'import socket; socket.socket(socket.AF_UNIX).connect(\"" + name +
               "\")'");
  EXPECT_NE(inside.status, 0);
  EXPECT_LT(accept(service.get(), nullptr, nullptr), 0);
}

TEST_P(Kinds, SpeaksToItself) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  EXPECT_EQ(inside.shell("echo a > /dev/null && echo c >&2 && (sleep 0 & wait) && kill -0 $$ && "
                         "kill -0 0 && echo e"),
            "c\ne\n");
  if (std::string(GetParam()) == "none-filter") return;  // its own streams have no names there
  EXPECT_EQ(inside.shell("(echo b > /dev/stdout && echo d > /proc/self/fd/1) | cat"), "b\nd\n");
}

TEST(Warden, PrivateFoldersAreFreshOnRequest) {
  Inside inside("user");
  SKIP_UNLESS_POSSIBLE(inside);
  // A name that nobody else has used in the folder everybody uses.
  const std::string outside = "/tmp/cuttle-walls-" + std::to_string(getpid());
  EXPECT_FALSE(inside.warden->written());
  EXPECT_EQ(inside.shell("cat file; echo 1 > new; echo 2 > " + outside +
                         "; echo 3 > /dev/shm/x; rm file; ls"),
            "preciousnew\n");
  EXPECT_TRUE(inside.warden->written());
  EXPECT_FALSE(fs::exists(outside));
  ASSERT_TRUE(inside.warden->refresh());
  EXPECT_FALSE(inside.warden->written());
  EXPECT_EQ(inside.shell("cat file; ls; ls /dev/shm; cat " + outside + " 2>/dev/null"),
            "preciousfile\n");
  EXPECT_FALSE(inside.warden->written());
}

TEST_P(Kinds, NothingIsLeftBehind) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  const std::string mark = "31" + std::to_string(getpid());
  inside.shell("(setsid sleep " + mark + " &) ; setsid setsid sleep " + mark + " & ");
  EXPECT_TRUE(inside.warden->empty());
  for (const auto& process : fs::directory_iterator("/proc"))
    EXPECT_EQ(contents(process.path() / "cmdline").find(mark), std::string::npos);
}

TEST_P(Kinds, NobodyOutsideIsSignalled) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  const pid_t victim = fork();
  if (victim == 0)
    while (true) pause();
  inside.shell("kill -9 " + std::to_string(victim) + "; kill -9 $PPID; kill -STOP " +
               std::to_string(getpid()) + "; kill -9 -1");
  usleep(20000);
  EXPECT_EQ(waitpid(victim, nullptr, WNOHANG), 0);
  EXPECT_EQ(inside.shell("echo alive"), "alive\n");
  kill(victim, SIGKILL);
  waitpid(victim, nullptr, 0);
}

TEST_P(Kinds, AttemptsAreTold) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  if ((inside.warden->layers() & walls::notices) == 0) GTEST_SKIP() << "calls cannot be noticed";
  inside.shell("date -s 2001-01-01");
  const auto attempts = inside.warden->take_attempts();
  ASSERT_FALSE(attempts.empty());
  EXPECT_TRUE(attempts[0].call == "clock_settime" || attempts[0].call == "settimeofday")
      << attempts[0].call;
  EXPECT_FALSE(attempts[0].loss);
  EXPECT_FALSE(attempts[0].callers.empty());
}

TEST(Warden, TellsOfWritesOutside) {
  Inside inside("user");
  SKIP_UNLESS_POSSIBLE(inside);
  inside.shell("echo x > /etc/cuttle-test; rm -f /usr/cuttle-test; echo y > allowed");
  const auto attempts = inside.warden->take_attempts();
  ASSERT_EQ(attempts.size(), 1u);  // what is not there cannot be removed by anybody
  EXPECT_EQ(attempts[0].call, "open");
  EXPECT_EQ(attempts[0].path, "/etc/cuttle-test");
  EXPECT_FALSE(attempts[0].loss);
}

TEST_P(Kinds, MemoryIsCountedForAllTogether) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  // Each of them alone is within the bound.
  inside.shell("for i in 1 2 3 4; do head -c 60m /dev/zero | tail -c 60m | sleep 10 & done; wait",
               100u << 20);
  EXPECT_EQ(inside.shell("echo alive"), "alive\n");
  EXPECT_TRUE(inside.warden->empty());
}

TEST_P(Kinds, MemoryIsCountedOnceForAllThatShareIt) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  if (!is_program("/usr/bin/python3")) GTEST_SKIP() << "there is no python3";
  EXPECT_EQ(inside.shell("python3 -c 'import os, time\n"
                         "block = b\"x\" * (60 << 20)\n"
                         "for i in range(6):\n"
                         "  if os.fork() == 0: time.sleep(0.5); os._exit(0)\n"
                         "for i in range(6): os.wait()\n"
                         "print(\"done\")'",
                         150u << 20),
            "done\n");
}

TEST_P(Kinds, MemoryWithoutAnAddressIsCounted) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  if (!is_program("/usr/bin/python3")) GTEST_SKIP() << "there is no python3";
  EXPECT_EQ(inside.shell("python3 -c 'import os, time\n"
                         "files = [os.memfd_create(str(i)) for i in range(3)]\n"
                         "for file in files: os.write(file, b\"x\" * (50 << 20))\n"
                         "time.sleep(20)\n"
                         "print(\"done\")'",
                         120u << 20),
            "");
  EXPECT_TRUE(WIFSIGNALED(inside.status));
}

// Where private folders are not to be had, the one for temporary files is on a real disk.
TEST(Warden, DisksAreNotFilled) {
  Inside inside("none");
  SKIP_UNLESS_POSSIBLE(inside);
  if ((inside.warden->layers() & walls::landlock) == 0) GTEST_SKIP() << "there is no Landlock";
  inside.shell("cd $TMPDIR; for i in 1 2 3; do fallocate -l 400m $i || exit 0; done; sleep 20");
  EXPECT_TRUE(WIFSIGNALED(inside.status) || inside.status == 0);
  EXPECT_FALSE(inside.warden->take_attempts().empty());
  EXPECT_TRUE(inside.warden->refresh());
}

TEST(Warden, KeysAreNotRead) {
  for (const char* mode : {"user", "root", "none"}) {
    const TemporaryFolder home;
    fs::create_directory(home.path() / ".ssh");
    std::ofstream(home.path() / ".ssh/id") << "precious";
    std::ofstream(home.path() / "other") << "ordinary";
    const std::string before = std::getenv("HOME") != nullptr ? std::getenv("HOME") : "/";
    setenv("HOME", home.path().c_str(), 1);
    Inside inside(mode);
    setenv("HOME", before.c_str(), 1);
    if (!inside.warden) continue;
    if (std::string(mode) == "none" && (inside.warden->layers() & walls::landlock) == 0) continue;
    const std::string folder = home.path().string();
    EXPECT_EQ(inside.shell("cat " + folder + "/.ssh/id 2>/dev/null; cat " + folder + "/other; " +
                           "cat /etc/shadow 2>/dev/null; cat file"),
              "ordinaryprecious")
        << mode;
  }
}

// A core of 0 bytes would still be given to a program that collects them.
TEST_P(Kinds, NobodyCollectsCores) {
  Inside inside(GetParam());
  SKIP_UNLESS_POSSIBLE(inside);
  EXPECT_EQ(inside.shell("grep -c 'core file size *1  *1 ' /proc/self/limits"), "1\n");
}

TEST(Warden, KeepsWhatWasWrittenOnRequest) {
  for (const char* mode : {"user", "none"}) {
    const TemporaryFolder kept;
    fs::path where;
    {
      Inside inside(mode, {}, kept.path());
      if (!inside.warden) continue;
      where = std::string(mode) == "user" ? inside.user.path() : inside.warden->temporary();
      inside.shell("cd " + where.string() + " && mkdir d && echo text > d/new; rm -f file");
    }
    EXPECT_EQ(contents(kept.path() / where.relative_path() / "d/new"), "text\n") << mode;
    EXPECT_FALSE(fs::exists(kept.path() / where.relative_path() / "file")) << mode;
  }
}

TEST(Warden, EndsWithTheEngine) {
  const std::string mark = "32" + std::to_string(getpid());
  const pid_t engine = fork();
  if (engine == 0) {
    Inside inside("");
    inside.shell("sleep " + mark + " & echo; exec sleep " + mark);
    _exit(0);
  }
  const auto running = [&] {
    for (const auto& process : fs::directory_iterator("/proc"))
      if (contents(process.path() / "cmdline").starts_with(std::string("sleep\0", 6) + mark))
        return true;
    return false;
  };
  for (int i = 0; i < 1000 && !running(); ++i) usleep(10000);
  kill(engine, SIGKILL);
  waitpid(engine, nullptr, 0);
  for (int i = 0; i < 1000 && running(); ++i) usleep(10000);
  EXPECT_FALSE(running());
}

TEST(Doors, LetWritesThrough) {
  for (const char* mode : {"user", "root", "none"}) {
    const TemporaryFolder open;
    Inside inside(mode, {"write:" + open.path().string()});
    if (!inside.warden) continue;
    inside.shell("echo really > " + open.path().string() + "/new; rm -f file");
    EXPECT_EQ(contents(open.path() / "new"), "really\n") << mode;
    EXPECT_EQ(contents(inside.user.path() / "file"), "precious") << mode;
  }
}

TEST(Doors, LetSignalsThrough) {
  for (const char* mode : {"user", "root", "none"}) {
    Inside inside(mode, {"processes"});
    if (!inside.warden) continue;
    const pid_t victim = fork();
    if (victim == 0)
      while (true) pause();
    inside.shell("kill -9 " + std::to_string(victim));
    bool ended = false;
    for (int i = 0; i < 1000 && !ended; ++i) {
      ended = waitpid(victim, nullptr, WNOHANG) == victim;
      if (!ended) usleep(10000);
    }
    EXPECT_TRUE(ended) << mode;
    if (ended) continue;
    kill(victim, SIGKILL);
    waitpid(victim, nullptr, 0);
  }
}

TEST(Doors, LetConnectionsThrough) {
  if (!is_program("/usr/bin/python3")) GTEST_SKIP() << "there is no python3";
  for (const char* mode : {"user", "root", "none"}) {
    Inside inside(mode, {"network"});
    if (!inside.warden) continue;
    const UniqueFd service(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    ASSERT_EQ(bind(service.get(), reinterpret_cast<sockaddr*>(&address), size), 0);
    ASSERT_EQ(listen(service.get(), 1), 0);
    getsockname(service.get(), reinterpret_cast<sockaddr*>(&address), &size);
    inside.shell("python3 -c 'import socket; socket.create_connection((\"127.0.0.1\", " +
                 std::to_string(ntohs(address.sin_port)) + "))'");
    EXPECT_EQ(inside.status, 0) << mode;
    EXPECT_GE(UniqueFd(accept(service.get(), nullptr, nullptr)).get(), 0) << mode;
  }
}

TEST(Walls, SecretsAreKnownByTheirNames) {
  for (const char* name :
       {"SSH_AUTH_SOCK", "GITHUB_TOKEN", "MY_SECRET", "DB_PASSWORD", "X_API_KEY"})
    EXPECT_TRUE(is_secret(name)) << name;
  for (const char* name : {"HOME", "PATH", "LANG", "KEYBOARD", "TERM"})
    EXPECT_FALSE(is_secret(name));
}

TEST(Walls, DoorsAreChecked) {
  for (const Door& door : all_doors()) EXPECT_TRUE(parse_door(std::string(door.name)));
  EXPECT_EQ(parse_door("write:/usr/../usr").value(), "write:/usr");
  EXPECT_FALSE(parse_door("write:/not/there"));
  const auto wrong = parse_door("netwrk");
  ASSERT_FALSE(wrong);
  EXPECT_NE(wrong.error().hint.find("network"), std::string::npos);
}

}  // namespace
}  // namespace cuttle

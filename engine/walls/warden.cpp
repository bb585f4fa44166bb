// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "engine/walls/channel.h"
#include "engine/walls/keep.h"
#include "engine/walls/plan.h"

namespace cuttle {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using walls::Kind;

constexpr double build_seconds = 30, answer_seconds = 10;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

fs::path find_warden() {
  std::error_code problem;
  return fs::read_symlink("/proc/self/exe", problem).parent_path() / "cuttle-warden";
}

UniqueFd in_memory(const std::string& bytes) {
  UniqueFd file(memfd_create("cuttle-plan", MFD_CLOEXEC));
  if (file && write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
    file.reset();
  return file;
}

// Between fork and exec: only system calls.
[[noreturn]] void become_warden(const char* program, int socket, int plan) {
  constexpr int above = 10;
  const int null = open("/dev/null", O_RDWR);
  const int moved_socket = fcntl(socket, F_DUPFD, above), moved_plan = fcntl(plan, F_DUPFD, above);
  for (int fd = 0; fd < 3; ++fd) dup2(null, fd);
  dup2(moved_socket, walls::socket_fd);
  dup2(moved_plan, walls::plan_fd);
  syscall(SYS_close_range, walls::plan_fd + 1, ~0u, 0);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  char* const arguments[] = {const_cast<char*>("cuttle-warden"), nullptr};
  char* const environment[] = {nullptr};
  execve(program, arguments, environment);
  _exit(127);
}

uint64_t count_files(int store) {
  struct statfs status{};
  return fstatfs(store, &status) == 0 ? status.f_files - status.f_ffree : 0;
}

Attempt read_attempt(const walls::Message& message) {
  const walls::Packed packed(message.said());
  Attempt attempt;
  attempt.call = packed.first("call");
  attempt.path = packed.first("path");
  attempt.loss = packed.has("loss");
  const auto &images = packed.all("image"), &offsets = packed.all("offset");
  for (size_t i = 0; i < images.size() && i < offsets.size(); ++i)
    attempt.callers.push_back({images[i], std::stoull(offsets[i])});
  return attempt;
}

}  // namespace

Result<std::unique_ptr<Warden>> Warden::create(const Options& options) {
  std::vector<std::string> modes = walls_modes(options.walls);
  std::vector<std::string> refusals;
  for (const auto& mode : modes) {
    std::unique_ptr<Warden> warden(new Warden);
    auto begun = warden->begin(options, mode);
    if (!begun && warden->sorry_.empty()) return begun.error();
    if (begun) {
      warden->refusals_ = std::move(refusals);
      return warden;
    }
    refusals.push_back(mode + ": " + warden->sorry_);
  }
  std::string all;
  for (const auto& refusal : refusals) all += (all.empty() ? "" : "; ") + refusal;
  return Error::environment("the program cannot be kept in (" + all + ")",
                            "`--sandbox off' runs it without walls.");
}

Result<void> Warden::begin(const Options& options, const std::string& mode) {
  const fs::path program = find_warden();
  if (access(program.c_str(), X_OK) != 0)
    return Error::environment("the program `" + program.string() + "' is missing",
                              "build or install Cuttle again");
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
    return Error::environment(std::string("cannot make a socket: ") + std::strerror(errno));
  socket_.reset(sockets[0]);
  UniqueFd theirs(sockets[1]);
  const int on = 1;
  setsockopt(socket_.get(), SOL_SOCKET, SO_PASSCRED, &on, sizeof on);
  mode_ = mode;
  keep_ = options.walls.keep;
  if (mode.starts_with("none") && options.walls.on) scratch_ = std::make_unique<TemporaryFolder>();
  const UniqueFd plan = in_memory(walls_plan(options, mode, temporary()).bytes());
  const std::string path = program.string();
  pid_ = fork();
  if (pid_ < 0)
    return Error::environment(std::string("cannot start a process: ") + std::strerror(errno));
  if (pid_ == 0) become_warden(path.c_str(), theirs.get(), plan.get());
  theirs.reset();  // the warden's must be the only one, so that its end is noticed
  if (await(Kind::ready, build_seconds)) return {};
  if (sorry_.empty()) sorry_ = "the warden ended before it began";
  return Error::environment(sorry_);
}

Warden::~Warden() {
  stop();
}

void Warden::stop() {
  socket_.reset();  // it ends then, and all with it
  if (pid_ <= 0) return;
  end_process();
  keep();
}

void Warden::end_process() {
  constexpr int grace_milliseconds = 5000;
  for (int i = 0; i < grace_milliseconds; ++i) {
    if (waitpid(pid_, nullptr, WNOHANG) == pid_) {
      pid_ = -1;
      return;
    }
    usleep(i < 10 ? 100 : 1000);
  }
  kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

fs::path Warden::temporary() const {
  return scratch_ != nullptr ? scratch_->path() : fs::path();
}

void Warden::remember_files(UniqueFd store) {
  store_ = std::move(store);
  files_when_fresh_ = count_files(store_.get());
}

void Warden::keep() const {
  if (keep_.empty() || !written()) return;
  if (store_)
    walls::keep_files("/proc/self/fd/" + std::to_string(store_.get()) + "/" + walls::written_name,
                      keep_);
  else
    walls::keep_files(temporary(), keep_ / temporary().relative_path());
}

bool Warden::pump(double seconds) {
  if (!socket_) return false;
  pollfd watched{socket_.get(), POLLIN, 0};
  const int ready = poll(&watched, 1, static_cast<int>(seconds * 1000));
  if (ready < 0) return errno == EINTR;
  if (ready == 0) return false;
  walls::Received got = walls::receive(socket_.get(), false);
  if (got.how == walls::Received::How::nothing) return true;
  if (got.how == walls::Received::How::closed) {
    socket_.reset();
    return false;
  }
  const walls::Message& message = got.message;
  last_ = message.kind;
  answer_ = message.a;
  if (message.kind == Kind::ready) layers_ = message.a;
  if (message.kind == Kind::sorry) sorry_ = message.said();
  if (message.kind == Kind::failed) failure_ = message.said();
  if (message.kind == Kind::started) latest_ = {got.sender, static_cast<pid_t>(message.a)};
  if (message.kind == Kind::ended)
    ends_[static_cast<pid_t>(message.a)] = static_cast<int>(message.b);
  if (message.kind == Kind::attempt) attempts_.push_back(read_attempt(message));
  if (message.kind == Kind::fresh && message.a == 0) sorry_ = message.said();
  if (!got.fds.empty()) remember_files(std::move(got.fds.front()));
  return true;
}

bool Warden::await(Kind kind, double seconds) {
  const auto begin = Clock::now();
  for (double left = seconds; left > 0; left = seconds - seconds_since(begin)) {
    if (!pump(left)) {
      if (!socket_) return false;
      continue;
    }
    if (last_ == kind) return true;
    if (last_ == Kind::sorry || (last_ == Kind::failed && kind == Kind::started)) return false;
  }
  return false;
}

Result<Warden::Started> Warden::start(const Inmate& inmate) {
  const walls::Packed wishes = walls_wishes(inmate, temporary());
  const UniqueFd bytes = in_memory(wishes.bytes());
  const UniqueFd null(open("/dev/null", O_RDWR | O_CLOEXEC));
  std::vector<int> fds = {bytes.get()};
  for (const int fd : {inmate.in, inmate.out, inmate.err}) fds.push_back(fd >= 0 ? fd : null.get());
  for (const auto& [ours, place] : inmate.descriptors) fds.push_back(ours);
  walls::Message message;
  message.kind = Kind::start;
  failure_.clear();
  latest_ = {};
  if (!socket_ || !walls::send(socket_.get(), message, fds.data(), fds.size()) ||
      !await(Kind::started, answer_seconds) || latest_.pid <= 0)
    return Error::environment("cannot start `" + inmate.program.string() +
                              "': " + (failure_.empty() ? "the warden does not answer" : failure_));
  return latest_;
}

bool Warden::ended(const Started& process, int& status, double seconds) {
  const auto begin = Clock::now();
  double left = seconds;
  while (!ends_.contains(process.inside)) {
    if (!pump(std::max(left, 0.0))) {
      if (!socket_) {  // it went with the warden
        status = SIGKILL;
        return true;
      }
      if (left <= 0) return false;
    }
    left = seconds - seconds_since(begin);
  }
  status = ends_[process.inside];
  return true;
}

bool Warden::empty() {
  walls::Message message;
  message.kind = Kind::empty;
  if (socket_ && walls::send(socket_.get(), message) && await(Kind::emptied, answer_seconds))
    return true;
  stop();
  return false;
}

bool Warden::written() const {
  if (store_) return count_files(store_.get()) != files_when_fresh_;
  std::error_code problem;
  return scratch_ != nullptr && !fs::is_empty(scratch_->path(), problem);
}

Result<void> Warden::refresh() {
  keep();
  walls::Message message;
  message.kind = Kind::refresh;
  sorry_.clear();
  if (socket_ && walls::send(socket_.get(), message) && await(Kind::fresh, answer_seconds) &&
      answer_ == 1)
    return {};
  return Error::environment("private folders cannot be emptied: " +
                            (sorry_.empty() ? "the warden does not answer" : sorry_));
}

std::vector<Attempt> Warden::take_attempts() {
  while (pump(0)) {
  }
  return std::exchange(attempts_, {});
}

}  // namespace cuttle

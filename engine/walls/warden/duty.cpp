// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/duty.h"

#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "engine/walls/channel.h"
#include "engine/walls/warden/landlock.h"
#include "engine/walls/warden/namespaces.h"
#include "engine/walls/warden/trouble.h"

namespace cuttle::walls {
namespace {

constexpr int look_milliseconds = 100;   // at what they take
constexpr size_t most_processes = 1024;  // that runs may have together

std::string contents(int fd) {
  struct stat status{};
  fstat(fd, &status);
  std::string bytes(static_cast<size_t>(status.st_size), 0);
  const ssize_t got = pread(fd, bytes.data(), bytes.size(), 0);
  bytes.resize(got > 0 ? static_cast<size_t>(got) : 0);
  return bytes;
}

uint64_t bytes_in(int folder) {
  struct statfs status{};
  if (folder < 0 || fstatfs(folder, &status) != 0) return 0;
  return (status.f_blocks - status.f_bfree) * static_cast<uint64_t>(status.f_bsize);
}

}  // namespace

Duty::Duty(const Packed& plan, uint32_t layers)
    : plan_(plan),
      layers_(layers),
      guard_((layers & processes) != 0),
      files_(plan),
      consumption_(plan.all("scratch")) {
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  sigprocmask(SIG_BLOCK, &child, nullptr);
  children_.reset(signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
  if (plan.first("mode") == "none-at-all") return;
  if (layers_ & mounts) {
    layers_ = files_.build(layers_);
    if (layers_ & networks) bring_up_loopback();
  } else if (landlock_version() > 0 && !plan.has("no-landlock")) {
    layers_ |= landlock;
    if (landlock_version() >= landlock_with_signals) layers_ |= signals;
  }
  const bool noticed = can_notice_calls() && !plan.has("no-notices");
  layers_ |= filter;
  if (noticed) layers_ |= notices;
  filter_.emplace(plan, layers_, noticed);
  watch_.emplace(plan, layers_, guard_);
}

void Duty::serve() {
  Message message;
  message.kind = Kind::ready;
  message.a = layers_;
  const int store = files_.store();
  if (!send(socket_fd, message, &store, store >= 0 ? 1 : 0)) return;
  while (true) {
    std::vector<pollfd> watched = {{socket_fd, POLLIN, 0}, {children_.get(), POLLIN, 0}};
    for (const Begun& one : begun_) watched.push_back({one.notices.get(), POLLIN, 0});
    const int ready = poll(watched.data(), watched.size(), begun_.empty() ? -1 : look_milliseconds);
    look_at_consumption();
    if (ready <= 0) continue;
    for (size_t i = 0; i < begun_.size(); ++i) {
      const short events = watched[i + 2].revents;
      if (events & POLLIN)
        watch_->answer(begun_[i].notices.get(), begun_[i].server ? begun_[i].pid : 0);
      else if (events != 0)
        begun_[i].notices.reset();  // nobody is left behind that filter
    }
    // The children of one that has ended may still make calls that somebody has to answer.
    std::erase_if(begun_, [](const Begun& one) { return !one.notices && one.ended; });
    if (watched[1].revents != 0) {
      signalfd_siginfo ignored[16];
      while (read(children_.get(), ignored, sizeof ignored) > 0) {
      }
      tell_ends(guard_.reap());
    }
    if (watched[0].revents == 0) continue;
    Received got = receive(socket_fd, true);
    if (got.how == Received::How::closed) break;
    obey(got.message, std::move(got.fds));
  }
  // Where the namespace does not do it.
  std::vector<Guard::End> ended;
  guard_.end_all(ended);
}

void Duty::obey(Message& message, std::vector<UniqueFd> fds) {
  if (message.kind == Kind::start) start(std::move(fds));
  if (message.kind == Kind::refresh) renew_files();
  if (message.kind != Kind::empty) return;
  std::vector<Guard::End> ended;
  if (!guard_.end_all(ended)) _exit(3);
  tell_ends(ended);
  Message done;
  done.kind = Kind::emptied;
  send(socket_fd, done);
}

void Duty::start(std::vector<UniqueFd> fds) {
  if (fds.size() < 4) return;
  Program program;
  program.wishes = Packed(contents(fds.front().get()));
  fds.erase(fds.begin());
  consumption_.leave_out(fds);
  program.fds = std::move(fds);
  most_memory_ = program.wishes.number("memory");
  walls::Begun begun = begin(program, {&plan_, layers_, filter_ ? &*filter_ : nullptr});
  if (begun.pid < 0) {
    Message message;
    message.kind = Kind::failed;
    message.say(std::to_string(errno));
    send(socket_fd, message);
    return;
  }
  guard_.add(begun.pid);
  begun_.push_back({begun.pid, program.wishes.has("server"), std::move(begun.notices)});
}

void Duty::tell_ends(const std::vector<Guard::End>& ends) {
  for (const auto& [pid, status] : ends) {
    Message message;
    message.kind = Kind::ended;
    message.a = static_cast<uint32_t>(pid);
    message.b = static_cast<uint32_t>(status);
    send(socket_fd, message);
  }
  for (Begun& one : begun_)
    for (const auto& end : ends) one.ended = one.ended || end.pid == one.pid;
}

void Duty::renew_files() {
  Message message;
  message.kind = Kind::fresh;
  message.a = 1;
  try {
    if (layers_ & mounts) files_.renew();
    for (const auto& scratch : plan_.all("scratch")) {
      std::error_code problem;
      for (const auto& entry : std::filesystem::directory_iterator(scratch, problem))
        std::filesystem::remove_all(entry.path(), problem);
    }
  } catch (const Trouble& trouble) {
    message.a = 0;
    message.say(trouble.what);
  }
  const int store = files_.store();
  send(socket_fd, message, &store, message.a == 1 && store >= 0 ? 1 : 0);
}

void Duty::look_at_consumption() {
  const auto now = std::chrono::steady_clock::now();
  if (begun_.empty() || now < next_look_) return;
  next_look_ = now + std::chrono::milliseconds(look_milliseconds);
  const auto all = guard_.everybody();
  if (all.size() > most_processes)
    end_runs("more than " + std::to_string(most_processes) + " processes");
  else if (most_memory_ != 0 && consumption_.exceeds(all, bytes_in(files_.store()), most_memory_))
    end_runs("more memory than --memory allows");
  else if (consumption_.fills_disk(all))
    end_runs("more than 1 GB of files");
}

// A server that makes them stays, unless it is itself what takes too much.
void Duty::end_runs(const std::string& why) {
  std::vector<pid_t> servers;
  const bool alone = guard_.everybody().size() <= 1;
  for (const Begun& one : begun_)
    if (one.server && !alone) servers.push_back(one.pid);
  guard_.end_all_but(servers);
  Packed attempt;
  attempt.add("call", why);
  attempt.add("loss", "yes");
  Message message;
  message.kind = Kind::attempt;
  message.say(attempt.bytes());
  offer(socket_fd, message);
}

}  // namespace cuttle::walls

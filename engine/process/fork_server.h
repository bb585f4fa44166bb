// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/process/control_socket.h"
#include "engine/process/launch.h"
#include "engine/process/same_processor.h"
#include "engine/support/deadline.h"
#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/trace/format.h"

namespace cuttle {

// A program that writes a trace, started once and then asked for one run after the other. It makes
// each run in a process of its own (a fork of what it is at that moment), or all of them in the
// process that was started, as a virtual machine does: the process group that it names when a run
// begins (STARTED) tells. In the second case its death is the end of the run.
//
// The program finds the trace and its control socket on fixed descriptors, or by name
// (engine/trace/format.h). What it writes to stderr is read while it runs and its end is kept.
// Whatever it does, nothing here waits for ever.
//
// It lives inside walls (engine/walls): what a run writes is gone before the next one, what it
// starts ends with the program at the latest, and what it is refused is told.
class ForkServer {
 public:
  struct Options {
    std::filesystem::path program;
    std::vector<std::string> arguments;  // without [0]
    std::vector<std::pair<std::string, std::string>> environment;
    std::string name;  // for people; empty: the program's path
    Walls walls;
    std::vector<std::filesystem::path> needed = {};  // as in Launch
    int trace_fd = -1;
    bool by_name = false;              // also offer CUTTLE_TRACE_FILE and CUTTLE_CONTROL_SOCKET
    uint64_t data_bytes = 0;           // as in Launch
    uint64_t memory_bytes = 0;         // as in Launch
    double start_seconds = 30;         // from the start to HELLO
    Deadline until = Deadline::max();  // it is not waited for longer than this
    std::string ready = "main";        // what people call the place from which it says HELLO
    std::string newer_hint;            // what to do about a program of another version
  };
  struct Ending {
    // cut_off: the deadline came, through no fault of the program
    enum class How { ended, timed_out, server_died, cut_off };
    How how = How::ended;
    int wait_status = 0;
    std::string why = {};  // of server_died
    bool unheard = false;  // it ended without a word: perhaps before it was asked for the run
  };

  // Fails with what the program said when it does not get as far as HELLO.
  static Result<std::unique_ptr<ForkServer>> start(const Options& options);
  ~ForkServer();
  ForkServer(const ForkServer&) = delete;
  ForkServer& operator=(const ForkServer&) = delete;

  // One run, killed after `seconds` of CPU time, after three times as many when it sleeps, and
  // after ten times as many in any case; `persistent` when it may go on in the process of the one
  // before. At `until` it is over in any case.
  Ending run(double seconds, bool persistent, Deadline until = Deadline::max());
  // False after server_died, and when the run took the program with it: start another one.
  bool alive() const { return warden_ != nullptr; }
  // The last bytes that the program wrote to stderr since the last run began.
  const std::string& said() const { return said_; }
  // What it was refused since the last call.
  std::vector<Attempt> take_attempts();

 private:
  ForkServer(Launched launched, ControlSocket control)
      : warden_(std::move(launched.warden)),
        process_(launched.process),
        control_(std::move(control)),
        complaints_(std::move(launched.complaints)) {}

  enum class Wait { message, timeout, closed };
  Result<void> await_hello(const Options& options);
  Wait receive(CuttleMessage& message, double seconds);
  Ending await_done(double seconds, bool persistent, Deadline until);
  Ending late(pid_t group, Ending::How how);
  Ending died(const std::string& why);
  // The run was in the process that was started, and that has ended or has to.
  Ending own_end(Ending::How how);
  // Groups are named as the program sees them; a process of ours has another number.
  bool is_own(pid_t group) const { return group > 1 && group == process_.inside; }
  pid_t outside(pid_t group);
  void kill_run(pid_t group, int signal);
  // Before a run: nothing of earlier ones is left in its folders. False: that cannot be.
  bool freshen(CuttleMessage& message);
  void drain();
  bool has_ended(int& status);
  // Waits for its end, a little while; then makes an end of it.
  int reap();

  void leave();  // the program has ended

  std::unique_ptr<Warden> warden_;  // null: it has ended
  Warden::Started process_;
  std::vector<Attempt> attempts_;
  ControlSocket control_;
  UniqueFd complaints_;
  std::string said_;
  pid_t group_ = 0;                  // of the last run that said so
  std::pair<pid_t, pid_t> known_{};  // a group, and its number outside
  bool enters_again_ = false;        // it can be asked to enter its folder again
  bool wary_ = false;
  SameProcessor processor_;
};

}  // namespace cuttle

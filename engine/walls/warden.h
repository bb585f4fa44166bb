// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/support/files.h"
#include "engine/support/result.h"
#include "engine/support/unique_fd.h"
#include "engine/walls/walls.h"
#include "engine/walls/wire.h"

namespace cuttle {

// Something that a program tried and was refused.
struct Attempt {
  std::string call;   // "settimeofday", "unlink"
  std::string path;   // what it was for; may be empty
  bool loss = false;  // an ordinary user might have got another answer
  struct Caller {
    std::string image;    // a file
    uint64_t offset = 0;  // a return address, as in the file's symbol table
  };
  std::vector<Caller> callers;  // innermost first; some may be left over from earlier calls
};

// A program to start inside the walls. Descriptors stay the caller's.
struct Inmate {
  std::filesystem::path program;
  std::vector<std::string> arguments;    // with [0]
  std::vector<std::string> environment;  // NAME=VALUE, all of it
  std::filesystem::path folder;          // to work in; empty: where we are
  int in = -1, out = -1, err = -1;
  std::vector<std::pair<int, int>> descriptors;      // ours, and its number there
  std::vector<std::pair<std::string, int>> named;    // variables that name such a number
  uint64_t data_bytes = 0, address_space_bytes = 0;  // of each process; 0: no limit
  uint64_t memory_bytes = 0;                         // of all of them together; 0: no limit
  bool fixed_addresses = false;
  bool background = false;
  bool server = false;  // makes processes of its own, none of which may end it
};

// A place inside walls, and the process that keeps it. Everything that is started there ends when
// this object or our process does, however that comes about. For one thread.
class Warden {
 public:
  struct Options {
    Walls walls;
    std::vector<std::filesystem::path> writable = {};  // really written to
    // Must be seen wherever they are, as they are at each moment; not written to.
    std::vector<std::filesystem::path> needed = {};
  };
  static Result<std::unique_ptr<Warden>> create(const Options& options);
  ~Warden();
  Warden(const Warden&) = delete;
  Warden& operator=(const Warden&) = delete;

  struct Started {
    pid_t pid = -1;     // as we see it
    pid_t inside = -1;  // as it sees itself
  };
  Result<Started> start(const Inmate& inmate);
  // Has it ended? Then how. Waits so long, at most.
  bool ended(const Started& process, int& status, double seconds = 0);
  // What a process inside is called outside; -1: there is none of that number. Costs a look at each
  // of them.
  pid_t number_outside(pid_t inside) const;
  // Why it could not be executed: errno as text, or a sentence; empty when it could.
  const std::string& failure() const { return failure_; }
  // Ends everything inside. False: not even that helped, and the warden is gone.
  bool empty();

  // Did anybody write to what is private, since it was fresh?
  bool written() const;
  // Throws that away. Nobody who has files open there or works there notices before he enters his
  // folder again by its name.
  Result<void> refresh();

  // What was tried since the last call.
  std::vector<Attempt> take_attempts();

  uint32_t layers() const { return layers_; }
  const std::string& mode() const { return mode_; }
  // What the kernel said to stronger walls, with the mode before it.
  const std::vector<std::string>& refusals() const { return refusals_; }
  // A folder for temporary files that is private; empty: the usual ones are.
  std::filesystem::path temporary() const;

 private:
  Warden() = default;
  Result<void> begin(const Options& options, const std::string& mode);
  // Takes a message; false when none came in time, or ever will.
  bool pump(double seconds);
  bool await(walls::Kind kind, double seconds);
  void remember_files(UniqueFd store);
  void keep() const;
  void stop();
  void end_process();

  std::filesystem::path keep_;
  pid_t pid_ = -1;
  UniqueFd socket_, store_;
  uint64_t files_when_fresh_ = 0;
  uint32_t layers_ = 0;
  std::string mode_, failure_, sorry_;
  std::vector<std::string> refusals_;
  walls::Kind last_ = walls::Kind::ready;
  uint32_t answer_ = 0;
  Started latest_;
  std::map<pid_t, int> ends_;
  std::vector<Attempt> attempts_;
  std::unique_ptr<TemporaryFolder> scratch_;
};

}  // namespace cuttle

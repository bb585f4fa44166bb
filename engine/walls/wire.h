// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <string_view>
#include <vector>

// What the engine and the warden tell each other over a SOCK_SEQPACKET socket: one packet is one
// message, and longer texts come in a file of memory beside it. Both are of one build, so there is
// no version.
namespace cuttle::walls {

constexpr int socket_fd = 3;  // of the warden
constexpr int plan_fd = 4;    // a Packed plan

enum class Kind : uint32_t {
  // warden -> engine
  ready = 1,  // a = Layer bits; beside it: the folder of private files, where there is one
  sorry,      // the walls that are to be cannot be had; text says why
  started,    // sent by the new process itself, so that its credentials tell who it is; a = its
              // number as it sees it
  failed,     // the program could not be executed; a = errno
  ended,      // a = number as in `started`, b = wait status
  emptied,    // answer to `empty`
  fresh,      // answer to `refresh`; a = 1 and the new folder beside it, or a = 0 and why
  attempt,    // somebody tried what is refused; text is a Packed attempt
  // engine -> warden
  start,    // beside it: a Packed program, its stdin, stdout and stderr, and descriptors for it
  empty,    // end everything that runs
  refresh,  // throw away what was written, when nobody needs it any more
};

constexpr size_t text_size = 2048;

struct Message {
  Kind kind = Kind::ready;
  uint32_t a = 0, b = 0;
  uint32_t text_used = 0;
  char text[text_size] = {};

  void say(std::string_view words) {
    text_used = static_cast<uint32_t>(words.size() < text_size ? words.size() : text_size);
    std::memcpy(text, words.data(), text_used);
  }
  std::string said() const { return {text, text_used}; }
};
constexpr size_t message_head = offsetof(Message, text);

// Lists of texts by name, as bytes.
class Packed {
 public:
  Packed() = default;
  explicit Packed(std::string_view bytes);

  void add(const std::string& name, std::string value) { lists_[name].push_back(std::move(value)); }
  void set(const std::string& name, uint64_t number) { add(name, std::to_string(number)); }
  const std::vector<std::string>& all(const std::string& name) const;
  std::string first(const std::string& name) const;
  uint64_t number(const std::string& name) const;
  bool has(const std::string& name) const { return lists_.contains(name); }
  std::string bytes() const;

 private:
  std::map<std::string, std::vector<std::string>> lists_;
};

// What keeps a program in. Which of them a machine can have is for it to say.
enum Layer : uint32_t {
  users = 1,          // a user namespace: no privileges outside
  processes = 2,      // sees and ends only its own
  mounts = 4,         // files read-only, private folders
  overlays = 8,       // private folders show what is in the real ones
  networks = 16,      // a loopback of its own
  ipc = 32,           // and host name
  landlock = 64,      // writes nowhere else, even where mounts are not to be had
  signals = 128,      // Landlock also keeps signals in
  filter = 256,       // seccomp: calls that are not for programs
  notices = 512,      // and they are noticed
  kernel_proc = 1024  // a /proc of its own
};

}  // namespace cuttle::walls

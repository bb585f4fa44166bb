// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/save.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace cuttle {
namespace {

// Copies what lies between holes.
bool copy_parts(int from, int to) {
  std::vector<char> buffer(1u << 20);
  const off_t end = lseek(from, 0, SEEK_END);
  if (end < 0 || ftruncate(to, end) != 0) return false;
  for (off_t at = 0; at < end;) {
    const off_t begin = lseek(from, at, SEEK_DATA);
    if (begin < 0) return errno == ENXIO;  // only a hole is left
    const off_t hole = lseek(from, begin, SEEK_HOLE);
    for (at = begin; at < hole;) {
      const auto part = std::min<size_t>(buffer.size(), static_cast<size_t>(hole - at));
      const ssize_t got = pread(from, buffer.data(), part, at);
      if (got <= 0 || pwrite(to, buffer.data(), static_cast<size_t>(got), at) != got) return false;
      at += got;
    }
  }
  return true;
}

}  // namespace

Result<void> save_trace(const TraceMemory& trace, const std::filesystem::path& file) {
  std::string temporary = file.string() + ".XXXXXX";
  UniqueFd to(mkostemp(temporary.data(), O_CLOEXEC));
  const bool written = to && fchmod(to.get(), 0644) == 0 && copy_parts(trace.fd(), to.get()) &&
                       rename(temporary.c_str(), file.c_str()) == 0;
  if (written) return {};
  const int code = errno;
  if (to) unlink(temporary.c_str());
  return Error::environment("cannot write " + file.string() + ": " + std::strerror(code));
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/support/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "engine/support/check.h"
#include "engine/support/unique_fd.h"

namespace cuttle {

namespace {

Error failure(const char* what, const std::filesystem::path& path, int code) {
  std::string hint;
  if (code == ENOSPC || code == EDQUOT) hint = "Free some space and try again.";
  return Error::environment(
      std::string("cannot ") + what + " " + path.string() + ": " + std::strerror(code), hint);
}

bool write_all(int fd, std::string_view content) {
  while (!content.empty()) {
    ssize_t n = ::write(fd, content.data(), content.size());
    if (n < 0) {
      if (errno == EINTR) continue;
      return false;
    }
    content.remove_prefix(static_cast<size_t>(n));
  }
  return true;
}

}  // namespace

Result<void> write_file(const std::filesystem::path& path, std::string_view content, bool durable) {
  const std::string temporary = path.string() + ".new";
  UniqueFd file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!file) return failure("write", path, errno);
  bool written = write_all(file.get(), content) && (!durable || ::fsync(file.get()) == 0);
  int code = errno;
  // Some file systems report a full disk only here.
  if (::close(file.release()) != 0 && written) {
    written = false;
    code = errno;
  }
  if (written && ::rename(temporary.c_str(), path.c_str()) == 0) return {};
  if (written) code = errno;
  ::unlink(temporary.c_str());
  return failure("write", path, code);
}

Result<std::string> read_file(const std::filesystem::path& path, size_t max_bytes) {
  UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file) return failure("read", path, errno);
  struct stat info{};
  if (::fstat(file.get(), &info) != 0) return failure("read", path, errno);
  if (S_ISDIR(info.st_mode)) return failure("read", path, EISDIR);
  std::string content;
  char buffer[1 << 16];
  for (;;) {
    ssize_t n = ::read(file.get(), buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return failure("read", path, errno);
    if (n == 0) return content;
    content.append(buffer, static_cast<size_t>(n));
    if (content.size() > max_bytes) return failure("read", path, EFBIG);
  }
}

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "cuttle-XXXXXX").string();
  CUTTLE_CHECK(::mkdtemp(name.data()) != nullptr, "cannot create a temporary folder");
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace cuttle

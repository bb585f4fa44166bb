// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>

#include "cli/command.h"

int main(int count, char** values) {
  std::vector<std::string> arguments(values + 1, values + count);
  // As cuttle-cc and cuttle-c++ it is a compiler, for build systems that want one word.
  std::string program = count > 0 ? values[0] : "cuttle";
  std::string self = std::filesystem::path(program).filename().string();
  if (self == "cuttle-cc") arguments.insert(arguments.begin(), "cc");
  if (self == "cuttle-c++") arguments.insert(arguments.begin(), "c++");
  std::signal(SIGPIPE, SIG_IGN);
  try {
    int code = cuttle::cli::dispatch(program, std::move(arguments));
    if (std::fflush(stdout) != 0 && code == cuttle::cli::exit_fine) {
      return cuttle::cli::fail(cuttle::Error::environment("cannot write to the standard output"));
    }
    return code;
  } catch (const std::exception& problem) {
    return cuttle::cli::fail(cuttle::Error::environment(problem.what()));
  }
}

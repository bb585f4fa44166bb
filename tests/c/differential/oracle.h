// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace cuttle {

// A generated program that is worth exploring, with what brute force knows of it.
struct Specimen {
  uint64_t seed = 0;
  unsigned number = 0;
  unsigned bits = 0;
  std::set<uint64_t> logs;  // digests of the distinct branch logs over all inputs
};

// The natively compiled, self-logging versions of some programs.
class Oracle {
 public:
  // Compiles the programs with these seeds; aborts the test when that fails.
  Oracle(const std::filesystem::path& folder, const std::vector<uint64_t>& seeds);
  ~Oracle();
  Oracle(const Oracle&) = delete;
  Oracle& operator=(const Oracle&) = delete;

  // The digest of the branch log on one input; 0 when the program ran too long.
  uint64_t log(unsigned number, uint16_t input) const;
  // All inputs. Empty when there are too many logs, or one that is too long.
  std::set<uint64_t> all_logs(unsigned number, unsigned bits, size_t limit) const;

 private:
  void* library_ = nullptr;
  uint64_t (*run_)(unsigned, uint16_t) = nullptr;
};

// What both versions of the programs need around them. `prelude` defines the macros.
std::string whole_source(const std::string& prelude, const std::vector<uint64_t>& seeds,
                         const std::vector<unsigned>& numbers);

}  // namespace cuttle

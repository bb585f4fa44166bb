// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/support/result.h"

namespace cuttle::protocol {

// The words of a command as a shell would see them, with '...', "..." and \; nothing is expanded.
Result<std::vector<std::string>> split_words(const std::string& command);

// What to start: `{}' in the command stands for the targets, which come last when there is none;
// then the arguments of the program. The first word is looked up in PATH.
Result<std::vector<std::string>> command_line(const std::string& command,
                                              const std::vector<std::string>& targets,
                                              const std::vector<std::string>& arguments);

}  // namespace cuttle::protocol

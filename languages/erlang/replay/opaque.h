// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace cuttle::erlang::replay {

// What is known of functions that run as they are, by name ("erlang:self"). Of all others it is
// said that what they return is not among the inputs.

// It depends on the arguments alone.
bool is_pure(const std::string& name);
// It is about processes, tables and the like: the same in each run with the same inputs.
bool is_of_the_machine(const std::string& name);
// It asks for time, files, random numbers and the like.
bool is_of_the_world(const std::string& name);
// It writes something; nothing depends on its result.
bool is_output(const std::string& name);
// It reads or changes something that all processes share.
bool is_shared(const std::string& name);
// What it does comes in an order that is not among those that are tried.
bool has_orders_of_its_own(const std::string& name);
// It may return what was put aside (Memory) or sent, other than by way of the arguments.
bool reads_memory(const std::string& name);

}  // namespace cuttle::erlang::replay

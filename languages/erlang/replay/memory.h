// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <string>

#include "languages/erlang/replay/shadow.h"

namespace cuttle::erlang::replay {

// What a program puts aside with opaque functions and gets back: the process dictionary, and tables
// of ets. Values keep what they depend on; keys are as in this run. What comes back and does not
// agree with what is remembered is taken as the machine says it.
class Memory {
 public:
  static bool knows(const std::string& name);
  // Before the call: its keys become known.
  void fix_keys(Shadow& shadow, const std::string& name, std::span<Cell> args);
  // After it: what it gave, by the machine.
  Cell apply(Shadow& shadow, uint32_t process, const std::string& name, std::span<const Cell> args,
             const Term& given);
  // Something else may give back any of the values: they are as in this run.
  void forget(Shadow& shadow, const std::string& why, const std::string& space = "");
  // What the function reads or writes.
  static std::string place_of(Shadow& shadow, const std::string& name, std::span<const Cell> args);

 private:
  Cell remembered(Shadow& shadow, const std::string& where, const Term& given);
  Cell look_up(Shadow& shadow, std::span<const Cell> args, const Term& given);
  void insert(Shadow& shadow, Cell table, Cell object);

  void write(const std::string& where, Cell value);

  std::map<std::string, Cell> values_;
  std::vector<std::pair<std::string, Cell>> written_;  // all that depended on inputs
};

}  // namespace cuttle::erlang::replay

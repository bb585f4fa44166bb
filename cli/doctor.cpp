// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/utsname.h>

#include <cstdio>
#include <thread>

#include "cli/command.h"
#include "cli/terminal.h"
#include "cli/walls.h"

namespace cuttle::cli {
namespace {

std::string machine() {
  utsname name{};
  uname(&name);
  return fmt::format("{} {} {}, {} processors", name.sysname, name.release, name.machine,
                     std::thread::hardware_concurrency());
}

void show(const Terminal& out, const DoctorItem& item) {
  std::string mark = item.present    ? paint(out, Paint::green, "ok     ")
                     : item.required ? paint(out, Paint::red, "missing")
                                     : paint(out, Paint::yellow, "absent ");
  fmt::print("  {}  {:<24} {}\n", mark, item.what, item.detail);
}

}  // namespace

int doctor(const Context& context) {
  Terminal out = terminal_of(stdout, context.settings.color);
  fmt::print("cuttle {} on {}\n", version, machine());
  fmt::print("\n{}\n", paint(out, Paint::bold, "walls around programs"));
  for (const DoctorItem& item : walls_of_this_machine()) show(out, item);
  std::string usable, unusable;
  for (const auto& language : context.languages) {
    bool complete = true;
    fmt::print("\n{}\n", paint(out, Paint::bold, language->name()));
    for (const DoctorItem& item : language->doctor()) {
      show(out, item);
      complete = complete && (item.present || !item.required);
    }
    (complete ? usable : unusable) += " " + language->name();
  }
  fmt::print("\nUsable languages:{}\n", usable.empty() ? " none" : usable);
  if (unusable.empty()) return exit_fine;
  fmt::print("Not usable until what is missing is there:{}\n", unusable);
  return exit_environment;
}

}  // namespace cuttle::cli

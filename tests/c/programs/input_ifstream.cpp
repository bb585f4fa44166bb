// SPDX-License-Identifier: Apache-2.0
// A file that is read by streams of C++.
// run: --input file:settings.txt:8 --max-runs 1000 --stop-on-bug
// expect: not exhausted
#include <cassert>
#include <fstream>
#include <string>

int main() {
  std::ifstream in("settings.txt");
  assert(in.is_open());
  char kind = 0;
  unsigned number = 0;
  std::string unit;
  in.get(kind);
  in.ignore(1);
  in >> number >> unit;
  if (kind == '@') assert(number != 17 || unit != "kB");  // bug: assertion
}

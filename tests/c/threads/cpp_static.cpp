// SPDX-License-Identifier: Apache-2.0
// Two threads come to a static variable of a function that is not initialised yet.
#include <cuttle/cuttle.h>

#include <thread>

struct Settings {
  int value;
  Settings() : value(7) {}
};

static Settings &settings() {
  static Settings only;
  return only;
}

int main() {
  int a = 0, b = 0;
  std::thread one([&] { a = settings().value; });
  std::thread other([&] { b = settings().value; });
  one.join();
  other.join();
  CUTTLE_assert(a + b == 14);
}

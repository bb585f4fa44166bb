// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

int main() {
  std::puts("cuttle 0.1.0");
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// A function that is not there: the nearest one is named.
// run: --function are
int area(int width) { return width; }
int volume(int width) { return width; }
int main(void) { return 0; }
// expect: exit 2
// expect: stderr there is no function `are'
// expect: stderr did you mean `area'?
// expect: stderr volume

// SPDX-License-Identifier: Apache-2.0
// A program without inputs has one path.
int main(void) { return 0; }
// expect: runs == 1
// expect: paths == 1
// expect: exhausted

// SPDX-License-Identifier: Apache-2.0
// A wrong --world is refused before anything is done.
// run: --world tiem=5
// run: --world time
// run: --world time=late
// run: --world cores=0
// run: --world terminal=wide
// run: --world env:=1
// run: --world time=5 --input time
// run: --world env:A=1 --input env:A
int main(void) { return 0; }
// expect: exit 2
// expect: stderr --world

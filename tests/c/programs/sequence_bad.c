// SPDX-License-Identifier: Apache-2.0
// A function of the sequence is not there.
// run: --sequence insert,remov:2
void insert(int key) { (void)key; }
void remove_key(int key) { (void)key; }
// expect: exit 2
// expect: stderr there is no function `remov'

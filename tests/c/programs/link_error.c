// SPDX-License-Identifier: Apache-2.0
// The linker's own words.
int missing_function(int);
int main(void) { return missing_function(1); }
// expect: exit 2
// expect: stderr missing_function

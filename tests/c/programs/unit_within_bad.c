// SPDX-License-Identifier: Apache-2.0
// A member that is not there.
// run: --function first --within link:item.lnk
struct link { struct link *next; };
struct item { struct link link; };
struct item *first(struct link *head) { return (struct item *)head; }
// expect: exit 2
// expect: stderr `item.lnk' is no member of a structure here

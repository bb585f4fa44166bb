/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

#define CUTTLE_WORLD_LONGEST 64     /* characters of a value */
#define CUTTLE_LONGEST_VISIT 65536u /* bytes of --input accept: what a socket holds */

/* What of the world has a value of its own (--world KEY=VALUE): key, the value in its absence, what
 * it is. Values that are numbers lie between the two bounds; where both are 0, it is a text. The
 * environment and the locale, which a process gets when it is started, are not among them. */
#define CUTTLE_WORLD_KEYS(X)                                                                     \
  X(time, "946684800", 0, 17179869183ull, "the time of day at the start, in seconds since 1970") \
  X(uptime, "1000", 1, 1000000000, "how long the machine has run, in seconds")                   \
  X(pid, "1000", 2, 4194303, "the process; its parent is PID - 1")                               \
  X(uid, "1000", 0, 65533, "the user and the group")                                             \
  X(user, "user", 0, 0, "the user's name")                                                       \
  X(seed, "1", 0, 18446744073709551615ull, "where random numbers begin")                         \
  X(hostname, "cuttle", 0, 0, "the name of the machine")                                         \
  X(cores, "2", 1, 1024, "how many processors there are")                                        \
  X(memory, "4096", 16, 16777216, "of the machine, in MiB")                                      \
  X(terminal, "none", 0, 0, "the size of the terminal, COLUMNSxROWS; none: there is none")

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Many runs in one process, for programs where that is possible: tens of thousands per second
 * instead of one or two thousand by forking.
 *
 * At the start of the first run the process remembers its state: all writable memory of the program
 * and its libraries, the heap, the stack, descriptors. When a run comes to its end (exit, return
 * from main, a rejected assumption), the state is put back and the program goes on from the start
 * of the run. Memory that no run writes is write-protected and costs nothing; a page that is
 * written once is put back after each run from then on.
 *
 * A run that crashes, or does what cannot be undone (threads, processes, signal handlers, closed
 * standard descriptors), ends its process; the fork server makes a new one. */

#ifdef __cplusplus
extern "C" {
#endif

/* In a fresh child of the server: returns at the start of each run. `control` is the socket. */
void cuttle_persistent_start(int control);

/* The run ended with that exit status. Returns only when the process is not persistent. */
void cuttle_persistent_end(int status);

/* The process did something that cannot be undone: it ends with its run. */
void cuttle_persistent_spoil(void);

/* A write fault at `address`: 1 when it was write protection of ours, now lifted. */
int cuttle_persistent_fault(const void* address);

#ifdef __cplusplus
}
#endif

/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* The first connection to a server, as an input (--input accept:PORT). A socket that is bound to
 * such a port never comes to the network: a local one takes its place, and to that somebody
 * connects as soon as the program listens, says all there is to say and says no more. So whatever
 * waits for sockets (poll, epoll, select) works as ever, no port is in use, and both builds see the
 * same. When the program waits for the next one, its end has come. */

#include <stddef.h>
#include <stdint.h>

#include "languages/c/runtime/world_keys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Who comes to that port, and what is said. 0: nobody does. NULL: there are no such ports. */
extern int (*cuttle_world_visitor)(unsigned port, const uint8_t** bytes, size_t* size);
/* The port whose visitor the descriptor is connected to; 0: none. */
unsigned cuttle_world_visited(int fd);
/* Waits for descriptors, for so long (negative: for ever); 0: in vain, and then it is as late as
 * that. Ends a program whose visitors have all come, and who waits for more. */
typedef long (*CuttleWait)(void* what, int64_t nanoseconds);
long cuttle_world_await(CuttleWait wait, void* what, int64_t nanoseconds);

#ifdef __cplusplus
}
#endif

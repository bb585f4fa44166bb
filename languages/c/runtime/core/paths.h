/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* Names of files, for those who ask whether two mean the same one. By the names alone: links are
 * not followed, and there need not be such a file. */

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUTTLE_PATH_SIZE 4096u

/* The absolute form of `path`, without `.', `..' and double slashes; relative ones begin at the
 * descriptor `folder` (AT_FDCWD: the working folder). 0: too long, or there is no such folder. */
int cuttle_absolute_path(int folder, const char* path, char* absolute);

/* Which descriptor is it that the path (/dev/stdin, /dev/fd/N, /proc/self/fd/N) opens again? -1:
 * none. */
int cuttle_path_of_descriptor(const char* path);

#ifdef __cplusplus
}
#endif

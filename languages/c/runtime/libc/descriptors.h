/* SPDX-License-Identifier: Apache-2.0 */
#pragma once

/* What the models of reading from descriptors and sockets share. */

#include <sys/types.h>
#include <sys/uio.h>

#include "languages/c/runtime/modelling.h"

/* The file that is an input and is read by this descriptor. NULL: it is none, and the runtime has
 * looked where the data comes from. */
CuttleFile* cuttle_input_of(int fd);
/* The bytes that a call of the system, of that name, has written are concrete. Gives `got`. */
ssize_t cuttle_concrete(int fd, const char* name, void* buffer, ssize_t got);
void cuttle_clear_buffers(const struct iovec* parts, int count, ssize_t got);
void cuttle_pin_parts(const struct iovec* parts, int count);
/* From a file that is an input, as read, pread and readv; offset -1: from where the file is. */
ssize_t cuttle_read_file(CuttleFile* file, void* buffer, size_t size);
ssize_t cuttle_read_file_at(CuttleFile* file, void* buffer, size_t size, off_t offset);
ssize_t cuttle_read_parts(CuttleFile* file, const struct iovec* parts, int count, off_t offset);

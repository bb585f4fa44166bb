/* SPDX-License-Identifier: Apache-2.0 */

/* The terminal: none, or one of a fixed size on the standard descriptors. */

#define _GNU_SOURCE
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static int has_terminal(int fd) {
  return cuttle_world.on && fd >= 0 && fd <= 2 && strcmp(cuttle_world.terminal, "none") != 0;
}

static int no_terminal(int fd) {
  if (KERNEL(SYS_fcntl, fd, 1 /* F_GETFD */) >= 0) errno = ENOTTY;
  return 0;
}

WORLD int isatty(int fd) {
  if (!cuttle_world.on) return REAL(isatty)(fd);
  return has_terminal(fd) ? 1 : no_terminal(fd);
}

/* "80x24" */
static void fill_size(struct winsize* size) {
  const char* rows = strchr(cuttle_world.terminal, 'x');
  memset(size, 0, sizeof(*size));
  size->ws_col = (unsigned short)cuttle_world_number(cuttle_world.terminal);
  if (rows) size->ws_row = (unsigned short)cuttle_world_number(rows + 1);
}

static void fill_attributes(struct termios* to) {
  memset(to, 0, sizeof(*to));
  to->c_iflag = ICRNL | IXON;
  to->c_oflag = OPOST | ONLCR;
  to->c_cflag = CS8 | CREAD;
  to->c_lflag = ISIG | ICANON | ECHO | ECHOE | ECHOK | IEXTEN;
  to->c_cc[VMIN] = 1;
}

WORLD int tcgetattr(int fd, struct termios* to) {
  if (!cuttle_world.on) return REAL(tcgetattr)(fd, to);
  if (!has_terminal(fd)) return no_terminal(fd) - 1;
  fill_attributes(to);
  return 0;
}

WORLD int tcsetattr(int fd, int when, const struct termios* from) {
  if (!cuttle_world.on) return REAL(tcsetattr)(fd, when, from);
  return has_terminal(fd) ? 0 : no_terminal(fd) - 1;
}

WORLD int tcgetwinsize(int fd, struct winsize* to) {
  return ioctl(fd, TIOCGWINSZ, to);
}

WORLD char* ttyname(int fd) {
  if (!cuttle_world.on) return REAL(ttyname)(fd);
  if (has_terminal(fd)) return (char*)"/dev/tty";
  no_terminal(fd);
  return NULL;
}

WORLD int ttyname_r(int fd, char* to, size_t size) {
  if (!cuttle_world.on) return REAL(ttyname_r)(fd, to, size);
  if (!has_terminal(fd)) return ENOTTY;
  if (size < sizeof("/dev/tty")) return ERANGE;
  memcpy(to, "/dev/tty", sizeof("/dev/tty"));
  return 0;
}

WORLD int ioctl(int fd, unsigned long request, ...) {
  va_list rest;
  void* argument;
  va_start(rest, request);
  argument = va_arg(rest, void*);
  va_end(rest);
  if (!has_terminal(fd)) return (int)KERNEL(SYS_ioctl, fd, request, argument);
  switch (request) {
    case TIOCGWINSZ:
      fill_size((struct winsize*)argument);
      return 0;
    case TCGETS:
      return tcgetattr(fd, (struct termios*)argument);
    case TIOCSWINSZ:
    case TCSETS:
    case TCSETSW:
    case TCSETSF:
      return 0;
    default:
      return (int)KERNEL(SYS_ioctl, fd, request, argument);
  }
}

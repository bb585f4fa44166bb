// SPDX-License-Identifier: Apache-2.0
// What a program writes and reads again may depend on its inputs: not followed, and reported.
// run: --input stdin:1 -- file
// run: --input stdin:1 -- stream
// run: --input stdin:1 -- pipe
// expect: incomplete environment
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int through_stream(char c) {
  FILE* file = tmpfile();
  fputc(c, file);
  rewind(file);
  return fgetc(file);
}

static int through(int from, int to, char c) {
  if (write(to, &c, 1) != 1 || (from == to && lseek(from, 0, SEEK_SET) != 0)) return 0;
  return read(from, &c, 1) == 1 ? c : 0;
}

int main(int argc, char** argv) {
  int ends[2], back = 0;
  const int c = getchar();
  if (c == EOF) return 1;
  if (!strcmp(argv[1], "stream")) back = through_stream((char)c);
  if (!strcmp(argv[1], "pipe") && pipe(ends) == 0) back = through(ends[0], ends[1], (char)c);
  if (!strcmp(argv[1], "file")) {
    const int fd = fileno(tmpfile());
    back = through(fd, fd, (char)c);
  }
  return back == 'x';
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

static jmp_buf here;
static volatile int signals;

static int interpret(const unsigned char* code) {
  static void* const table[] = {&&push, &&add, &&mul, &&jump_if, &&halt};
  int stack[16], top = 0, at = 0;
  goto* table[code[at]];
push:
  stack[top++] = code[at + 1];
  at += 2;
  goto* table[code[at]];
add:
  top--;
  stack[top - 1] += stack[top];
  at++;
  goto* table[code[at]];
mul:
  top--;
  stack[top - 1] *= stack[top];
  at++;
  goto* table[code[at]];
jump_if:
  at = stack[top - 1] > 100 ? at + 2 : code[at + 1];
  goto* table[code[at]];
halt:
  return stack[top - 1];
}

static void deeper(int n) {
  if (n == 0) longjmp(here, 42);
  deeper(n - 1);
}

static void on_signal(int number) {
  signals += number == SIGUSR1;
}

/* Duff's device: a loop that is entered in the middle. */
static void send(char* to, const char* from, int count) {
  int n = (count + 7) / 8;
  switch (count % 8) {
    case 0:
      do {
        *to++ = *from++;
        case 7:
          *to++ = *from++;
        case 6:
          *to++ = *from++;
        case 5:
          *to++ = *from++;
        case 4:
          *to++ = *from++;
        case 3:
          *to++ = *from++;
        case 2:
          *to++ = *from++;
        case 1:
          *to++ = *from++;
      } while (--n > 0);
  }
}

static int irreducible(int n) {
  int i = 0, sum = 0;
  if (n & 1) goto middle;
top:
  sum += i;
middle:
  sum += 2;
  if (++i < n) goto top;
  return sum;
}

int main(void) {
  const unsigned char code[] = {0, 3, 0, 2, 2, 0, 5, 1, 3, 2, 4};
  printf("%d\n", interpret(code));
  volatile int kept = 5;
  const int result = setjmp(here);
  if (result == 0) {
    kept = 6;
    deeper(10);
  }
  printf("%d %d\n", result, kept);
  signal(SIGUSR1, on_signal);
  raise(SIGUSR1);
  raise(SIGUSR1);
  char buffer[32] = {0};
  send(buffer, "the quick brown fox", 19);
  printf("%d %s %d %d\n", signals, buffer, irreducible(6), irreducible(7));
  return 0;
}

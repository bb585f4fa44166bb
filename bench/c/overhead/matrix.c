/* SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#define N 240
static int a[N][N], b[N][N], c[N][N];

static void multiply(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) {
      int sum = 0;
      for (int k = 0; k < N; ++k) sum += a[i][k] * b[k][j];
      c[i][j] = sum;
    }
}

int main(void) {
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < N; ++j) a[i][j] = i + j, b[i][j] = i - j;
  for (int round = 0; round < 6; ++round) {
    multiply();
    a[round][round] = c[round][round];
  }
  printf("%d\n", c[7][9]);
  return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */

/* Random numbers: one sequence, from which everybody takes. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static uint64_t taken; /* how many words of the sequence */

/* SplitMix64: each word from its number alone. */
static uint64_t next_word(void) {
  const uint64_t number = __atomic_add_fetch(&taken, 1, __ATOMIC_RELAXED);
  uint64_t z = cuttle_world_number(cuttle_world.seed) + number * 0x9e3779b97f4a7c15ull;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ z >> 27) * 0x94d049bb133111ebull;
  return z ^ z >> 31;
}

int (*cuttle_world_choose)(uint64_t index, uint8_t* to);
static uint64_t chosen; /* how many bytes */
static const char* digits_of_test;

static unsigned digit(char c) {
  return c <= '9' ? (unsigned)(c - '0') : (unsigned)(c - 'a' + 10);
}

static int choose_from_test(uint64_t index, uint8_t* to) {
  if (index >= strlen(digits_of_test) / 2) return 0;
  *to = (uint8_t)(digit(digits_of_test[2 * index]) << 4 | digit(digits_of_test[2 * index + 1]));
  return 1;
}

void cuttle_world_set_random(const char* digits) {
  digits_of_test = digits;
  cuttle_world_choose = choose_from_test;
}

void cuttle_world_random(void* to, size_t size) {
  uint8_t* at = (uint8_t*)to;
  for (; cuttle_world_choose && size && cuttle_world_choose(chosen, at); ++chosen, ++at) --size;
  while (size) {
    const uint64_t word = next_word();
    const size_t part = size < sizeof(word) ? size : sizeof(word);
    memcpy(at, &word, part);
    at += part;
    size -= part;
  }
}

WORLD ssize_t getrandom(void* to, size_t size, unsigned flags) {
  if (!cuttle_world.on) return KERNEL(SYS_getrandom, to, size, flags);
  cuttle_world_random(to, size);
  return (ssize_t)size;
}

WORLD int getentropy(void* to, size_t size) {
  if (size > 256) {
    errno = EIO;
    return -1;
  }
  return getrandom(to, size, 0) == (ssize_t)size ? 0 : -1;
}

WORLD void arc4random_buf(void* to, size_t size) {
  while (size) {
    const ssize_t got = getrandom(to, size, 0);
    if (got < 0 && errno != EINTR) abort();
    if (got < 0) continue;
    to = (uint8_t*)to + got;
    size -= (size_t)got;
  }
}

WORLD uint32_t arc4random(void) {
  uint32_t number;
  arc4random_buf(&number, sizeof(number));
  return number;
}

/* Without preference for small numbers: those below the remainder are drawn again. */
WORLD uint32_t arc4random_uniform(uint32_t bound) {
  uint32_t number;
  if (bound < 2) return 0;
  do number = arc4random();
  while (number < -bound % bound);
  return number % bound;
}

/* std::random_device, which takes its numbers from an instruction. */
unsigned cuttle_world_device(void* self) __asm__("_ZNSt13random_device9_M_getvalEv") WORLD;
unsigned cuttle_world_device(void* self) {
  (void)self;
  return arc4random();
}

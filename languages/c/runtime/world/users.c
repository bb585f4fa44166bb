/* SPDX-License-Identifier: Apache-2.0 */

/* Who runs the program: one user with one group, who is nobody in particular. */

#define _GNU_SOURCE
#include <grp.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "languages/c/runtime/world/kernel.h"
#include "languages/c/runtime/world/world.h"

static unsigned own_number(void) {
  return (unsigned)cuttle_world_number(cuttle_world.uid);
}

#define IDENTITY(type, name)                                          \
  WORLD type name(void) {                                             \
    return cuttle_world.on ? own_number() : (type)KERNEL(SYS_##name); \
  }
IDENTITY(uid_t, getuid)
IDENTITY(uid_t, geteuid)
IDENTITY(gid_t, getgid)
IDENTITY(gid_t, getegid)

#define IDENTITIES(type, name)                                                    \
  WORLD int name(type* real, type* effective, type* saved) {                      \
    if (!cuttle_world.on) return (int)KERNEL(SYS_##name, real, effective, saved); \
    *real = *effective = *saved = own_number();                                   \
    return 0;                                                                     \
  }
IDENTITIES(uid_t, getresuid)
IDENTITIES(gid_t, getresgid)

WORLD int getgroups(int size, gid_t* list) {
  if (!cuttle_world.on) return (int)KERNEL(SYS_getgroups, size, list);
  if (size > 0) *list = own_number();
  return 1;
}

WORLD char* getlogin(void) {
  return cuttle_world.on ? (char*)cuttle_world.user : REAL(getlogin)();
}

WORLD int getlogin_r(char* to, size_t size) {
  if (!cuttle_world.on) return REAL(getlogin_r)(to, size);
  if (strlen(cuttle_world.user) >= size) return ERANGE;
  memcpy(to, cuttle_world.user, strlen(cuttle_world.user) + 1);
  return 0;
}

/* ---- The entries of this user and group; those of others are the machine's ------------------- */

#define IS_US(name) (cuttle_world.on && !strcmp(name, cuttle_world.user))

static void fill_user(struct passwd* entry) {
  entry->pw_name = entry->pw_gecos = (char*)cuttle_world.user;
  entry->pw_passwd = (char*)"x";
  entry->pw_uid = entry->pw_gid = own_number();
  entry->pw_dir = (char*)"/nonexistent";
  entry->pw_shell = (char*)"/bin/sh";
}

static void fill_group(struct group* entry) {
  static char* members[1];
  entry->gr_name = (char*)cuttle_world.user;
  entry->gr_passwd = (char*)"x";
  entry->gr_gid = own_number();
  entry->gr_mem = members;
}

#define LOOK_UP(entry, name, kind, is_it, fill)               \
  WORLD struct entry* name(kind key) {                        \
    static struct entry one;                                  \
    if (!cuttle_world.on || !(is_it)) return REAL(name)(key); \
    fill(&one);                                               \
    return &one;                                              \
  }
LOOK_UP(passwd, getpwuid, uid_t, key == own_number(), fill_user)
LOOK_UP(passwd, getpwnam, const char*, IS_US(key), fill_user)
LOOK_UP(group, getgrgid, gid_t, key == own_number(), fill_group)
LOOK_UP(group, getgrnam, const char*, IS_US(key), fill_group)

#define LOOK_UP_INTO(entry, name, kind, is_it, fill)                                           \
  WORLD int name(kind key, struct entry* to, char* room, size_t size, struct entry** result) { \
    if (!cuttle_world.on || !(is_it)) return REAL(name)(key, to, room, size, result);          \
    fill(to);                                                                                  \
    *result = to;                                                                              \
    return 0;                                                                                  \
  }
LOOK_UP_INTO(passwd, getpwuid_r, uid_t, key == own_number(), fill_user)
LOOK_UP_INTO(passwd, getpwnam_r, const char*, IS_US(key), fill_user)
LOOK_UP_INTO(group, getgrgid_r, gid_t, key == own_number(), fill_group)
LOOK_UP_INTO(group, getgrnam_r, const char*, IS_US(key), fill_group)

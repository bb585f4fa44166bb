// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstring>

#include "languages/c/runtime/schedule/schedule.h"

namespace {

int memory[4];
int lock, condition;

CuttleOperation access(const void* at, uint32_t size, uint8_t how) {
  CuttleOperation operation;
  std::memset(&operation, 0, sizeof(operation));
  operation.kind = CUTTLE_ACCESS;
  operation.flags = how;
  operation.object = at;
  operation.aux = size;
  return operation;
}

CuttleOperation sync(CuttleSync how, const void* object, const void* second = nullptr) {
  CuttleOperation operation;
  std::memset(&operation, 0, sizeof(operation));
  operation.kind = CUTTLE_SYNC;
  operation.flags = static_cast<uint8_t>(how);
  operation.object = object;
  operation.second = second;
  return operation;
}

bool depend(const CuttleOperation& x, const CuttleOperation& y) {
  EXPECT_EQ(cuttle_depend(&x, &y), cuttle_depend(&y, &x));
  return cuttle_depend(&x, &y) != 0;
}

TEST(Dependence, OfAccessesIsOverlapWithAWrite) {
  const auto read = access(&memory[1], 4, CUTTLE_ACCESS_READ);
  const auto write = access(&memory[1], 4, CUTTLE_ACCESS_WRITE);
  EXPECT_FALSE(depend(read, read));
  EXPECT_TRUE(depend(read, write));
  EXPECT_TRUE(depend(write, write));
  EXPECT_FALSE(depend(write, access(&memory[2], 4, CUTTLE_ACCESS_WRITE)));
  EXPECT_TRUE(depend(write, access(&memory[0], 16, CUTTLE_ACCESS_READ)));
}

TEST(Dependence, OfLocksIsTheSameLock) {
  EXPECT_TRUE(depend(sync(CUTTLE_SYNC_LOCK, &lock), sync(CUTTLE_SYNC_UNLOCK, &lock)));
  EXPECT_FALSE(depend(sync(CUTTLE_SYNC_LOCK, &lock), sync(CUTTLE_SYNC_LOCK, &condition)));
  EXPECT_FALSE(depend(sync(CUTTLE_SYNC_SHARE, &lock), sync(CUTTLE_SYNC_SHARE, &lock)));
  EXPECT_TRUE(depend(sync(CUTTLE_SYNC_SHARE, &lock), sync(CUTTLE_SYNC_LOCK, &lock)));
  EXPECT_FALSE(depend(sync(CUTTLE_SYNC_YIELD, nullptr), sync(CUTTLE_SYNC_YIELD, nullptr)));
}

TEST(Dependence, OfASignalledWakeIsTheMutexOnly) {
  auto wake = sync(CUTTLE_SYNC_WAKE, &condition, &lock);
  EXPECT_TRUE(depend(wake, sync(CUTTLE_SYNC_LOCK, &lock)));
  EXPECT_FALSE(depend(wake, sync(CUTTLE_SYNC_SIGNAL, &condition)));
  wake.value = 1;  // by itself
  EXPECT_TRUE(depend(wake, sync(CUTTLE_SYNC_SIGNAL, &condition)));
  EXPECT_TRUE(depend(sync(CUTTLE_SYNC_WAIT, &condition, &lock), sync(CUTTLE_SYNC_LOCK, &lock)));
  EXPECT_TRUE(
      depend(sync(CUTTLE_SYNC_WAIT, &condition, &lock), sync(CUTTLE_SYNC_SIGNAL, &condition)));
}

}  // namespace

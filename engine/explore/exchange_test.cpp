// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/exchange.h"

#include <gtest/gtest.h>

#include <thread>

namespace cuttle {
namespace {

bool never() {
  return false;
}

Parcel parcel_of(uint64_t run, size_t items = 1) {
  Parcel parcel;
  parcel.run = run;
  for (size_t i = 0; i < items; ++i)
    parcel.items.push_back({{run, static_cast<uint32_t>(i), 1, {}}, 1, {}});
  return parcel;
}

TEST(Exchange, WorkersWaitForEachOtherAndEndTogether) {
  Exchange exchange;
  for (int i = 0; i < 2; ++i) exchange.worker_started();
  std::optional<Parcel> got = Parcel();
  {
    std::jthread other([&] {
      got = exchange.wait(never);
      EXPECT_FALSE(exchange.wait(never));
    });
    while (!exchange.somebody_is_idle()) std::this_thread::yield();
    exchange.give(parcel_of(5));
    while (exchange.items() > 0) std::this_thread::yield();
    EXPECT_FALSE(exchange.wait(never)) << "both are idle, and nothing is left";
  }
  ASSERT_TRUE(got);
  EXPECT_EQ(got->run, 5u);
}

TEST(Exchange, AsksForMoreWhenAllWait) {
  Exchange exchange;
  exchange.worker_started();
  int asked = 0;
  const auto got = exchange.wait(never, [&] {
    if (++asked < 3) return Exchange::Refill::later;
    exchange.give(parcel_of(7));
    return Exchange::Refill::given;
  });
  ASSERT_TRUE(got);
  EXPECT_EQ(got->run, 7u);
  EXPECT_EQ(asked, 3);
  EXPECT_FALSE(exchange.wait(never, [] { return Exchange::Refill::finished; }));
}

TEST(Exchange, OtherProcessesGetWhatNoWorkerHereWaitsFor) {
  Exchange exchange;
  exchange.worker_started();
  exchange.give(parcel_of(1, 2));
  exchange.give(parcel_of(2, 3));
  EXPECT_EQ(exchange.items(), 5u);
  EXPECT_FALSE(exchange.take_for_others()) << "nobody asked";
  EXPECT_FALSE(exchange.somebody_is_idle());
  exchange.others_wait(3);
  EXPECT_TRUE(exchange.somebody_is_idle()) << "two parcels for three who wait";
  const std::optional<Parcel> first = exchange.take_for_others();
  ASSERT_TRUE(first);
  EXPECT_EQ(first->run, 1u);
  EXPECT_TRUE(exchange.take_for_others());
  EXPECT_FALSE(exchange.take_for_others());
  exchange.others_wait(0);
  EXPECT_FALSE(exchange.somebody_is_idle());
}

}  // namespace
}  // namespace cuttle

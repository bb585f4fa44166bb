// SPDX-License-Identifier: Apache-2.0

// Days and times: the models against libc, in UTC and the C locale.

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <ctime>
#include <random>
#include <string>

extern "C" {
struct tm* __cuttle_model_gmtime_r(const time_t*, struct tm*);
struct tm* __cuttle_model_localtime_r(const time_t*, struct tm*);
time_t __cuttle_model_timegm(struct tm*);
time_t __cuttle_model_mktime(struct tm*);
size_t __cuttle_model_strftime(char*, size_t, const char*, const struct tm*);
char* __cuttle_model_strptime(const char*, const char*, struct tm*);
}

namespace {

class Calendar : public testing::Test {
 protected:
  void SetUp() override {
    setenv("TZ", "UTC0", 1);
    tzset();
  }
  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  std::mt19937 random_{7};
};

std::string text(const struct tm& tm) {
  const int members[] = {tm.tm_year, tm.tm_mon,  tm.tm_mday, tm.tm_hour, tm.tm_min,
                         tm.tm_sec,  tm.tm_wday, tm.tm_yday, tm.tm_isdst};
  std::string all;
  for (const int member : members) all += std::to_string(member) + " ";
  return all;
}

TEST_F(Calendar, TimesBecomeDays) {
  for (int i = 0; i < 20000; ++i) {
    const time_t time = (static_cast<time_t>(below(1 << 30)) << 8 | below(256)) - (1ll << 36);
    struct tm theirs{}, ours{};
    gmtime_r(&time, &theirs);
    __cuttle_model_gmtime_r(&time, &ours);
    ASSERT_EQ(text(ours), text(theirs)) << time;
    localtime_r(&time, &theirs);
    __cuttle_model_localtime_r(&time, &ours);
    ASSERT_EQ(text(ours), text(theirs)) << time;
    ASSERT_EQ(__cuttle_model_timegm(&ours), time);
  }
}

TEST_F(Calendar, MembersOutOfRangeAddUp) {
  for (int i = 0; i < 20000; ++i) {
    struct tm tm{};
    tm.tm_year = below(400) - 100;
    tm.tm_mon = below(60) - 30;
    tm.tm_mday = below(100) - 50;
    tm.tm_hour = below(100) - 50;
    tm.tm_min = below(1000) - 500;
    tm.tm_sec = below(1000) - 500;
    struct tm ours = tm;
    const time_t theirs = mktime(&tm);
    ASSERT_EQ(__cuttle_model_mktime(&ours), theirs);
    ASSERT_EQ(text(ours), text(tm));
  }
}

TEST_F(Calendar, TextIsWritten) {
  const char* formats[] = {"%Y-%m-%d %H:%M:%S", "%a %A %b %B %h", "%e.%j.%y",
                           "%D|%F|%R|%T%n%t%%", "%c and %U",      "plain"};
  for (int i = 0; i < 5000; ++i) {
    struct tm tm{};
    tm.tm_year = below(3000) - 1000;
    tm.tm_mon = below(14) - 1;
    tm.tm_mday = below(40) - 4;
    tm.tm_wday = below(9) - 1;
    tm.tm_yday = below(370);
    tm.tm_hour = below(24);
    tm.tm_min = below(110);
    tm.tm_sec = below(70) - 5;
    for (const char* format : formats)
      for (const size_t size : {100, 12, 1}) {
        char theirs[128] = {}, ours[128] = {};
        const size_t expected = strftime(theirs, size, format, &tm);
        ASSERT_EQ(__cuttle_model_strftime(ours, size, format, &tm), expected) << text(tm) << format;
        if (expected > 0) {
          ASSERT_STREQ(ours, theirs);
        }
      }
  }
}

TEST_F(Calendar, TextIsRead) {
  const char* formats[] = {"%Y-%m-%d", "%H:%M:%S", "%d %b %y", "%A, %B %e", "%D %T", "%F%n%R%%"};
  const char* texts[] = {"2024-02-29",
                         "1-1-1",
                         "9999-12-31x",
                         "2024-13-01",
                         "23:59:60",
                         "24:00:00",
                         "7:8:9",
                         "31 dec 99",
                         "1 January 00",
                         "Monday, May 31",
                         "mon, jun 4",
                         "02/28/69 1:02:03",
                         "2000-01-02  3:04%",
                         " 5",
                         "",
                         "Tuesday, Mar 5"};
  for (const char* format : formats)
    for (const char* text_to_read : texts) {
      struct tm theirs{}, ours{};
      const char* expected = strptime(text_to_read, format, &theirs);
      const char* end = __cuttle_model_strptime(text_to_read, format, &ours);
      ASSERT_EQ(end, expected) << format << " of " << text_to_read;
      if (expected != nullptr) {
        ASSERT_EQ(text(ours), text(theirs)) << format << " " << text_to_read;
      }
    }
}

}  // namespace

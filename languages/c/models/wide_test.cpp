// SPDX-License-Identifier: Apache-2.0

// Wide characters and patterns: the models against libc, in the C locale.

#include <fnmatch.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <cwchar>
#include <cwctype>
#include <random>
#include <string>

extern "C" {
#define WIDE_KINDS(X) \
  X(iswdigit)         \
  X(iswalpha)         \
  X(iswalnum)         \
  X(iswupper)         \
  X(iswlower) X(iswxdigit) X(iswspace) X(iswblank) X(iswcntrl) X(iswprint) X(iswgraph) X(iswpunct)
#define DECLARE(name) int __cuttle_model_##name(wint_t);
WIDE_KINDS(DECLARE)
wint_t __cuttle_model_towlower(wint_t);
wint_t __cuttle_model_towupper(wint_t);
int __cuttle_model_wcwidth(wchar_t);
wint_t __cuttle_model_btowc(int);
int __cuttle_model_wctob(wint_t);
size_t __cuttle_model_mbrtowc(wchar_t*, const char*, size_t, mbstate_t*);
size_t __cuttle_model_mbsrtowcs(wchar_t*, const char**, size_t, mbstate_t*);
size_t __cuttle_model_wcrtomb(char*, wchar_t, mbstate_t*);
int __cuttle_model_mbtowc(wchar_t*, const char*, size_t);
int __cuttle_model_fnmatch(const char*, const char*, int);
}

namespace {

TEST(Wide, KindsAreThoseOfTheCLocale) {
  for (wint_t c = 0; c < 0x3000; ++c) {
#define SAME_KIND(name) EXPECT_EQ(__cuttle_model_##name(c) != 0, name(c) != 0) << #name << " " << c;
    WIDE_KINDS(SAME_KIND)
    EXPECT_EQ(__cuttle_model_towlower(c), towlower(c)) << c;
    EXPECT_EQ(__cuttle_model_towupper(c), towupper(c)) << c;
    EXPECT_EQ(__cuttle_model_wcwidth(static_cast<wchar_t>(c)), wcwidth(static_cast<wchar_t>(c)))
        << c;
    EXPECT_EQ(__cuttle_model_wctob(c), wctob(c)) << c;
  }
  EXPECT_EQ(__cuttle_model_iswspace(WEOF) != 0, iswspace(WEOF) != 0);
  EXPECT_EQ(__cuttle_model_towlower(WEOF), towlower(WEOF));
  for (int c = -1; c < 300; ++c) EXPECT_EQ(__cuttle_model_btowc(c), btowc(c)) << c;
}

TEST(Wide, BytesBecomeCharacters) {
  for (int byte = 0; byte < 256; ++byte) {
    const char text[2] = {static_cast<char>(byte), 'x'};
    for (size_t size = 0; size <= 2; ++size) {
      wchar_t ours = 7, theirs = 7;
      mbstate_t state{};
      errno = 0;
      const size_t found = __cuttle_model_mbrtowc(&ours, text, size, nullptr);
      const int error = errno;
      errno = 0;
      EXPECT_EQ(found, mbrtowc(&theirs, text, size, &state)) << byte << " " << size;
      EXPECT_EQ(error, errno) << byte;
      EXPECT_EQ(ours, theirs) << byte;
      EXPECT_EQ(__cuttle_model_mbtowc(&ours, text, size), mbtowc(&theirs, text, size)) << byte;
    }
  }
  for (wchar_t c = 0; c < 400; ++c) {
    char ours[8] = {}, theirs[8] = {};
    mbstate_t state{};
    EXPECT_EQ(__cuttle_model_wcrtomb(ours, c, nullptr), wcrtomb(theirs, c, &state))
        << static_cast<int>(c);
    EXPECT_STREQ(ours, theirs);
  }
}

TEST(Wide, StringsBecomeCharacters) {
  for (const char* text : {"", "a", "abc", "a\x80", "\xff"})
    for (size_t size = 0; size < 5; ++size) {
      wchar_t ours[5] = {}, theirs[5] = {};
      const char *our_rest = text, *their_rest = text;
      mbstate_t state{};
      EXPECT_EQ(__cuttle_model_mbsrtowcs(ours, &our_rest, size, nullptr),
                mbsrtowcs(theirs, &their_rest, size, &state));
      EXPECT_EQ(std::memcmp(ours, theirs, sizeof(ours)), 0) << text << " " << size;
      EXPECT_EQ(our_rest, their_rest) << text << " " << size;
    }
}

// Random patterns over few characters meet every case many times.
TEST(Patterns, AreMatchedAsByLibc) {
  std::mt19937 random(1);
  const auto word = [&](const char* letters, unsigned most) {
    std::string text;
    for (unsigned i = random() % (most + 1); i > 0; --i)
      text += letters[random() % std::strlen(letters)];
    return text;
  };
  for (int round = 0; round < 300000; ++round) {
    std::string pattern = word("ab*?[]!-\\./A^", 6);
    if (random() % 8 == 0) pattern += "[[:alpha:]_]";
    const std::string text = word("abA./-]\\[_1", 4);
    int flags = 0;
    for (const int flag : {FNM_NOESCAPE, FNM_PATHNAME, FNM_PERIOD, FNM_LEADING_DIR, FNM_CASEFOLD})
      if (random() % 3 == 0) flags |= flag;
    ASSERT_EQ(__cuttle_model_fnmatch(pattern.c_str(), text.c_str(), flags) == 0,
              fnmatch(pattern.c_str(), text.c_str(), flags) == 0)
        << "pattern `" << pattern << "' text `" << text << "' flags " << flags;
  }
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include <getopt.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "languages/c/runtime/modelling.h"

// The models as C sees them.
extern "C" {
#define CLASSIFIER(name) int __cuttle_model_##name(int);
#define CLASSIFIERS(X) \
  X(isdigit)           \
  X(isalpha)           \
  X(isalnum)           \
  X(isupper)           \
  X(islower)           \
  X(isxdigit)          \
  X(isspace) X(isblank) X(iscntrl) X(isprint) X(isgraph) X(ispunct) X(tolower) X(toupper)
CLASSIFIERS(CLASSIFIER)
size_t __cuttle_model_strlen(const char*);
size_t __cuttle_model_strnlen(const char*, size_t);
char* __cuttle_model_strcpy(char*, const char*);
char* __cuttle_model_stpcpy(char*, const char*);
char* __cuttle_model_strncpy(char*, const char*, size_t);
char* __cuttle_model_strcat(char*, const char*);
char* __cuttle_model_strncat(char*, const char*, size_t);
char* __cuttle_model_strdup(const char*);
char* __cuttle_model_strndup(const char*, size_t);
char* __cuttle_model_strchr(const char*, int);
char* __cuttle_model_strrchr(const char*, int);
char* __cuttle_model_strchrnul(const char*, int);
char* __cuttle_model_strstr(const char*, const char*);
char* __cuttle_model_strcasestr(const char*, const char*);
char* __cuttle_model_strpbrk(const char*, const char*);
char* __cuttle_model_strtok_r(char*, const char*, char**);
char* __cuttle_model_strsep(char**, const char*);
size_t __cuttle_model_strspn(const char*, const char*);
size_t __cuttle_model_strcspn(const char*, const char*);
void* __cuttle_model_memchr(const void*, int, size_t);
void* __cuttle_model_memrchr(const void*, int, size_t);
void* __cuttle_model_memmem(const void*, size_t, const void*, size_t);
void* __cuttle_model_memccpy(void*, const void*, int, size_t);
int __cuttle_model_snprintf(char*, size_t, const char*, ...);
int cuttle_exact_double(const char*, const char*, double*);
int cuttle_exact_float(const char*, const char*, float*);
long __cuttle_model_strtol(const char*, char**, int);
unsigned long __cuttle_model_strtoul(const char*, char**, int);
int __cuttle_model_atoi(const char*);
int __cuttle_model_abs(int);
int __cuttle_model_getopt(int, char* const*, const char*);
int __cuttle_model_getopt_long(int, char* const*, const char*, const struct option*, int*);
long __cuttle_model_labs(long);
div_t __cuttle_model_div(int, int);
void __cuttle_model_qsort(void*, size_t, size_t, int (*)(const void*, const void*));
void* __cuttle_model_bsearch(const void*, const void*, size_t, size_t,
                             int (*)(const void*, const void*));
}

namespace cuttle {
namespace {

TEST(Ctype, AgreesWithTheCLocale) {
  for (int c = -1; c < 256; ++c) {
#define COMPARE(name)                                                  \
  if (std::string(#name).substr(0, 2) == "to")                         \
    EXPECT_EQ(__cuttle_model_##name(c), name(c)) << #name << " " << c; \
  else                                                                 \
    EXPECT_EQ(__cuttle_model_##name(c) != 0, name(c) != 0) << #name << " " << c;
    CLASSIFIERS(COMPARE)
  }
}

// Strings over few letters, so that things are found.
class Strings : public testing::Test {
 protected:
  std::string text(size_t most = 12) {
    std::string s(random_() % (most + 1), ' ');
    for (char& c : s) c = "abAB.,"[random_() % 6];
    return s;
  }
  std::mt19937 random_{11};
};

TEST_F(Strings, LengthAndSearch) {
  for (int i = 0; i < 3000; ++i) {
    const std::string s = text(), set = text(3), wanted = text(2);
    const char *p = s.c_str(), *q = set.c_str(), *w = wanted.c_str();
    const size_t n = random_() % 14;
    const int c = i % 7 ? "abAB.,"[random_() % 6] : 0;
    EXPECT_EQ(__cuttle_model_strlen(p), strlen(p));
    EXPECT_EQ(__cuttle_model_strnlen(p, n), strnlen(p, n));
    EXPECT_EQ(__cuttle_model_strchr(p, c), strchr(p, c));
    EXPECT_EQ(__cuttle_model_strrchr(p, c), strrchr(p, c));
    EXPECT_EQ(__cuttle_model_strchrnul(p, c), strchrnul(p, c));
    EXPECT_EQ(__cuttle_model_strstr(p, w), strstr(p, w));
    EXPECT_EQ(__cuttle_model_strcasestr(p, w), strcasestr(p, w));
    EXPECT_EQ(__cuttle_model_strspn(p, q), strspn(p, q));
    EXPECT_EQ(__cuttle_model_strcspn(p, q), strcspn(p, q));
    EXPECT_EQ(__cuttle_model_strpbrk(p, q), strpbrk(p, q));
    EXPECT_EQ(__cuttle_model_memchr(p, c, s.size()), memchr(p, c, s.size()));
    EXPECT_EQ(__cuttle_model_memrchr(p, c, s.size()), memrchr(p, c, s.size()));
    EXPECT_EQ(__cuttle_model_memmem(p, s.size(), w, wanted.size()),
              memmem(p, s.size(), w, wanted.size()));
  }
}

int sign(int x) {
  return (x > 0) - (x < 0);
}

TEST_F(Strings, Comparison) {
  for (int i = 0; i < 3000; ++i) {
    std::string a = text(4), b = i % 2 ? a : text(4);
    if (i % 4 == 1) std::transform(b.begin(), b.end(), b.begin(), ::toupper);
    const size_t n = random_() % 6;
    EXPECT_EQ(sign(__cuttle_model_strcmp(a.c_str(), b.c_str())),
              sign(strcmp(a.c_str(), b.c_str())));
    EXPECT_EQ(sign(__cuttle_model_strncmp(a.c_str(), b.c_str(), n)),
              sign(strncmp(a.c_str(), b.c_str(), n)));
    EXPECT_EQ(sign(__cuttle_model_strcasecmp(a.c_str(), b.c_str())),
              sign(strcasecmp(a.c_str(), b.c_str())));
    EXPECT_EQ(sign(__cuttle_model_strncasecmp(a.c_str(), b.c_str(), n)),
              sign(strncasecmp(a.c_str(), b.c_str(), n)));
  }
}

TEST_F(Strings, Copying) {
  for (int i = 0; i < 2000; ++i) {
    const std::string s = text(), head = text();
    const size_t n = random_() % 14;
    auto compare = [&](auto ours, auto theirs) {
      char x[64], y[64];
      std::memset(x, '#', sizeof x);
      std::memset(y, '#', sizeof y);
      strcpy(x, head.c_str());
      strcpy(y, head.c_str());
      EXPECT_EQ(ours(x) - x, theirs(y) - y);
      EXPECT_EQ(std::memcmp(x, y, sizeof x), 0);
    };
    const char* p = s.c_str();
    compare([&](char* d) { return __cuttle_model_strcpy(d, p); },
            [&](char* d) { return strcpy(d, p); });
    compare([&](char* d) { return __cuttle_model_stpcpy(d, p); },
            [&](char* d) { return stpcpy(d, p); });
    compare([&](char* d) { return __cuttle_model_strncpy(d, p, n); },
            [&](char* d) { return strncpy(d, p, n); });
    compare([&](char* d) { return __cuttle_model_strcat(d, p); },
            [&](char* d) { return strcat(d, p); });
    compare([&](char* d) { return __cuttle_model_strncat(d, p, n); },
            [&](char* d) { return strncat(d, p, n); });
    char* copy = __cuttle_model_strndup(p, n);
    EXPECT_EQ(std::string(copy), s.substr(0, n));
    free(copy);
    copy = __cuttle_model_strdup(p);
    EXPECT_EQ(copy, s);
    free(copy);
  }
}

TEST_F(Strings, Tokens) {
  for (int i = 0; i < 1000; ++i) {
    std::string a = text(), b = a;
    char *ra = nullptr, *rb = nullptr;
    char *p = a.data(), *q = b.data();
    for (int k = 0; k < 14; ++k) {
      char* x = __cuttle_model_strtok_r(k ? nullptr : p, ".,", &ra);
      char* y = strtok_r(k ? nullptr : q, ".,", &rb);
      ASSERT_EQ(x == nullptr, y == nullptr);
      if (!x) break;
      ASSERT_EQ(x - p, y - q);
    }
    ASSERT_EQ(a, b);
    while (q) {
      char* x = __cuttle_model_strsep(&p, "a");
      char* y = strsep(&q, "a");
      ASSERT_EQ(x - a.data(), y - b.data());
    }
    EXPECT_EQ(p, nullptr);
  }
}

TEST(Numbers, AgreeWithLibc) {
  std::mt19937 random(5);
  const char* fixed[] = {"",
                         "-",
                         "+5",
                         " \t42x",
                         "0x1f",
                         "0x",
                         "0xg",
                         "-0x10",
                         "077",
                         "08",
                         "zz",
                         "9223372036854775807",
                         "9223372036854775808",
                         "-9223372036854775808",
                         "-9223372036854775809",
                         "18446744073709551615",
                         "18446744073709551616",
                         "99999999999999999999999",
                         "- 5"};
  std::vector<std::string> texts(std::begin(fixed), std::end(fixed));
  for (int i = 0; i < 3000; ++i) {
    std::string s;
    for (unsigned k = random() % 24; k > 0; --k) s += "0123456789abxz -+"[random() % 17];
    texts.push_back(s);
  }
  for (const std::string& s : texts) {
    for (const int base : {0, 2, 8, 10, 16, 36, 1, 37}) {
      char *end, *expected_end;
      errno = 0;
      const long value = __cuttle_model_strtol(s.c_str(), &end, base);
      const int error = errno;
      errno = 0;
      EXPECT_EQ(value, strtol(s.c_str(), &expected_end, base)) << s << " base " << base;
      EXPECT_EQ(error, errno) << s << " base " << base;
      if (base != 1 && base != 37) {
        EXPECT_EQ(end, expected_end) << s << " base " << base;
      }
      EXPECT_EQ(__cuttle_model_strtoul(s.c_str(), &end, base),
                strtoul(s.c_str(), &expected_end, base))
          << s << " base " << base;
    }
    EXPECT_EQ(__cuttle_model_atoi(s.c_str()), atoi(s.c_str())) << s;
  }
}

TEST(Numbers, FractionsAreThoseOfLibc) {
  const std::string pieces[] = {"0", "1", "25",  "999", ".", "-", "+",
                                "e", "E", "e-3", "e5",  " ", "x", "inf"};
  std::mt19937 random(1);
  unsigned exact = 0;
  for (int round = 0; round < 100000; ++round) {
    std::string text;
    for (size_t i = random() % 7; i > 0; --i) text += pieces[random() % std::size(pieces)];
    char* end;
    double value;
    float narrow;
    const double expected = strtod(text.c_str(), &end);
    if (cuttle_exact_double(text.c_str(), end, &value) != 0) {
      ++exact;
      ASSERT_EQ(std::memcmp(&value, &expected, sizeof value), 0) << text;
    }
    const float expected_float = strtof(text.c_str(), &end);
    if (cuttle_exact_float(text.c_str(), end, &narrow) != 0) {
      ASSERT_EQ(std::memcmp(&narrow, &expected_float, sizeof narrow), 0) << text;
    }
  }
  EXPECT_GT(exact, 50000u);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
#pragma GCC diagnostic ignored "-Wformat-security"
// Both functions with the same arguments and several sizes of the buffer.
template <typename... Arguments>
void expect_same_text(const std::string& format, Arguments... arguments) {
  for (size_t size : {size_t{0}, size_t{1}, size_t{5}, size_t{700}}) {
    char ours[700], theirs[700];
    std::memset(ours, '#', sizeof ours);
    std::memset(theirs, '#', sizeof theirs);
    const int our_size = __cuttle_model_snprintf(ours, size, format.c_str(), arguments...);
    EXPECT_EQ(our_size, snprintf(theirs, size, format.c_str(), arguments...)) << format;
    EXPECT_EQ(std::string(ours, sizeof ours), std::string(theirs, sizeof theirs)) << format;
  }
}

TEST(Printing, IsThatOfLibc) {
  for (const char* flags : {"", "-", "0", "+", " ", "#", "-+", "+0"}) {
    for (const char* field : {"", "3", "12", ".0", ".2", "9.4", "600"}) {
      const std::string start = std::string("a%") + flags + field, end = "%%z";
      for (const char* kind : {"d", "i", "o", "u", "x", "X", "hd", "hhx", "hu", "hhd"})
        for (int value : {0, 7, -1, 70000, INT_MIN}) expect_same_text(start + kind + end, value);
      for (const char* kind : {"ld", "lld", "zu", "jx", "to"})
        for (long value : {0L, -5L, LONG_MAX}) expect_same_text(start + kind + end, value);
      for (const char* kind : {"f", "e", "G", "a"})
        for (double value : {0.0, -2.5, 1e300}) expect_same_text(start + kind + end, value);
      expect_same_text(start + "Lf" + end, 1.25L);
      expect_same_text(start + "s" + end, "some text");
      expect_same_text(start + "s" + end, "");
      expect_same_text(start + "c" + end, 'q');
      expect_same_text(start + "p" + end, reinterpret_cast<void*>(4096));
    }
  }
  expect_same_text("%s", static_cast<const char*>(nullptr));
  expect_same_text("%.3s|", static_cast<const char*>(nullptr));
  expect_same_text("%*d|%-*s|%.*s", 5, 3, -6, "ab", 2, "xyz");
  expect_same_text("%*.*f", -9, 2, 3.14159);
  expect_same_text("%2$s %1$s", "a", "b");
  expect_same_text("%ls", L"wide");
  expect_same_text("nothing");
}
#pragma GCC diagnostic pop

TEST(Arithmetic, AgreesWithLibc) {
  for (const int x : {0, 1, -1, 7, -7, INT_MAX, -INT_MAX}) {
    EXPECT_EQ(__cuttle_model_abs(x), abs(x));
    EXPECT_EQ(__cuttle_model_labs(x * 5000000000L), labs(x * 5000000000L));
    EXPECT_EQ(__cuttle_model_div(x, 3).rem, div(x, 3).rem);
  }
}

struct Item {
  int key, order;
};
int by_key(const void* a, const void* b) {
  return static_cast<const Item*>(a)->key - static_cast<const Item*>(b)->key;
}

TEST(Sorting, IsStableAndComplete) {
  std::mt19937 random(9);
  for (int size = 0; size < 60; ++size) {
    std::vector<Item> items(size);
    for (int i = 0; i < size; ++i) items[i] = {static_cast<int>(random() % 10), i};
    std::vector<Item> expected = items;
    std::stable_sort(expected.begin(), expected.end(),
                     [](const Item& a, const Item& b) { return a.key < b.key; });
    __cuttle_model_qsort(items.data(), items.size(), sizeof(Item), by_key);
    for (int i = 0; i < size; ++i) {
      EXPECT_EQ(items[i].key, expected[i].key);
      EXPECT_EQ(items[i].order, expected[i].order);
    }
    for (int key = 0; key < 11; ++key) {
      const Item wanted = {key, 0};
      auto* found = static_cast<Item*>(
          __cuttle_model_bsearch(&wanted, items.data(), items.size(), sizeof(Item), by_key));
      EXPECT_EQ(found != nullptr, std::any_of(items.begin(), items.end(),
                                              [&](const Item& i) { return i.key == key; }));
      if (found) {
        EXPECT_EQ(found->key, key);
      }
    }
  }
}

}  // namespace
// ---- Options -----------------------------------------------------------------------------------

const struct option long_options[] = {{"all", no_argument, nullptr, 'a'},
                                      {"output", required_argument, nullptr, 'o'},
                                      {"level", optional_argument, nullptr, 1000},
                                      {"list", no_argument, nullptr, 1001},
                                      {nullptr, 0, nullptr, 0}};

// All that a program sees of a scan, as text.
template <typename Next>
std::string scan(std::vector<std::string> words, Next next) {
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  std::string seen;
  optind = 0;
  opterr = 0;
  for (int i = 0; i < 20; ++i) {
    const int result = next(static_cast<int>(words.size()), argv.data());
    seen += std::to_string(result) + "/" + std::to_string(optind) + "/" +
            (optarg != nullptr ? optarg : "-") + "/" +
            (result == '?' || result == ':' ? std::to_string(optopt) : "") + " ";
    if (result == -1) break;
  }
  for (size_t i = 0; i < words.size(); ++i) seen += std::string(" ") + argv[i];
  return seen;
}

TEST(Options, AreThoseOfLibc) {
  const char* const words[] = {"-a",       "-b",      "-ovalue", "-o",     "-ab",    "-abo",
                               "-l",       "-l3",     "--",      "-",      "plain",  "other",
                               "--all",    "--out",   "--li",    "--list", "--l",    "--output=x",
                               "--output", "--all=3", "--level", "-z",     "--nope", "--level=7"};
  const char* const letters[] = {"abo:l::", "+abo:l::", "-abo:l::", ":abo:l::"};
  std::mt19937 random(1);
  for (int round = 0; round < 20000; ++round) {
    std::vector<std::string> arguments = {"program"};
    const size_t count = random() % 6;
    for (size_t i = 0; i < count; ++i) arguments.emplace_back(words[random() % std::size(words)]);
    const char* known = letters[random() % std::size(letters)];
    const bool with_words = random() % 2 != 0;
    const auto ours = scan(arguments, [&](int argc, char** argv) {
      return with_words ? __cuttle_model_getopt_long(argc, argv, known, long_options, nullptr)
                        : __cuttle_model_getopt(argc, argv, known);
    });
    const auto theirs = scan(arguments, [&](int argc, char** argv) {
      return with_words ? getopt_long(argc, argv, known, long_options, nullptr)
                        : getopt(argc, argv, known);
    });
    std::string line;
    for (const auto& argument : arguments) line += argument + " ";
    ASSERT_EQ(ours, theirs) << line << "with " << known << (with_words ? " and words" : "");
  }
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0

// Streams of C++ for input. Most of libstdc++'s templates become part of an instrumented program
// (include/cuttle/libstdcxx). What is left in the shared library is here: specialisations that
// have no definition in a header, and virtual functions that only the library's own objects call.
// These are made of the system's headers once more, with the pass; the dynamic linker prefers the
// definitions of the program to those of the library, also in the library's tables of virtual
// functions. So std::cin is the library's object and reads symbolic bytes.

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include <cmath>
#include <cstdlib>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <istream>
#include <limits>
#include <locale>
#include <string>

#include "languages/c/models/models.h"

template class std::num_get<char>;
template class __gnu_cxx::stdio_sync_filebuf<char>;
template class std::basic_filebuf<char>;

namespace std {
namespace {

constexpr int end_of_file = char_traits<char>::eof();

// Takes characters while `wanted(character, count)` holds and gives them to `use`. Returns how many
// there were, in `next` the one that comes after them.
template <typename Wanted, typename Use>
streamsize take_while(streambuf& from, int& next, Wanted wanted, Use use) {
  streamsize count = 0;
  for (next = from.sgetc(); next != end_of_file && wanted(next, count); next = from.snextc()) {
    use(char_traits<char>::to_char_type(next));
    ++count;
  }
  return count;
}

// What all functions that extract something do around it: `extract` returns the new state.
template <typename Extract>
istream& extract_from(istream& in, bool keep_spaces, Extract extract) {
  ios_base::iostate state = ios_base::failbit;
  const istream::sentry ready(in, keep_spaces);
  if (ready) {
    try {
      state = extract(*in.rdbuf());
    } catch (__cxxabiv1::__forced_unwind&) {
      in._M_setstate(ios_base::badbit);
      throw;
    } catch (...) {
      state = ios_base::goodbit;
      in._M_setstate(ios_base::badbit);
    }
  }
  if (state != ios_base::goodbit) in.setstate(state);
  return in;
}

ios_base::iostate state_after(streamsize count, int next) {
  ios_base::iostate state = count == 0 ? ios_base::failbit : ios_base::goodbit;
  if (next == end_of_file) state |= ios_base::eofbit;
  return state;
}

// A word: up to white space, and not longer than the stream's width or `most`.
template <typename Use>
ios_base::iostate take_word(istream& in, streambuf& from, streamsize most, Use use,
                            streamsize& count) {
  const ctype<char>& kinds = use_facet<ctype<char>>(in.getloc());
  int next;
  if (in.width() > 0 && in.width() < most) most = in.width();
  count = take_while(
      from, next,
      [&](int c, streamsize n) {
        return n < most && !kinds.is(ctype_base::space, char_traits<char>::to_char_type(c));
      },
      use);
  in.width(0);
  return count < most ? state_after(count, next) : ios_base::goodbit;
}

template <typename Number>
void convert(Number (*parse)(const char*, char**), const char* text, Number& value,
             ios_base::iostate& state) {
  char* end = nullptr;
  value = parse(text, &end);
  if (end == text || *end != 0) {
    value = 0;
    state = ios_base::failbit;
  } else if (std::isinf(value)) {
    value = value > 0 ? numeric_limits<Number>::max() : -numeric_limits<Number>::max();
    state = ios_base::failbit;
  }
}

}  // namespace

// ---- Strings -----------------------------------------------------------------------------------

template <>
istream& operator>>(istream& in, string& word) {
  return extract_from(in, false, [&](streambuf& from) {
    streamsize count;
    word.erase();
    return take_word(
        in, from, numeric_limits<streamsize>::max(), [&](char c) { word += c; }, count);
  });
}

template <>
istream& getline(istream& in, string& line, char delimiter) {
  return extract_from(in, true, [&](streambuf& from) {
    const int last = char_traits<char>::to_int_type(delimiter);
    int next;
    line.erase();
    const streamsize count = take_while(
        from, next, [&](int c, streamsize) { return c != last; }, [&](char c) { line += c; });
    if (next == end_of_file) return state_after(count, next);
    from.sbumpc();
    return ios_base::goodbit;
  });
}

void __istream_extract(istream& in, char* word, streamsize size) {
  streamsize count = 0;
  extract_from(in, false, [&](streambuf& from) {
    char* to = word;
    return take_word(in, from, size - 1, [&](char c) { *to++ = c; }, count);
  });
  word[count] = 0;
}

template <>
istream& istream::getline(char* line, streamsize size, char delimiter) {
  _M_gcount = 0;
  streamsize count = 0;
  extract_from(*this, true, [&](streambuf& from) {
    const int last = char_traits<char>::to_int_type(delimiter);
    int next;
    char* to = line;
    count = take_while(
        from, next, [&](int c, streamsize n) { return n + 1 < size && c != last; },
        [&](char c) { *to++ = c; });
    _M_gcount = count;
    if (next == end_of_file) return state_after(count, next);
    if (next != last) return ios_base::failbit;
    from.sbumpc();
    ++_M_gcount;
    return ios_base::goodbit;
  });
  if (size > 0) line[count] = 0;
  return *this;
}

// ---- Skipping ----------------------------------------------------------------------------------

template <>
istream& istream::ignore(streamsize most, int delimiter) {
  _M_gcount = 0;
  if (most <= 0) return *this;
  return extract_from(*this, true, [&](streambuf& from) {
    const bool bounded = most != numeric_limits<streamsize>::max();
    int next;
    _M_gcount = take_while(
        from, next, [&](int c, streamsize n) { return (!bounded || n < most) && c != delimiter; },
        [](char) {});
    if (bounded && _M_gcount == most) return ios_base::goodbit;
    if (next == end_of_file) return ios_base::eofbit;
    from.sbumpc();
    ++_M_gcount;
    return ios_base::goodbit;
  });
}

template <>
istream& istream::ignore(streamsize most) {
  return ignore(most, end_of_file);
}

// ---- Numbers -----------------------------------------------------------------------------------

template <>
void __convert_to_v(const char* text, float& value, ios_base::iostate& state,
                    const __c_locale&) noexcept {
  convert(strtof, text, value, state);
}
template <>
void __convert_to_v(const char* text, double& value, ios_base::iostate& state,
                    const __c_locale&) noexcept {
  convert(strtod, text, value, state);
}
template <>
void __convert_to_v(const char* text, long double& value, ios_base::iostate& state,
                    const __c_locale&) noexcept {
  convert(strtold, text, value, state);
}

}  // namespace std

// ---- Files -------------------------------------------------------------------------------------

using File = std::__basic_file<char>;

extern "C" {

long MODEL(_ZNSt12__basic_fileIcE6xsgetnEPcl)(File* file, char* to, long size) {
  long got;
  do got = read(file->fd(), to, static_cast<size_t>(size));
  while (got == -1 && errno == EINTR);
  return got;
}

long MODEL(_ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir)(File* file, long offset, int whence) {
  return lseek(file->fd(), offset, whence);
}

File* MODEL(_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei)(File* file, const char* path,
                                                               int mode, int protection) {
  int fd;
  if (!(mode & std::ios_base::out) && !file->is_open() && __cuttle_file_open(AT_FDCWD, path, &fd))
    return file->sys_open(fd, static_cast<std::ios_base::openmode>(mode));
  return static_cast<File*>(REAL(filebuf_open)(file, path, mode, protection));
}

// Whoever uses streams calls one of these; here they only bring the rest of this file along.
void MODEL(_ZNSt8ios_base4InitC1Ev)(void* self) {
  REAL(stream_init)(self);
}
void MODEL(_ZNSt8ios_baseC2Ev)(void* self) {
  REAL(stream_base)(self);
}
}

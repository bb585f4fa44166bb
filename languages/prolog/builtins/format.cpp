// SPDX-License-Identifier: Apache-2.0
#include "languages/prolog/builtins/format.h"

#include <algorithm>

#include "languages/prolog/builtins/text.h"

namespace cuttle::prolog {

namespace {

class Formatter {
 public:
  Formatter(Machine& m, bool read_back, std::string& out)
      : m_(m), read_back_(read_back), out_(out) {}

  Status run(Cell format, Cell arguments) {
    std::string text;
    Status s = text_of(m_, format, TextKinds::any, text);
    if (s != Status::ok) return s == Status::fail ? m_.type_error("format", format) : s;
    if (s = collect(arguments); s != Status::ok) return s;
    codes_ = decode_utf8(text);
    while (at_ < codes_.size()) {
      uint32_t c = codes_[at_++];
      if (c != '~') {
        append_utf8(out_, c);
        continue;
      }
      if (s = directive(); s != Status::ok) return s;
    }
    if (next_ < arguments_.size()) return error("too many arguments");
    return Status::ok;
  }

 private:
  Status error(const char* what) {
    Cell text = atom_cell(m_.symbols().atom(what));
    Cell formal = m_.store().compound(m_.symbols().functor("format", 1), {&text, 1});
    Cell pair[2] = {formal, m_.store().new_var()};
    return m_.raise(m_.store().compound(m_.symbols().error2, pair));
  }

  Status raise(const char* formal, Cell first, Cell second) {
    Cell pair[2] = {first, second};
    Cell error[2] = {m_.store().compound(m_.symbols().functor(formal, 2), pair),
                     m_.store().new_var()};
    return m_.raise(m_.store().compound(m_.symbols().error2, error));
  }
  Cell letter(uint32_t directive) {
    std::string text;
    append_utf8(text, directive);
    return atom_cell(m_.symbols().atom(text));
  }
  Status wrong_argument(uint32_t directive, Cell argument) {
    return raise("format_argument_type", letter(directive), m_.deref(argument));
  }
  Status unknown(uint32_t directive) {
    return raise("existence_error", atom_cell(m_.symbols().atom("format_character")),
                 letter(directive));
  }

  // Arguments are a list; anything else is the only argument.
  Status collect(Cell arguments) {
    Cell list = m_.look(arguments);
    if (list == atom_cell(atoms::nil)) return Status::ok;
    if (!m_.store().is_functor(list, m_.symbols().list)) {
      arguments_.push_back(arguments);
      return Status::ok;
    }
    for (; m_.store().is_functor(list, m_.symbols().list); list = m_.look(m_.store().arg(list, 1)))
      arguments_.push_back(m_.store().arg(list, 0));
    return Status::ok;
  }

  bool take(Cell& out) {
    if (next_ >= arguments_.size()) return false;
    out = arguments_[next_++];
    return true;
  }

  Status directive() {
    int64_t number = -1;
    uint32_t c = at_ < codes_.size() ? codes_[at_++] : 0;
    if (c == '`') {
      number = at_ < codes_.size() ? codes_[at_++] : ' ';
      c = at_ < codes_.size() ? codes_[at_++] : 0;
    } else if (c == '*') {
      Cell arg;
      if (!take(arg)) return error("not enough arguments");
      arg = m_.look_concrete(arg, "format/2");
      if (tag_of(arg) != Tag::integer) return error("no or negative integer for `*' argument");
      number = int_of(arg);
      c = at_ < codes_.size() ? codes_[at_++] : 0;
    } else {
      while (c >= '0' && c <= '9') {
        number = std::max<int64_t>(number, 0) * 10 + (c - '0');
        c = at_ < codes_.size() ? codes_[at_++] : 0;
      }
    }
    return act(c, number);
  }

  Status act(uint32_t c, int64_t number) {
    switch (c) {
      case '~':
        out_ += '~';
        return Status::ok;
      case 'n':
        out_.append(static_cast<size_t>(std::max<int64_t>(number, 1)), '\n');
        return Status::ok;
      case 't':
        fills_.push_back({out_.size(), number < 0 ? ' ' : static_cast<uint32_t>(number)});
        return Status::ok;
      case '|':
      case '+':
        column(c, number);
        return Status::ok;
    }
    Cell arg;
    if (!take(arg)) return error("not enough arguments");
    switch (c) {
      case 'w':
        out_ += written_term(m_, arg, {}, read_back_);
        return Status::ok;
      case 'p':
      case 'q':
        out_ += written_term(m_, arg, {true, false, true}, read_back_);
        return Status::ok;
      case 'a':
      case 's': {
        Characters text;
        Status s = characters_of(m_, arg, TextKinds::any, text);
        if (s == Status::fail) return wrong_argument(c, arg);
        out_ += written(m_, text, read_back_);
        return s;
      }
      case 'i':
        return Status::ok;
      case 'c': {
        Cell code = m_.look_concrete(arg, "format ~c");
        if (tag_of(code) != Tag::integer) return m_.type_error("integer", code);
        for (int64_t i = 0; i < std::max<int64_t>(number, 1); ++i)
          append_utf8(out_, static_cast<uint32_t>(int_of(code)));
        return Status::ok;
      }
      case 'd':
      case 'D':
        return integer(arg, number, c == 'D');
      case 'e':
      case 'f':
      case 'g':
        return floating(arg, static_cast<char>(c), number);
      case 'r':
      case 'R':
        return radix(arg, number, c == 'R');
      default:
        return unknown(c);
    }
  }

  // A number whose value is written: fixed if the program gets to see it.
  Status known_number(Cell arg, Number& out) {
    if (Status s = evaluate(m_, arg, out); s != Status::ok) return s;
    if (!is_symbolic(out)) return Status::ok;
    Cell cell = to_cell(m_, out);
    to_number(m_.store(),
              read_back_ ? m_.shadow()->concretise(cell, "the text of a number")
                         : m_.shadow()->concrete(cell),
              out);
    return Status::ok;
  }

  Status integer(Cell arg, int64_t number, bool group) {
    arg = m_.look(arg);
    if (tag_of(arg) == Tag::symbolic && number <= 0 && !group) {
      Characters text;
      if (Status s = characters_of(m_, arg, TextKinds::atomic, text); s != Status::ok) return s;
      out_ += written(m_, text, read_back_);
      return Status::ok;
    }
    Number n;
    if (Status s = known_number(arg, n); s != Status::ok) return s;
    if (!is_integer(n)) {
      Cell directive = atom_cell(m_.symbols().atom(group ? "D" : "d"));
      return raise("format_argument_type", directive, to_cell(m_, n));
    }
    mpz_class z = to_big(n);
    bool negative = z < 0;
    std::string digits = mpz_class(abs(z)).get_str();
    std::string fraction;
    if (number > 0) {
      if (digits.size() <= static_cast<size_t>(number))
        digits.insert(0, static_cast<size_t>(number) + 1 - digits.size(), '0');
      fraction = "." + digits.substr(digits.size() - static_cast<size_t>(number));
      digits.resize(digits.size() - static_cast<size_t>(number));
    }
    if (group) {
      for (size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
    }
    out_ += (negative ? "-" : "") + digits + fraction;
    return Status::ok;
  }

  Status floating(Cell arg, char kind, int64_t number) {
    Number n;
    if (Status s = known_number(arg, n); s != Status::ok) return s;
    char buffer[512];
    char pattern[8] = {'%', '.', '*', kind, 0};
    int digits = static_cast<int>(std::clamp<int64_t>(number < 0 ? 6 : number, 0, 100));
    std::snprintf(buffer, sizeof buffer, pattern, digits, to_double(n));
    out_ += buffer;
    return Status::ok;
  }

  Status radix(Cell arg, int64_t number, bool upper) {
    arg = m_.look_concrete(arg, "format ~r");
    Number n;
    if (!to_number(m_.store(), arg, n) || !is_integer(n)) return m_.type_error("integer", arg);
    if (number < 0) number = 8;
    if (number < 2 || number > 36) return error("no or invalid radix");
    std::string text = to_big(n).get_str(static_cast<int>(number));
    if (upper) std::transform(text.begin(), text.end(), text.begin(), ::toupper);
    out_ += text;
    return Status::ok;
  }

  // Pads the text since the last column stop, at its fill points (default: on the right).
  void column(uint32_t kind, int64_t number) {
    size_t line = out_.rfind('\n') + 1;  // npos + 1 = 0
    size_t start = std::max(line, last_column_);
    int64_t now = static_cast<int64_t>(length_utf8(std::string_view(out_).substr(line)));
    int64_t from =
        static_cast<int64_t>(length_utf8(std::string_view(out_).substr(line, start - line)));
    int64_t target = kind == '+' ? from + (number < 0 ? 8 : number) : (number < 0 ? now : number);
    int64_t missing = target - now;
    if (missing > 0 && missing < 10000) {
      if (fills_.empty()) fills_.push_back({out_.size(), ' '});
      auto count = static_cast<int64_t>(fills_.size());
      size_t moved = 0;
      for (int64_t i = 0; i < count; ++i) {
        int64_t share = missing / count + (i >= count - missing % count ? 1 : 0);
        std::string pad;
        for (int64_t k = 0; k < share; ++k) append_utf8(pad, fills_[static_cast<size_t>(i)].second);
        out_.insert(fills_[static_cast<size_t>(i)].first + moved, pad);
        moved += pad.size();
      }
    }
    fills_.clear();
    last_column_ = out_.size();
  }

  Machine& m_;
  bool read_back_;
  std::string& out_;
  std::u32string codes_;
  size_t at_ = 0;
  std::vector<Cell> arguments_;
  size_t next_ = 0;
  std::vector<std::pair<size_t, uint32_t>> fills_;
  size_t last_column_ = 0;
};

}  // namespace

Status format_text(Machine& m, Cell format, Cell arguments, bool read_back, std::string& out) {
  return Formatter(m, read_back, out).run(format, arguments);
}

}  // namespace cuttle::prolog

// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/value.h"

#include <bit>

#include "engine/expr/bits.h"
#include "engine/expr/floats.h"
#include "engine/support/check.h"

namespace cuttle {

namespace {

mpz_class from_u64(uint64_t value) {
  static_assert(sizeof(unsigned long) == 8);
  return mpz_class(static_cast<unsigned long>(value));
}

uint64_t low_of(const mpz_class& value) {  // of a value that is not negative
  return mpz_get_ui(value.get_mpz_t());
}

mpz_class truncated(const mpz_class& value, unsigned width) {
  mpz_class out;
  mpz_fdiv_r_2exp(out.get_mpz_t(), value.get_mpz_t(), width);
  return out;
}

}  // namespace

Value Value::bits(unsigned width, uint64_t value) {
  CUTTLE_CHECK(width >= 1 && width <= 65535, "a bit-vector has 1 to 65,535 bits");
  Value out(Sort::bits(width), width >= 64 ? value : value & low_mask(width));
  if (width > 64) out.box_ = std::make_shared<const mpz_class>(from_u64(value));
  return out;
}

Value Value::bits(unsigned width, const mpz_class& value) {
  CUTTLE_CHECK(width >= 1 && width <= 65535, "a bit-vector has 1 to 65,535 bits");
  mpz_class reduced = truncated(value, width);
  Value out(Sort::bits(width), low_of(reduced));
  if (width > 64) out.box_ = std::make_shared<const mpz_class>(std::move(reduced));
  return out;
}

Value Value::from_bytes(std::span<const uint8_t> little_endian) {
  unsigned width = static_cast<unsigned>(little_endian.size()) * 8;
  if (width <= 64) {
    uint64_t value = 0;
    for (size_t i = little_endian.size(); i-- > 0;) value = value << 8 | little_endian[i];
    return bits(width, value);
  }
  mpz_class value;
  mpz_import(value.get_mpz_t(), little_endian.size(), -1, 1, 0, 0, little_endian.data());
  return bits(width, value);
}

Value Value::floating(unsigned width, const Value& bits) {
  CUTTLE_CHECK(is_float_width(width) && bits.sort() == Sort::bits(width),
               "a float is made from as many bits as it has");
  Value out = canonical_float_bits(bits);
  out.sort_ = Sort::floating(width);
  return out;
}

Value Value::float32(float value) {
  return floating(32, bits(32, std::bit_cast<uint32_t>(value)));
}

Value Value::float64(double value) {
  return floating(64, bits(64, std::bit_cast<uint64_t>(value)));
}

Value Value::integer(const mpz_class& value) {
  if (value.fits_slong_p()) return integer(static_cast<int64_t>(value.get_si()));
  Value out(Sort::integer(), low_of(truncated(value, 64)));
  out.box_ = std::make_shared<const mpz_class>(value);
  return out;
}

Value Value::integer(int64_t value) {
  return Value(Sort::integer(), static_cast<uint64_t>(value));
}

Value Value::zero(Sort sort) {
  switch (sort.kind) {
    case SortKind::boolean:
      return boolean(false);
    case SortKind::bits:
      return bits(sort.width, 0);
    case SortKind::floating:
      return floating(sort.width, bits(sort.width, 0));
    case SortKind::integer:
      return integer(int64_t{0});
  }
  CUTTLE_CHECK(false, "a sort of no kind");
}

bool Value::is_zero() const {
  return low_ == 0 && (!box_ || *box_ == 0);
}

mpz_class Value::as_unsigned() const {
  if (box_) return *box_;
  return from_u64(low_);
}

mpz_class Value::as_signed() const {
  if (sort_.is_int()) return box_ ? *box_ : mpz_class(static_cast<long>(low_));
  if (sort_.is_bool()) return from_u64(low_);
  if (!box_) return mpz_class(static_cast<long>(sign_extended(low_, sort_.width)));
  mpz_class out = *box_;
  if (mpz_tstbit(out.get_mpz_t(), sort_.width - 1)) {
    mpz_class modulus;
    mpz_setbit(modulus.get_mpz_t(), sort_.width);
    out -= modulus;
  }
  return out;
}

double Value::as_double() const {
  CUTTLE_CHECK(sort_.is_float(), "as_double() is for floats");
  if (sort_.width == 32) return std::bit_cast<float>(static_cast<uint32_t>(low_));
  Value converted =
      sort_.width == 64 ? *this : float_convert(*this, 64, RoundingMode::nearest_even);
  return std::bit_cast<double>(converted.low_);
}

std::vector<uint8_t> Value::to_bytes() const {
  std::vector<uint8_t> out(sort_.is_bool() ? 1 : (sort_.width + 7) / 8, 0);
  CUTTLE_CHECK(!sort_.is_int(), "integers have no bytes");
  if (box_) {
    mpz_export(out.data(), nullptr, -1, 1, 0, 0, box_->get_mpz_t());
  } else {
    for (size_t i = 0; i < out.size(); ++i) out[i] = static_cast<uint8_t>(low_ >> (8 * i));
  }
  return out;
}

Value Value::bits_of() const {
  CUTTLE_CHECK(sort_.is_float() || sort_.is_bits(), "only floats and bits have a pattern");
  Value out = *this;
  out.sort_ = Sort::bits(sort_.width);
  return out;
}

bool Value::bit(unsigned i) const {
  if (box_) return mpz_tstbit(box_->get_mpz_t(), i);
  return i < 64 && (low_ >> i & 1);
}

unsigned Value::bit_length() const {
  if (!box_) return static_cast<unsigned>(std::bit_width(low_));
  return *box_ == 0 ? 0 : static_cast<unsigned>(mpz_sizeinbase(box_->get_mpz_t(), 2));
}

unsigned Value::trailing_zeros() const {
  if (!box_) return static_cast<unsigned>(std::countr_zero(low_));
  return static_cast<unsigned>(mpz_scan1(box_->get_mpz_t(), 0));
}

unsigned Value::count_ones() const {
  if (!box_) return static_cast<unsigned>(std::popcount(low_));
  return static_cast<unsigned>(mpz_popcount(box_->get_mpz_t()));
}

std::string Value::to_text() const {
  if (sort_.is_bool()) return low_ ? "true" : "false";
  if (sort_.is_int()) return as_signed().get_str();
  if (sort_.is_bits()) return box_ ? box_->get_str() : std::to_string(low_);
  std::string digits = as_unsigned().get_str(16);
  return "0x" + std::string((sort_.width + 3) / 4 - digits.size(), '0') + digits;
}

size_t Value::hash() const {
  uint64_t h = narrow_value_hash(sort_, low_);
  if (box_) {
    const mpz_srcptr z = box_->get_mpz_t();
    for (size_t i = 0; i < mpz_size(z); ++i) h = mix(h, mpz_getlimbn(z, i));
  }
  return h;
}

bool operator==(const Value& a, const Value& b) {
  if (a.sort_ != b.sort_ || a.low_ != b.low_) return false;
  if (a.box_ == b.box_) return true;
  return a.box_ && b.box_ && *a.box_ == *b.box_;
}

bool parse_value(Sort sort, const std::string& text, Value& out) {
  if (sort.is_bool()) {
    out = Value::boolean(text == "true");
    return text == "true" || text == "false";
  }
  if (text.empty()) return false;
  bool hexadecimal = sort.is_float();
  size_t digits_at = hexadecimal ? 2 : text[0] == '-' ? 1 : 0;
  if (hexadecimal && !text.starts_with("0x")) return false;
  if (text[0] == '-' && !sort.is_int()) return false;
  const char* allowed = hexadecimal ? "0123456789abcdefABCDEF" : "0123456789";
  if (digits_at >= text.size()) return false;
  if (text.find_first_not_of(allowed, digits_at) != std::string::npos) return false;
  mpz_class number(hexadecimal ? text.substr(2) : text, hexadecimal ? 16 : 10);
  if (sort.is_int()) {
    out = Value::integer(number);
    return true;
  }
  if (mpz_sizeinbase(number.get_mpz_t(), 2) > sort.width) return false;
  Value bits = Value::bits(sort.width, number);
  out = sort.is_float() ? Value::floating(sort.width, bits) : bits;
  return true;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace cuttle {

// A fault of the user or of the environment, as the person at the terminal should read it:
// what is wrong and where, with the offending value; `hint` says what to do about it.
// Broken invariants of ours are not Errors: they use CUTTLE_CHECK.
struct Error {
  enum class Kind { usage, environment };  // exit codes 2 and 3
  std::string message;
  std::string hint;
  Kind kind = Kind::usage;

  static Error usage(std::string message, std::string hint = {}) {
    return {std::move(message), std::move(hint), Kind::usage};
  }
  static Error environment(std::string message, std::string hint = {}) {
    return {std::move(message), std::move(hint), Kind::environment};
  }
};

// Either a value or an Error. Test it before taking the value.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return state_.index() == 0; }
  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return std::get<1>(state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  explicit operator bool() const { return !error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
// C++: references are never null, classes are inputs with their members, a method is a unit.
// run: --function Account::withdraw
#include <cstdlib>

class Money {
 public:
  long cents;
};

class Account : public Money {
 public:
  bool withdraw(const Money& amount, Account& other) {
    if (amount.cents <= 0 || closed_) return false;
    if (amount.cents > cents) return false;
    cents -= amount.cents;
    other.cents += amount.cents;
    if (&other == this && limit_ == 3) std::abort();  // bug: abort
    return true;
  }

 private:
  bool closed_;
  int limit_;
};

int main() {
  Account a = {}, b = {};
  return a.withdraw(b, a);
}
// expect: exhausted
// expect: branches all
// expect: input limit_: 3

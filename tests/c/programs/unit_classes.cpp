// SPDX-License-Identifier: Apache-2.0
// A pointer to a class leads to objects of every class that is derived from it.
// run: --function check
#include <cassert>

namespace {
class Shape {
 public:
  virtual ~Shape() {}
  virtual int area() const = 0;
  const Shape* next;
};
class Square : public Shape {
 public:
  int area() const override { return side > 0 ? side : 0; }
  int side;
};
class Pair : public Shape {
 public:
  int area() const override { return next ? next->area() : a + b; }
  int a, b;
};
class Cube : public Square {
 public:
  int area() const override { return 6 * side; }
};
Square one_square;
Pair one_pair;
Cube one_cube;
}  // namespace

int check(const Shape& shape) {
  if (shape.next && shape.next->next) return 0;
  assert(shape.area() != 42);  // bug: assertion
  return 0;
}
// expect: branches all
// expect: exhausted
// expect: bugs == 1
// expect: stdout shape = &

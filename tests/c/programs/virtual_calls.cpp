// SPDX-License-Identifier: Apache-2.0
// Which function is called depends on the input.
#include <cuttle/cuttle.h>

#include <memory>

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};
struct Square : Shape {
  explicit Square(int side) : side_(side) {}
  int area() const override { return side_ * side_; }
  int side_;
};
struct Strip : Shape {
  explicit Strip(int length) : length_(length) {}
  int area() const override { return 3 * length_; }
  int length_;
};

static std::unique_ptr<Shape> make(bool square, int size) {
  if (square) return std::make_unique<Square>(size);
  return std::make_unique<Strip>(size);
}

int main() {
  bool square;
  unsigned char size;
  CUTTLE_input(square);
  CUTTLE_input(size);
  const auto shape = make(square, size);
  CUTTLE_assert(shape->area() != 441);  // bug: assertion
  return 0;
}
// expect: paths == 4
// expect: exhausted

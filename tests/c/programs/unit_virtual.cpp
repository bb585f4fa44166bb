// SPDX-License-Identifier: Apache-2.0
// Objects with virtual functions: a pointer to an abstract class leads to a class that implements it.
// run: --function check
#include <cstdlib>

class Shape {
 public:
  virtual ~Shape() {}
  virtual int area() const = 0;
  int id;
};

class Square : public Shape {
 public:
  int area() const override;
  int side;
};

int Square::area() const { return side * side; }

int check(const Shape* shape, Square& square) {
  if (shape && shape->id == 7 && shape->area() == 9)
    if (square.area() == 16) std::abort();  // bug: abort
  return 0;
}
// expect: branches all
// expect: stdout side: 

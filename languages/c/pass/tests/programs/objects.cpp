/* SPDX-License-Identifier: Apache-2.0 */
#include <cstdio>
#include <typeinfo>

struct A {
  int a = 1;
  virtual int f(int x) { return x + a; }
  virtual ~A() { std::printf("~A "); }
};
struct B {
  long b = 2;
  virtual long g(long x) { return x * b; }
  virtual ~B() { std::printf("~B "); }
};
struct C : A, B {
  int c = 3;
  int f(int x) override { return x - c; }
  long g(long x) override { return x + c + a + b; }
  ~C() override { std::printf("~C "); }
};
struct V1 : virtual A {
  int v1 = 5;
};
struct V2 : virtual A {
  int v2 = 6;
};
struct D : V1, V2 {
  int f(int x) override { return x + v1 + v2 + a; }
};

static int count;
struct Global {
  int value;
  Global() : value(++count * 10) {}
};
static Global first, second;
static Global& late() {
  static Global made;
  return made;
}
thread_local int counter = 4;

template <int N>
struct Power {
  static constexpr long value = 3 * Power<N - 1>::value;
};
template <>
struct Power<0> {
  static constexpr long value = 1;
};

int main() {
  C c;
  A* a = &c;
  B* b = &c;
  int (A::*member)(int) = &A::f;
  long B::* field = &B::b;
  std::printf("%d %ld %d %ld\n", a->f(10), b->g(10), (a->*member)(20), b->*field);
  std::printf("%d %d\n", dynamic_cast<C*>(b) == &c, dynamic_cast<D*>(a) == nullptr);
  D d;
  A* base = &d;
  std::printf("%d %d\n", base->f(1), typeid(*base) == typeid(D));
  std::printf("%d %d %d %d\n", first.value, second.value, late().value, late().value);
  counter += 3;
  std::printf("%d %ld\n", counter, Power<5>::value);
  A* heap = new C;
  delete heap;
  C* many = new C[2];
  delete[] many;
  std::printf("\n");
  return 0;
}

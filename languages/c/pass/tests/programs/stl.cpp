/* SPDX-License-Identifier: Apache-2.0 */
#include <algorithm>
#include <array>
#include <functional>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  double area() const override { return side * side; }
};
struct Circle : Shape {
  double radius;
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3 * radius * radius; }
};

int main() {
  std::vector<int> v(20);
  std::iota(v.begin(), v.end(), 1);
  std::reverse(v.begin(), v.end());
  std::sort(v.begin(), v.end(),
            [](int a, int b) { return a % 5 < b % 5 || (a % 5 == b % 5 && a < b); });
  for (int x : v) std::cout << x << ' ';
  std::cout << std::accumulate(v.begin(), v.end(), 0) << '\n';

  std::map<std::string, int> words;
  std::istringstream text("the quick brown fox jumps over the lazy dog the end");
  for (std::string word; text >> word;) ++words[word];
  for (const auto& [word, count] : words) std::cout << word << '=' << count << ';';
  std::cout << '\n';

  std::unordered_map<int, std::string> names{{1, "one"}, {2, "two"}, {3, "three"}};
  names.erase(2);
  names.emplace(7, std::string(40, 'x'));
  std::cout << names.size() << names.at(3) << names.count(2) << names[7].size() << '\n';

  std::variant<int, std::string, double> value = "text";
  std::cout << std::visit(
      [](const auto& x) {
        std::ostringstream o;
        o << x;
        return o.str();
      },
      value);
  value = 2.5;
  std::cout << std::get<double>(value) << value.index() << '\n';

  std::optional<int> none, some = 4;
  std::cout << none.value_or(9) << *some << '\n';

  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Square>(2));
  shapes.push_back(std::make_unique<Circle>(1.5));
  double area = 0;
  for (const auto& shape : shapes) area += shape->area();
  std::cout << area << '\n';

  std::string s = "hello";
  s += ", world";
  s.insert(5, " there");
  std::replace(s.begin(), s.end(), 'o', '0');
  std::cout << s << s.find("w0r") << s.substr(2, 4) << std::stoi("42") + 1 << '\n';

  std::list<int> list{3, 1, 2};
  list.sort();
  std::set<int> set(list.begin(), list.end());
  std::function<int(int)> twice = [&](int x) { return x * 2 + static_cast<int>(set.size()); };
  std::tuple<int, std::string> pair{twice(5), "pair"};
  std::cout << std::get<0>(pair) << std::get<1>(pair) << std::to_string(1.5) << '\n';
  auto shared = std::make_shared<std::array<int, 3>>(std::array<int, 3>{1, 2, 3});
  std::weak_ptr<std::array<int, 3>> weak = shared;
  shared.reset();
  std::cout << weak.expired() << '\n';
  return 0;
}

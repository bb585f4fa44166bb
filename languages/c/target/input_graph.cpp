// SPDX-License-Identifier: Apache-2.0
#include "languages/c/target/input_graph.h"

#include <algorithm>
#include <charconv>

#include "languages/c/runtime/graph.h"
#include "languages/c/target/describe.h"
#include "languages/c/unit/object_name.h"

namespace cuttle {
namespace {

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

template <typename T>
bool parse(const std::string& text, size_t from, T& out) {
  const auto [end, error] = std::from_chars(text.data() + from, text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

// Streams have names of their own kind.
bool is_environment(const std::string& name) {
  for (const char* prefix : {"stdin.", "stdin[", "argv", "argc", "file:", "env:", "accept:"})
    if (name.starts_with(prefix)) return true;
  return false;
}

// "s.a#2[3]" is the variable "s#2" and in it "a", then "3".
struct Path {
  std::string variable;
  std::vector<std::string> parts;
};

Path split(const std::string& name) {
  Path path;
  std::string occurrence, word;
  bool in_variable = true;
  const auto finish = [&] {
    if (in_variable)
      path.variable = word;
    else if (!word.empty())
      path.parts.push_back(word);
    in_variable = false;
    word.clear();
  };
  for (size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (c == '.' || c == '[') {
      finish();
    } else if (c == ']') {
      continue;
    } else if (c == '#') {
      const size_t end = std::min(name.find_first_not_of("0123456789", i + 1), name.size());
      occurrence = name.substr(i, end - i);
      i = end - 1;
    } else {
      word += c;
    }
  }
  finish();
  path.variable += occurrence;
  return path;
}

InputValue& part(InputValue& whole, const std::string& name) {
  for (auto& known : whole.parts)
    if (known.name == name) return known.value;
  return whole.parts.emplace_back(InputValue::Part{name, {}}).value;
}

// What the pointer points to; of several classes, "Circle/Square", the address tells which.
std::string target_type(const InputValue& pointer) {
  const std::string all = pointed_type(pointer.type);
  const uint64_t region = (pointer.value - CUTTLE_GRAPH_BASE) >> CUTTLE_GRAPH_REGION_SHIFT;
  for (size_t at = 0; all.find('/') != std::string::npos && at < all.size();) {
    const size_t end = std::min(all.find('/', at), all.size());
    const std::string one = all.substr(at, end - at);
    if (cuttle_graph_region(object_name(one).c_str()) == region) return one;
    at = end + 1;
  }
  return all.substr(0, all.find('/'));
}

// The name of the object in the run.
std::string target_name(const InputValue& pointer) {
  return object_name(target_type(pointer)) + std::to_string(cuttle_graph_slot(pointer.value) + 1);
}

// An array may mean more than a string: all of it but zeros at its end.
std::string characters_of(const InputValue& array) {
  std::string characters;
  for (const auto& character : array.parts) characters += static_cast<char>(character.value.value);
  characters.erase(characters.find_last_not_of('\0') + 1);
  return quoted(characters);
}

std::string text_of(const InputValue& text) {
  std::string characters;
  for (const auto& character : text.parts) {
    if (character.value.value == 0) break;
    characters += static_cast<char>(character.value.value);
  }
  return quoted(characters);
}

class Writer {
 public:
  explicit Writer(const InputGraph& graph) : graph_(graph) {}

  std::string value(const InputValue& value) {
    if (value.is_word()) return word(value);
    if (value.is_function()) return value.value != 0 ? "a stub" : "NULL";
    if (value.is_stream()) return value.value != 0 ? "stdout" : "NULL";
    if (value.is_pointer()) return pointer(value);
    if (!value.type.empty()) return describe_value(value.type, value.width, value.value);
    if (value.is_array() && !value.parts.empty() && value.parts[0].value.type == "char")
      return characters_of(value);
    std::string text = "{";
    for (const auto& part : value.parts) {
      if (text.size() > 1) text += ", ";
      if (!value.is_array()) text += part.name + ": ";
      text += this->value(part.value);
    }
    return text + "}";
  }

 private:
  // A call with its arguments, or one of several words.
  std::string word(const InputValue& value) {
    std::string text = value.word();
    if (!value.is_call()) return text;
    text += "(";
    for (const auto& part : value.parts) {
      if (text.back() != '(') text += ", ";
      text += part.name + " = " + this->value(part.value);
    }
    return text + ")";
  }

  // An object is shown where it is met first.
  std::string pointer(const InputValue& pointer) {
    const InputGraph::Object* object = graph_.target(pointer);
    if (object == nullptr) return "NULL";
    const bool first = std::find(shown_.begin(), shown_.end(), object) == shown_.end();
    const std::string member = member_part(pointed_type(pointer.type));
    if (!first) return "&" + object->name + member;
    shown_.push_back(object);
    if (object->type == "char") {
      const std::string text = text_of(object->value);
      return object->mentions > 1 ? "&" + object->name + " " + text : text;
    }
    if (!member.empty())
      return "&" + object->name + member + " of " + object->name + " " + value(object->value);
    if (object->value.type.empty()) return "&" + object->name + " " + value(object->value);
    return "&" + object->name + " {" + value(object->value) + "}";
  }

  const InputGraph& graph_;
  std::vector<const InputGraph::Object*> shown_;
};

std::string escaped_label(const std::string& text) {
  std::string label;
  for (const char c : text) {
    if (std::string("{}|<>\"\\ ").find(c) != std::string::npos) label += '\\';
    label += c;
  }
  return label;
}

// The scalars of a value as lines of a box, its pointers as arrows.
void draw(const InputGraph& graph, const std::string& node, const std::string& prefix,
          const InputValue& value, std::string& rows, std::string& arrows) {
  if (value.type.empty()) {
    for (const auto& part : value.parts)
      draw(graph, node, prefix.empty() ? part.name : prefix + "." + part.name, part.value, rows,
           arrows);
    return;
  }
  const std::string port = "f" + std::to_string(std::count(rows.begin(), rows.end(), '|'));
  std::string shown = prefix.empty() ? "" : prefix + " = ";
  if (value.is_stream() || value.is_function()) {
    shown += value.value == 0 ? "NULL" : value.is_stream() ? "stdout" : "a stub";
  } else if (!value.is_pointer()) {
    shown += describe_value(value.type, value.width, value.value);
  } else if (const auto* object = graph.target(value)) {
    shown = prefix;
    arrows += "  " + node + ":" + port + " -> " + object->name + ";\n";
  } else {
    shown += "NULL";
  }
  rows += "|<" + port + "> " + escaped_label(shown);
}

}  // namespace

bool InputValue::is_pointer() const {
  return width == 64 && !pointed_type(type).empty();
}

std::string InputValue::word() const {
  size_t at = 0;
  for (uint64_t i = 0; i < value && at < type.size(); ++i)
    at = std::min(type.find('|', at), type.size() - 1) + 1;
  const std::string found = type.substr(at, type.find('|', at) - at);
  return found.empty() ? std::to_string(value) : found;
}

bool InputValue::is_array() const {
  return std::all_of(parts.begin(), parts.end(),
                     [](const Part& part) { return is_number(part.name); });
}

const InputValue* InputValue::find(const std::string& name) const {
  for (const auto& part : parts)
    if (part.name == name) return &part.value;
  return nullptr;
}

InputGraph::InputGraph(const PortableTestCase& test) {
  collect(test);
  for (const auto& variable : variables_) reach(variable.value);
}

void InputGraph::collect(const PortableTestCase& test) {
  std::vector<std::pair<std::string, InputValue>> roots;
  std::map<std::string, size_t> positions;
  for (const auto& input : test.inputs) {
    if (is_environment(input.name)) {
      others_.inputs.push_back(input);
      continue;
    }
    InputValue scalar;
    scalar.type = input.type.empty() ? "?" : input.type;
    if (!input.sort.starts_with("bv") || !parse(input.sort, 2, scalar.width) ||
        !parse(input.value, 0, scalar.value))
      continue;
    const Path path = split(input.name);
    const auto [at, fresh] = positions.try_emplace(path.variable, roots.size());
    if (fresh) roots.push_back({path.variable, {}});
    InputValue* value = &roots[at->second].second;
    for (const auto& name : path.parts) value = &part(*value, name);
    is_graph_ = is_graph_ || scalar.is_pointer() || scalar.is_function() || scalar.is_stream() ||
                scalar.is_word() || path.parts.size() > 1 ||
                std::any_of(path.parts.begin(), path.parts.end(),
                            [](const std::string& name) { return !is_number(name); });
    auto parts = std::move(value->parts);
    *value = std::move(scalar);
    value->parts = std::move(parts);
  }
  // What some pointer points to is an object.
  std::map<std::string, bool> pointed;
  for (const auto& input : test.inputs) {
    InputValue pointer{input.type, 64, 0, {}};
    if (pointer.is_pointer() && parse(input.value, 0, pointer.value) && pointer.value != 0)
      pointed[target_name(pointer)] = true;
  }
  for (auto& [name, value] : roots) {
    if (pointed.count(name) != 0)
      unreached_.emplace(name, std::move(value));
    else
      variables_.push_back({name, std::move(value)});
  }
}

void InputGraph::reach(const InputValue& value) {
  for (const auto& part : value.parts) reach(part.value);
  if (!value.is_pointer() || value.value == 0) return;
  const std::string name = target_name(value);
  if (const auto known = known_.find(name); known != known_.end()) {
    ++objects_[known->second].mentions;
    return;
  }
  const auto found = unreached_.find(name);
  const std::string type = without_member(target_type(value));
  const std::string base = object_name(type);
  known_.emplace(name, objects_.size());
  objects_.push_back({base + std::to_string(++numbers_[base]), type,
                      found == unreached_.end() ? InputValue() : found->second, 1});
  // The vector may grow while it is read.
  const InputValue copy = objects_.back().value;
  reach(copy);
}

const InputGraph::Object* InputGraph::target(const InputValue& pointer) const {
  if (!pointer.is_pointer() || pointer.value == 0) return nullptr;
  const auto known = known_.find(target_name(pointer));
  return known == known_.end() ? nullptr : &objects_[known->second];
}

std::vector<std::string> describe_graph(const InputGraph& graph) {
  Writer writer(graph);
  std::vector<std::string> lines;
  for (const auto& [name, value] : graph.variables())
    if (!value.is_call() || value.value != 0) lines.push_back(name + " = " + writer.value(value));
  return lines;
}

std::string graph_to_dot(const InputGraph& graph) {
  std::string text = "digraph inputs {\n  rankdir=LR;\n  node [shape=record, fontsize=11];\n";
  std::string arrows;
  unsigned number = 0;
  const auto box = [&](const std::string& node, const std::string& title, const InputValue& value) {
    std::string rows;
    draw(graph, node, "", value, rows, arrows);
    text += "  " + node + " [label=\"" + escaped_label(title) + rows + "\"];\n";
  };
  for (const auto& [name, value] : graph.variables())
    box("variable" + std::to_string(++number), name, value);
  for (const auto& object : graph.objects()) box(object.name, object.name, object.value);
  return text + arrows + "}\n";
}

}  // namespace cuttle

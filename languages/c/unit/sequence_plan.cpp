// SPDX-License-Identifier: Apache-2.0
#include <llvm/BinaryFormat/Dwarf.h>

#include <algorithm>
#include <cctype>
#include <initializer_list>

#include "languages/c/unit/sequence.h"

using namespace llvm;

namespace cuttle {
namespace {

const DIType* record_behind(const DIType* type) {
  const DIType* target = base_type(pointed_to(type));
  return isa_and_nonnull<DICompositeType>(target) ? target : nullptr;
}

bool is_const(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  return derived != nullptr && derived->getTag() == dwarf::DW_TAG_const_type;
}

const DIType* result_of(const SequenceFunction& f) {
  const auto types = f.function->getSubprogram()->getType()->getTypeArray();
  return types.size() == 0 ? nullptr : types[0];
}

// "list_findFirst" has the words list, find, first.
bool has_word(const std::string& name, std::initializer_list<const char*> wanted) {
  std::vector<std::string> words(1);
  for (const char c : name) {
    if (std::isupper(static_cast<unsigned char>(c)) || !std::isalpha(static_cast<unsigned char>(c)))
      words.emplace_back();
    if (std::isalpha(static_cast<unsigned char>(c)))
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return std::any_of(wanted.begin(), wanted.end(), [&](const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  });
}

// The structure that most of the functions take a pointer to; of several, the one met first.
const DIType* shared_type(const std::vector<SequenceFunction>& functions) {
  std::vector<std::pair<const DIType*, unsigned>> counts;
  const auto count = [&](const DIType* type) {
    if (type == nullptr) return;
    for (auto& [known, number] : counts)
      if (known == type) return void(++number);
    counts.emplace_back(type, 1);
  };
  for (const auto& f : functions) {
    std::vector<const DIType*> own;
    for (const auto& parameter : f.signature.parameters) {
      const DIType* behind = pointed_to(parameter.type);
      for (const DIType* type : {record_behind(parameter.type), record_behind(behind)})
        if (type != nullptr && std::find(own.begin(), own.end(), type) == own.end())
          own.push_back(type);
    }
    for (const DIType* type : own) count(type);
  }
  const auto best =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return best == counts.end() ? nullptr : best->first;
}

// How a function says the type that its parameters lead to.
const DIType* named_type(const SequenceFunction& f, const DIType* type) {
  for (const auto& parameter : f.signature.parameters)
    for (const DIType* from : {parameter.type, pointed_to(parameter.type)})
      if (record_behind(from) == type) return pointed_to(from);
  return nullptr;
}

void classify(SequenceFunction& f, const DIType* type) {
  for (unsigned i = 0; i < f.signature.parameters.size(); ++i) {
    const DIType* parameter = f.signature.parameters[i].type;
    if (record_behind(parameter) == type) f.objects.push_back(i);
    if (record_behind(pointed_to(parameter)) == type) f.addresses.push_back(i);
  }
  const bool takes = !f.objects.empty() || !f.addresses.empty();
  const bool gives = record_behind(result_of(f)) == type;
  f.makes = (gives && !takes) ||
            (!f.objects.empty() && has_word(f.name, {"init", "initialize", "initialise"}));
  f.ends = takes && f.signature.parameters.size() == 1 &&
           has_word(f.name, {"free", "destroy", "delete", "dispose", "release", "close", "drop",
                             "fini", "deinit"});
  f.replaces = gives && !f.objects.empty() && !f.ends && !is_const(pointed_to(result_of(f))) &&
               !is_const(pointed_to(f.signature.parameters[f.objects[0]].type)) &&
               !has_word(f.name, {"find", "search", "get", "lookup", "look", "next", "prev",
                                  "previous", "first", "last", "min", "max", "nth", "peek", "at"});
}

}  // namespace

SequencePlan plan_sequence(std::vector<SequenceFunction> functions) {
  SequencePlan plan;
  plan.functions = std::move(functions);
  plan.type = shared_type(plan.functions);
  if (plan.type == nullptr) return plan;
  bool gives = false, initialises = false, replaces = false;
  for (auto& f : plan.functions) {
    classify(f, plan.type);
    if (plan.named == nullptr) plan.named = named_type(f, plan.type);
    gives = gives || (f.makes && f.objects.empty());
    initialises = initialises || (f.makes && !f.objects.empty());
    replaces = replaces || f.replaces || !f.addresses.empty();
    plan.objects = std::max({plan.objects, 1u, static_cast<unsigned>(f.objects.size())});
  }
  using Start = SequencePlan::Start;
  plan.start = gives         ? Start::missing
               : initialises ? Start::untouched
               : replaces    ? Start::null
                             : Start::memory;
  // Where a function gives objects, an "init" is a call like others.
  if (gives)
    for (auto& f : plan.functions) f.makes = f.makes && f.objects.empty();
  return plan;
}

}  // namespace cuttle

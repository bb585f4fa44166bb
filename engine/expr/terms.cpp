// SPDX-License-Identifier: Apache-2.0
#include "engine/expr/terms.h"

#include "engine/expr/pool.h"
#include "engine/support/check.h"

namespace cuttle {

Sort ExprPool::datatype(std::string_view name) {
  for (size_t i = 0; i < datatypes_.size(); ++i) {
    if (datatypes_[i].name == name) return Sort::term(static_cast<unsigned>(i));
  }
  CUTTLE_CHECK(datatypes_.size() < 65536, "a pool has at most 65,536 datatypes");
  datatypes_.push_back({std::string(name), {}});
  return Sort::term(static_cast<unsigned>(datatypes_.size() - 1));
}

uint32_t ExprPool::add_constructor(Sort datatype, const TermConstructor& constructor) {
  std::vector<TermConstructor>& all = datatypes_[datatype.width].constructors;
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i].name != constructor.name) continue;
    CUTTLE_CHECK(all[i].fields == constructor.fields, "a constructor keeps its fields");
    return static_cast<uint32_t>(i);
  }
  all.push_back(constructor);
  return static_cast<uint32_t>(all.size() - 1);
}

ExprId ExprPool::term_make(Sort datatype, uint32_t constructor, std::span<const ExprId> fields) {
  return build({Op::term_make, datatype, {}, table(fields), constructor});
}

ExprId ExprPool::term_is(ExprId a, uint32_t constructor) {
  return build({Op::term_is, Sort::boolean(), {a}, constructor});
}

ExprId ExprPool::term_select(ExprId a, uint32_t constructor, uint32_t field) {
  const auto& constructors = datatype_info(sort(a)).constructors;
  CUTTLE_CHECK(constructor < constructors.size() && field < constructors[constructor].fields.size(),
               "a constructor has this field");
  return build(
      {Op::term_select, constructors[constructor].fields[field].sort, {a}, constructor, field});
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "engine/path/test_case.h"

namespace cuttle {
PortableTestCase to_portable(const ExprPool& pool, const TestCase& test) {
  PortableTestCase portable;
  portable.schedule = test.schedule;
  for (VarId v = 0; v < test.inputs.limit(); ++v) {
    const Value* value = test.inputs.get(v);
    if (value == nullptr) continue;
    const Variable& variable = pool.variable_info(v);
    portable.inputs.push_back(
        {variable.name, variable.type, to_string(variable.sort), value->to_text()});
  }
  return portable;
}

Result<TestCase> from_portable(ExprPool& pool, const PortableTestCase& test) {
  TestCase result;
  result.schedule = test.schedule;
  for (const NamedInput& input : test.inputs) {
    Sort sort;
    if (!parse_sort(input.sort, sort))
      return Error::usage("input `" + input.name + "' has the unknown sort `" + input.sort + "'");
    Value value;
    if (!parse_value(sort, input.value, value))
      return Error::usage("input `" + input.name + "' has the value `" + input.value +
                          "', which is not a " + input.sort);
    if (const Variable* known = pool.find_variable(input.name); known && known->sort != sort)
      return Error::usage("input `" + input.name + "' is a " + to_string(known->sort) +
                          " in this program, not a " + input.sort);
    result.inputs.set(pool.var_of(pool.variable(input.name, sort, input.type)), std::move(value));
  }
  return result;
}

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "languages/c/export/exported_unit.h"
#include "languages/c/export/stubs.h"
#include "languages/c/target/input_graph.h"

namespace cuttle {

// The statements of one test: they make the graph of inputs with calloc and assignments, and call
// the unit.
class TestBody {
 public:
  // `keep`: all objects can be found until the process ends, so that only the unit's own leak.
  TestBody(const ExportedUnit& unit, const InputGraph& graph, ExportedStubs& stubs, bool keep)
      : unit_(unit), graph_(graph), stubs_(stubs), keep_(keep) {}

  // Nothing when code cannot say it: `why` has the reason.
  std::optional<std::string> write(std::string& why);

 private:
  using Parameter = ExportedFunction::Parameter;

  void allocate(const InputGraph::Object& object);
  void fill(const InputGraph::Object& object);
  void fill_from(const std::string& place, const InputValue& value);
  void pointer_variable(const std::string& type, const std::string& name, const std::string& made);
  bool is_blob(const InputGraph::Object& object) const;
  std::string object_code(const InputGraph::Object& object) const;

  void assign(const std::string& place, const std::string& member, const InputValue& value);
  void assign_scalar(const std::string& place, const std::string& member, const InputValue& value);
  void assign_part(const std::string& whole, const std::string& dot, const InputValue::Part& part);
  void copy(const std::string& place, const InputValue& bytes);
  std::string scalar(const std::string& member, const InputValue& value);

  void set_results();
  void call_function(const ExportedFunction& function);
  // Makes the variable for a parameter; returns how the call says it.
  std::string argument(const Parameter& parameter, const InputValue* value,
                       const std::string& name);
  std::string rows_argument(const Parameter& parameter, const InputValue& value,
                            const std::string& name);
  std::string array_argument(const Parameter& parameter, const InputValue* value,
                             const std::string& name);
  std::string call(const ExportedFunction& function, const std::vector<std::string>& arguments);
  void call_and_keep(const ExportedFunction& function, const std::string& call);

  // Sequences.
  void call_steps();
  void step(const ExportedFunction& function, const InputValue& value, const std::string& prefix);
  std::vector<unsigned> chosen_objects(const ExportedFunction& function, const InputValue& value);
  std::string free_place() const;

  const ExportedUnit& unit_;
  const InputGraph& graph_;
  ExportedStubs& stubs_;
  const bool keep_;
  std::string text_;
  std::string problem_;
  std::vector<bool> ready_;  // objects of a sequence that were made, where code can know it
};

}  // namespace cuttle

// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/c_stepper.h"

#include "languages/c/steps/run_reader.h"

namespace cuttle {
namespace {

class CStepper : public Stepper {
 public:
  explicit CStepper(ProgramImage image) : image_(std::move(image)), objects_(image_) {}

  RunSteps steps_of(const Execution& run, StateVariables& variables) override {
    return RunReader(run, variables, objects_, tables_).read();
  }
  std::optional<Value> initial(const Cell& cell) override { return objects_.initial(cell); }

  std::string name_of(const Cell& cell) override {
    const Objects::Name& name = objects_.name_of(cell.object);
    const std::string offset = cell.offset == 0 ? "" : "+" + std::to_string(cell.offset);
    switch (name.kind) {
      case Objects::Kind::global: {
        const ProgramImage::Symbol* symbol = image_.at(name.a);
        return symbol->name.substr(0, symbol->name.find("..")) + offset;
      }
      case Objects::Kind::code:
        return objects_.function_name(name.a);
      case Objects::Kind::variable:
      case Objects::Kind::value:
      case Objects::Kind::incoming:
        return name_of_value(name) + offset;
      case Objects::Kind::result:
        return "result";
      case Objects::Kind::heap:
        return "heap" + std::to_string(name.b + 1) + offset;
      case Objects::Kind::alive:
        return "allocated(" + name_of({name.a, 0, 1}) + ")";
      case Objects::Kind::count:
        return "allocations";
    }
    return "?";
  }
  std::string name_of_value(const Objects::Name& name) {
    const std::string& function = objects_.function_name(name.b);
    const std::string plain = function.substr(0, function.find(".."));
    for (const ProgramImage::Symbol* table : image_.named("cuttle.steps")) {
      const auto id = static_cast<unsigned>(name.c);
      if (const std::string known = tables_.at(table->address).variable(function, id);
          !known.empty())
        return plain + "::" + known;
    }
    return plain + "." + std::to_string(name.c);
  }
  std::string place_of(PointId point) override { return tables_.place_of(point); }
  std::optional<StraightStep> straight(PointId point, StateVariables& variables) override {
    return read_straight(point, variables, objects_, tables_);
  }

  // A call that reports, an assertion, a division, an access by a pointer, or who knows what.
  bool can_fail() const override {
    for (const ProgramImage::Symbol* table : image_.named("cuttle.steps")) {
      const std::string text = image_.text(table->address);
      if (text.find("\n?assert") != std::string::npos ||
          text.find("\nn fail") != std::string::npos || text.find("\nu ") != std::string::npos)
        return true;
      const StepTable lines(text);
      if (lines.has_risky_line()) return true;
    }
    return false;
  }

 private:
  const ProgramImage image_;
  Objects objects_;
  StepTables tables_{image_};
};

}  // namespace

Result<std::unique_ptr<Stepper>> make_c_stepper(const std::filesystem::path& program) {
  Result<ProgramImage> image = ProgramImage::read(program);
  if (!image) return image.error();
  return std::unique_ptr<Stepper>(std::make_unique<CStepper>(std::move(*image)));
}

}  // namespace cuttle

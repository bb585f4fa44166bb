// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/run_reader.h"

#include "languages/c/runtime/step_notes.h"

namespace cuttle {
namespace {

uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t h = (a ^ (b + 0x9E3779B97F4A7C15ull + (a << 6) + (a >> 2))) * 0xff51afd7ed558ccdull;
  return (h ^ (h >> 33)) | 1;
}

std::string name_of(const StepOperand& callee) {
  return callee.kind == StepOperand::Kind::global ? callee.name : "a function by its address";
}

bool is_end(const std::string& op) {
  static const std::map<std::string, bool> ends = {
      {"j", true}, {"B", true}, {"W", true},       {"c", true},      {"r", true},
      {"n", true}, {"N", true}, {"?assume", true}, {"?assert", true}};
  return ends.contains(op);
}

}  // namespace

const StepTable& StepTables::at(uint64_t address) {
  const auto found = tables_.find(address);
  if (found != tables_.end()) return found->second;
  return tables_.try_emplace(address, image_.text(address)).first->second;
}

PointId StepTables::point(uint64_t calls, uint64_t table, uint32_t segment) {
  return mix(mix(calls, table), segment);
}

std::string StepTables::place_of(PointId point) {
  const Where* place = where(point);
  const StepSegment* segment = place != nullptr ? at(place->table).find(place->segment) : nullptr;
  if (segment == nullptr) return "?";
  return segment->function.substr(0, segment->function.find("..")) + ":" +
         std::to_string(segment->line);
}

std::optional<StraightStep> read_straight(PointId point, StateVariables& variables,
                                          Objects& objects, StepTables& tables) {
  const StepTables::Where* found = tables.where(point);
  if (found == nullptr) return {};
  const StepTables::Where place = *found;
  const StepSegment* segment = tables.at(place.table).find(place.segment);
  if (segment == nullptr || segment->is_entry) return {};
  StepFrame frame;
  frame.function = place.function;
  frame.key = place.key;
  frame.depth = place.depth;
  Placement nowhere;
  SegmentReader reader(variables, objects, nowhere, frame, {}, 0);
  std::map<uint64_t, uint64_t> none;
  reader.allocations = &none;
  for (const StepLine& line : segment->lines) {
    if (line.op == "j") {
      if (!reader.checks.empty() || !reader.inputs.empty()) return {};
      StraightStep result;
      result.step.writes = std::move(reader.writes);
      result.next = tables.point(place.key, place.table, line.number(0));
      tables.remember(result.next, place.table, line.number(0), frame);
      return result;
    }
    if (is_end(line.op) || !reader.read(line)) return {};
  }
  return {};
}

RunSteps RunReader::read() {
  result_.why = "the run logged no steps";
  const auto& events = run_.log.events;
  const ProgramImage::Symbol* anchor = tables_.image().find("__cuttle_step");
  if (run_.log.threads.size() > 1) {
    result_.why = "several threads";
    return std::move(result_);
  }
  if (events.empty() || events[0].other != CUTTLE_STEP_PROGRAM || anchor == nullptr)
    return std::move(result_);
  bias_ = events[0].value - anchor->address;
  at_ = 1;
  result_.why = "the run's log ends early";
  Passage passage;
  while (next_passage(passage) && pass(passage)) {
  }
  // Another state may need another time, or go on where the log does not.
  const bool cut = events.back().other == CUTTLE_STEP_FULL ||
                   (run_.outcome.is_bug() && run_.outcome.bug == BugKind::timeout);
  result_.complete = result_.complete && !cut;
  return std::move(result_);
}

bool RunReader::next_passage(Passage& passage) {
  const auto& events = run_.log.events;
  if (at_ >= events.size() || events[at_].kind != RunEvent::Kind::segment ||
      events[at_].other != CUTTLE_STEP_BEGIN)
    return false;
  passage.begin = &events[at_++];
  const size_t first = at_;
  while (at_ < events.size() && events[at_].kind == RunEvent::Kind::segment &&
         events[at_].other != CUTTLE_STEP_BEGIN)
    ++at_;
  passage.notes = std::span(events).subspan(first, at_ - first);
  passage.next = at_ < events.size() ? &events[at_] : nullptr;
  passage.table = passage.begin->value - bias_;
  passage.segment = tables_.at(passage.table).find(passage.begin->object);
  passage.first_choice = passage.begin->choice;
  passage.end_choice =
      passage.next != nullptr ? passage.next->choice : static_cast<uint32_t>(run_.choices.size());
  return passage.segment != nullptr;
}

bool RunReader::stop(PointId point, std::string why) {
  ProgramStep step;
  step.point = point;
  step.unknown = std::move(why);
  result_.steps.push_back(std::move(step));
  return false;
}

// A function begins: main, or what the segment before calls.
bool RunReader::enter(const Passage& passage) {
  StepFrame frame;
  frame.function = objects_.function(passage.segment->function);
  if (frames_.empty()) {
    frame.key = mix(1, frame.function);
  } else {
    const StepFrame& caller = frames_.back();
    if (caller.call == nullptr) return stop(0, "a function was called from outside");
    frame.depth = caller.depth + 1;
    frame.key = mix(mix(caller.key, caller.caller->number), frame.function);
  }
  frames_.push_back(std::move(frame));
  return true;
}

// The segment behind a call.
bool RunReader::arrive(const Passage& passage) {
  StepFrame& frame = frames_.back();
  if (frame.call == nullptr) return true;
  const StepLine& line = *frame.call;
  frame.call = nullptr;
  if (!returned_)
    return stop(0, "a call of " + name_of(line.operands[3]) + ", which was not instrumented");
  returned_ = false;
  if (line.number(0) != passage.segment->number) return stop(0, "a jump out of a function");
  const unsigned bits = line.number(2);
  if (line.words[1] == "-" || bits == 0) return true;
  const uint32_t bytes = (bits + 7) / 8;
  const Cell from{objects_.number({Objects::Kind::result, frame.depth + 1u}, 8), 0, bytes};
  const uint64_t to =
      objects_.number({Objects::Kind::value, frame.depth, frame.function, line.number(1)}, bytes);
  ProgramStep step;
  step.writes.push_back({{to, 0, bytes}, variables_.cell(from)});
  result_.steps.push_back(std::move(step));
  return true;
}

bool RunReader::pass(const Passage& passage) {
  const StepSegment& segment = *passage.segment;
  if (segment.is_entry) {
    if (!enter(passage)) return false;
  } else {
    if (frames_.empty()) return stop(0, "the run began in the middle of a function");
    if (objects_.function_name(frames_.back().function) != segment.function)
      return stop(0, "a jump out of a function");
    if (!arrive(passage)) return false;
  }
  StepFrame& frame = frames_.back();
  const PointId point =
      segment.is_point ? tables_.point(frame.key, passage.table, segment.number) : 0;
  if (point != 0) tables_.remember(point, passage.table, segment.number, frame);
  SegmentReader reader(variables_, objects_, placement_, frame, passage.notes, bias_);
  reader.allocations = &allocations_;
  reader.here = mix(mix(frame.key, passage.table), segment.number);
  for (const StepLine& line : segment.lines) {
    if (is_end(line.op)) return end(passage, reader, line, point);
    if (reader.read(line)) continue;
    if (reader.out_of_notes && passage.next == nullptr && run_.outcome.is_bug())
      return crashed(reader, point);
    return stop(point, reader.why.empty() ? "the log of the run ends early" : reader.why);
  }
  return stop(point, "code without an end");
}

// The run ended in the middle of the segment. What it had noted of the state leads there again.
bool RunReader::crashed(SegmentReader& reader, PointId point) {
  ProgramStep step;
  step.point = point;
  reader.writes.clear();
  finish(reader, std::move(step));
  result_.complete = true;
  return false;
}

// The checks come first; all is over the state where the segment begins.
void RunReader::finish(SegmentReader& reader, ProgramStep step) {
  for (ProgramStep& check : reader.checks) {
    check.point = std::exchange(step.point, 0);
    result_.steps.push_back(std::move(check));
  }
  step.writes = std::move(reader.writes);
  step.inputs = std::move(reader.inputs);
  result_.steps.push_back(std::move(step));
}

PointId RunReader::target(const Passage& passage, uint32_t segment) {
  const PointId point = tables_.point(frames_.back().key, passage.table, segment);
  tables_.remember(point, passage.table, segment, frames_.back());
  return point;
}

// The choice that the end of the segment made, if any; it must be the only one.
bool RunReader::take_choice(const Passage& passage, ProgramStep& step) {
  if (passage.first_choice == passage.end_choice) return true;
  if (passage.end_choice - passage.first_choice > 1) return false;
  step.choice = passage.first_choice;
  return run_.choices[step.choice].kind != ChoiceKind::concretise;
}

bool RunReader::end(const Passage& passage, SegmentReader& reader, const StepLine& line,
                    PointId point) {
  ProgramStep step;
  step.point = point;
  if (line.op == "j" || line.op == "N" || line.op == "r" || line.op == "c" || line.op == "n") {
    if (passage.first_choice != passage.end_choice)
      return stop(point, "a choice in the middle of a step");
  } else if (!take_choice(passage, step)) {
    return stop(point, "choices in the middle of a step");
  }
  if (line.op == "n") {
    finish(reader, std::move(step));
    result_.complete = passage.next == nullptr;
    return false;
  }
  if (line.op == "B") {
    if (!branch(passage, reader, line, step)) return stop(point, reader.why);
  } else if (line.op == "W") {
    if (!select(passage, reader, line, step)) return stop(point, reader.why);
  } else if (line.op == "?assume" || line.op == "?assert") {
    if (!demand(passage, reader, line, step)) return stop(point, reader.why);
    if (passage.next == nullptr) {
      finish(reader, std::move(step));
      result_.complete = true;
      return false;
    }
  } else if (line.op == "c") {
    return call(passage, reader, line, step);
  } else if (line.op == "r") {
    if (!leave(reader, line)) return stop(point, reader.why);
    finish(reader, std::move(step));
    if (!frames_.empty()) return true;
    result_.complete = passage.next == nullptr;
    return false;
  } else if (line.op == "N") {
    const RunEvent* note = reader.take_note(CUTTLE_STEP_INPUT);
    if (note == nullptr) return stop(point, "the log of the run ends early");
    const unsigned bits = line.number(1);
    const uint32_t slot = static_cast<uint32_t>(reader.inputs.size());
    reader.inputs.push_back(Value::bits(bits, note->value));
    reader.write(reader.register_of(line.number(0), bits),
                 reader.padded(variables_.input(slot, bits)));
  }
  finish(reader, std::move(step));
  return passage.next != nullptr;
}

bool RunReader::branch(const Passage& passage, SegmentReader& reader, const StepLine& line,
                       ProgramStep& step) {
  const ExprId c = reader.condition(line.operands[0]);
  if (!c) return reader.fail("a condition that is not known");
  const uint32_t otherwise = line.number(1), then = line.number(2);
  if (passage.next == nullptr) return reader.fail("the log of the run ends early");
  if (otherwise == then) return true;
  step.arms.push_back({pool_.not_(c), target(passage, otherwise), 0});
  step.arms.push_back({c, target(passage, then), 1});
  step.taken = passage.next->object == then ? 1 : 0;
  return true;
}

bool RunReader::select(const Passage& passage, SegmentReader& reader, const StepLine& line,
                       ProgramStep& step) {
  const ExprId subject = reader.value(line.operands[1]);
  if (!subject) return reader.fail("a condition that is not known");
  if (passage.next == nullptr) return reader.fail("the log of the run ends early");
  const unsigned bits = line.number(0), count = line.number(2);
  std::vector<ExprId> conditions(count, pool_.false_expr());
  ExprId none = pool_.true_expr();
  for (size_t i = 3 + count; i < line.words.size(); ++i) {
    const size_t colon = line.words[i].find(':');
    const ExprId match =
        pool_.eq(subject, pool_.bits(bits, std::stoull(line.words[i].substr(0, colon))));
    const auto arm = static_cast<unsigned>(std::stoul(line.words[i].substr(colon + 1)));
    conditions[arm] = pool_.or_(conditions[arm], match);
    none = pool_.and_(none, pool_.not_(match));
  }
  conditions.back() = none;
  for (uint32_t arm = 0; arm < count; ++arm) {
    const uint32_t to = line.number(3 + arm);
    if (passage.next->object == to) step.taken = arm;
    step.arms.push_back({conditions[arm], target(passage, to), arm});
  }
  return true;
}

// An assumption, whose failure is no failure; or an assertion.
bool RunReader::demand(const Passage& passage, SegmentReader& reader, const StepLine& line,
                       ProgramStep& step) {
  const ExprId c = reader.condition(line.operands[0]);
  if (!c) return reader.fail("a condition that is not known");
  const bool assumed = line.op == "?assume";
  step.arms.push_back({c, 0, assumed ? 1u : 0u});
  step.arms.push_back({pool_.not_(c), 0, assumed ? 0u : 1u, assumed});
  step.taken = passage.next == nullptr ? 1 : 0;
  return true;
}

bool RunReader::call(const Passage& passage, SegmentReader& reader, const StepLine& line,
                     ProgramStep& step) {
  StepFrame& frame = frames_.back();
  frame.caller = passage.segment;
  frame.call = &line;
  if (passage.next == nullptr)
    return stop(step.point, "the run ended in a call of " + name_of(line.operands[3]));
  const StepSegment* next = tables_.at(passage.next->value - bias_).find(passage.next->object);
  if (next == nullptr || !next->is_entry)
    return stop(step.point,
                "a call of " + name_of(line.operands[3]) + ", which was not instrumented");
  const ExprId callee = reader.value(line.operands[3]);
  const uint64_t called = objects_.code(next->function);
  if (!callee) return stop(step.point, "a call of a function that is not known");
  if (!reader.pin(pool_.eq(callee, pool_.bits(64, Objects::address(called, 0)))))
    return stop(step.point, "a function was called from outside");
  StepFrame inner;
  inner.depth = frame.depth + 1;
  inner.function = objects_.function(next->function);
  const unsigned count = line.number(4);
  for (unsigned i = 0; i < count; ++i)
    if (!reader.value(line.operands[5 + i]))
      return stop(step.point, "an argument that is not a number or a pointer");
  // Without a prototype more or less may be handed over than is taken.
  for (unsigned i = 0; i < next->parameters.size(); ++i) {
    const unsigned bits = next->parameters[i];
    if (bits == 0) return stop(step.point, "an argument that is not a number or a pointer");
    const ExprId argument = i < count ? reader.value(line.operands[5 + i]) : ExprId{};
    const Cell to = reader.register_at(inner, i, bits);
    if (argument && pool_.sort(argument).width == bits)
      reader.write(to, reader.padded(argument));
    else
      reader.writes.push_back({to, {}, Write::Kind::unknown});
  }
  finish(reader, std::move(step));
  return true;
}

bool RunReader::leave(SegmentReader& reader, const StepLine& line) {
  const StepFrame& frame = frames_.back();
  // Who calls may take it for something larger.
  const Cell whole{objects_.number({Objects::Kind::result, frame.depth}, 8), 0, 8};
  reader.writes.push_back({whole, {}, Write::Kind::unknown});
  if (const ExprId what = line.words.empty() ? ExprId{} : reader.value(line.operands[1]))
    reader.write({whole.object, 0, (line.number(0) + 7) / 8}, reader.padded(what));
  for (uint64_t place : frame.places) placement_.remove(place);
  frames_.pop_back();
  returned_ = true;
  return true;
}

}  // namespace cuttle

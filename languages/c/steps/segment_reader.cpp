// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/segment_reader.h"

#include "engine/prune/overlay.h"
#include "languages/c/runtime/step_notes.h"

namespace cuttle {
namespace {

uint32_t bytes_of(unsigned bits) {
  return (bits + 7) / 8;
}

}  // namespace

Cell SegmentReader::register_at(const StepFrame& frame, unsigned id, unsigned bits,
                                Objects::Kind kind) {
  const uint32_t bytes = bytes_of(bits);
  return {objects_.number({kind, frame.depth, frame.function, id}, bytes), 0, bytes};
}

ExprId SegmentReader::padded(ExprId value) {
  return pool_.zext(value, bytes_of(pool_.sort(value).width) * 8);
}

ExprId SegmentReader::value(const StepOperand& operand) {
  switch (operand.kind) {
    case StepOperand::Kind::none:
      return {};
    case StepOperand::Kind::number:
      return pool_.bits(operand.bits, operand.number);
    case StepOperand::Kind::value: {
      if (const auto known = values_.find(operand.id); known != values_.end()) return known->second;
      return pool_.extract(variables_.cell(register_of(operand.id, operand.bits)), 0, operand.bits);
    }
    case StepOperand::Kind::global: {
      const auto object = objects_.global(operand.name);
      const uint64_t number = object ? *object : objects_.code(operand.name);
      return pool_.bits(64, Objects::address(number, operand.offset));
    }
    case StepOperand::Kind::local: {
      const uint64_t object =
          objects_.number({Objects::Kind::variable, frame_.depth, frame_.function, operand.id}, 0);
      return pool_.bits(64, Objects::address(object, operand.offset));
    }
  }
  return {};
}

ExprId SegmentReader::condition(const StepOperand& operand) {
  const ExprId e = value(operand);
  return e ? pool_.bits_to_bool(e) : e;
}

const RunEvent* SegmentReader::take_note(uint32_t kind) {
  if (notes_.empty()) {
    out_of_notes = true;
    return nullptr;
  }
  const RunEvent* note = &notes_.front();
  if (note->other != kind) {
    why = "the log of the run is not in order";
    return nullptr;
  }
  notes_ = notes_.subspan(1);
  return note;
}

// Something holds in this run, and all is only known of states in which it does.
bool SegmentReader::pin(ExprId condition) {
  if (pool_.is_true(condition)) return true;
  if (pool_.is_false(condition)) return fail("the log of the run contradicts its steps");
  ProgramStep step;
  step.arms.push_back({condition});
  step.arms.push_back({pool_.not_(condition)});
  checks.push_back(std::move(step));
  return true;
}

std::optional<Objects::Place> SegmentReader::resolve(uint64_t address) {
  if (const auto found = placement_.find(address)) return found;
  const auto global = objects_.global_at(address - bias_);
  if (!global) return {};
  return Objects::Place{*global,
                        static_cast<int64_t>(address - bias_ - objects_.name_of(*global).a)};
}

// Nothing: it always exists where it has a name.
std::optional<Cell> SegmentReader::alive_of(uint64_t object) {
  if (objects_.name_of(object).kind != Objects::Kind::heap) return {};
  return Cell{objects_.number({Objects::Kind::alive, object}, 1), 0, 1};
}

bool SegmentReader::require_alive(uint64_t object) {
  const auto alive = alive_of(object);
  return !alive || pin(pool_.eq(load_from(*alive), pool_.bits(8, 1)));
}

// The pointer leads to where it does in this run, into an object that exists.
bool SegmentReader::must_exist(const StepOperand& operand) {
  const ExprId pointer = value(operand);
  const RunEvent* note = take_note(CUTTLE_STEP_ADDRESS);
  if (note == nullptr) return false;
  const auto at = resolve(note->value);
  if (!pointer || !at) return fail("an address that is not known");
  return pin(pool_.eq(pointer, pool_.bits(64, Objects::address(at->object, at->offset)))) &&
         require_alive(at->object);
}

// It is null, or leads into the object that it leads into in this run, which exists.
ExprId SegmentReader::leads_into(ExprId pointer, uint64_t address) {
  const ExprId is_null = pool_.eq(pointer, pool_.bits(64, 0));
  const auto at = resolve(address);
  if (!at) return is_null;
  ExprId inside = pool_.and_(pool_.eq(pool_.extract(pointer, 32, 32), pool_.bits(32, at->object)),
                             pool_.binary(Op::bv_ult, pool_.extract(pointer, 0, 32),
                                          pool_.bits(32, objects_.size_of(at->object))));
  if (const auto alive = alive_of(at->object))
    inside = pool_.and_(inside, pool_.eq(load_from(*alive), pool_.bits(8, 1)));
  return pool_.or_(is_null, inside);
}

// Are two pointers equal? Within one object that is known; between two, only of those that lead
// into objects.
bool SegmentReader::compare(const StepLine& line) {
  const ExprId a = value(line.operands[0]), b = value(line.operands[1]);
  const RunEvent* first = take_note(CUTTLE_STEP_ADDRESS);
  const RunEvent* second = first == nullptr ? nullptr : take_note(CUTTLE_STEP_ADDRESS);
  if (second == nullptr) return false;
  if (!a || !b) return true;  // only who needs it is in trouble
  const ExprId same = pool_.eq(pool_.extract(a, 32, 32), pool_.extract(b, 32, 32));
  const ExprId apart = pool_.and_(leads_into(a, first->value), leads_into(b, second->value));
  return pin(pool_.or_(same, apart));
}

// The bytes that an operand points to: the same in all activations, or as the run noted.
std::optional<Cell> SegmentReader::place(const StepOperand& operand, uint32_t bytes) {
  Objects::Place at;
  if (operand.kind == StepOperand::Kind::local) {
    at.object =
        objects_.number({Objects::Kind::variable, frame_.depth, frame_.function, operand.id}, 0);
    at.offset = operand.offset;
  } else if (operand.kind == StepOperand::Kind::global) {
    const auto object = objects_.global(operand.name);
    if (!object) return fail("a variable of a library"), std::nullopt;
    at = {*object, operand.offset};
  } else {
    const RunEvent* note = take_note(CUTTLE_STEP_ADDRESS);
    if (note == nullptr) return {};
    const ExprId address = value(operand);
    if (!address) return fail("an address that is not known"), std::nullopt;
    const auto found = resolve(note->value);
    if (!found) return fail("an access to memory that is not known"), std::nullopt;
    at = *found;
    if (!pin(pool_.eq(address, pool_.bits(64, Objects::address(at.object, at.offset))))) return {};
  }
  const uint64_t size = objects_.size_of(at.object);
  if (at.offset < 0 || static_cast<uint64_t>(at.offset) + bytes > size)
    return fail("an access beyond an object"), std::nullopt;
  if (!require_alive(at.object)) return {};
  return Cell{at.object, static_cast<uint32_t>(at.offset), bytes};
}

ExprId SegmentReader::load_from(const Cell& cell) {
  Overlay overlay(cell);
  for (auto write = writes.rbegin(); write != writes.rend() && !overlay.complete(); ++write)
    overlay.add(*write);
  const auto before = [&](const Cell& part) { return variables_.cell(part); };
  // What was just allocated is nobody's; the step says so, too, and reads nothing.
  const auto unknown = [&](const Cell& part) {
    why = "a read of memory that nothing was written to";
    return variables_.cell(part);
  };
  return overlay.value(pool_, before, unknown);
}

bool SegmentReader::load(const StepLine& line) {
  const unsigned bits = line.number(1);
  const StepOperand& at = line.operands[2];
  if (at.kind == StepOperand::Kind::global && !objects_.global(at.name)) {
    values_[line.number(0)] = {};  // of a library: only who needs it is in trouble
    return true;
  }
  const auto cell = place(at, bytes_of(bits));
  if (!cell) return false;
  values_[line.number(0)] = pool_.extract(load_from(*cell), 0, bits);
  return why.empty();
}

bool SegmentReader::store(const StepLine& line) {
  const ExprId what = value(line.operands[1]);
  const auto cell = place(line.operands[2], bytes_of(line.number(0)));
  if (!cell) return false;
  if (what)
    write(*cell, padded(what));
  else
    writes.push_back({*cell, {}, Write::Kind::unknown});
  return true;
}

bool SegmentReader::fill(const StepLine& line) {
  const uint32_t length = line.number(0);
  const auto cell = place(line.operands[2], length);
  if (!cell) return false;
  const unsigned byte = line.number(1) & 0xff;
  if (length == 0) return true;
  if (byte == 0) {
    writes.push_back({*cell, {}, Write::Kind::zero});
    return true;
  }
  if (length > 256) return fail("memset of many bytes");
  for (uint32_t i = 0; i < length; ++i)
    write({cell->object, cell->offset + i, 1}, pool_.bits(8, byte));
  return true;
}

bool SegmentReader::copy(const StepLine& line) {
  const uint32_t length = line.number(0);
  const auto to = place(line.operands[1], length);
  if (!to) return false;
  const auto from = place(line.operands[2], length);
  if (!from) return false;
  if (length > 1024) return fail("memcpy of many bytes");
  std::vector<Write> copies;
  for (uint32_t at = 0; at < length;) {
    uint32_t part = 8;
    while (at + part > length || (from->offset + at) % part != 0) part /= 2;
    copies.push_back(
        {{to->object, to->offset + at, part}, load_from({from->object, from->offset + at, part})});
    at += part;
  }
  if (!why.empty()) return false;
  writes.insert(writes.end(), copies.begin(), copies.end());
  return true;
}

bool SegmentReader::read_inputs(const StepLine& line) {
  const uint32_t bytes = line.number(0), count = line.number(1);
  const auto cell = place(line.operands[2], bytes * count);
  if (!cell) return false;
  for (uint32_t i = 0; i < count; ++i) {
    const RunEvent* note = take_note(CUTTLE_STEP_INPUT);
    if (note == nullptr) return false;
    write({cell->object, cell->offset + i * bytes, bytes},
          variables_.input(static_cast<uint32_t>(inputs.size()), bytes * 8));
    inputs.push_back(Value::bits(bytes * 8, note->value));
  }
  return true;
}

// Which object it becomes depends on how many there were: that is part of the state.
bool SegmentReader::allocate(const StepLine& line) {
  const ExprId size = value(line.operands[2]);
  const RunEvent* note = take_note(CUTTLE_STEP_ALLOCATED);
  if (note == nullptr) return false;
  if (!size || !pool_.is_constant(size)) return fail("an allocation whose size is not constant");
  const uint64_t bytes = pool_.value(size).low64();
  if (note->value == 0 || bytes > (1u << 30)) return fail("an allocation that failed");
  const uint64_t ordinal = (*allocations)[here]++;
  const Cell count{objects_.number({Objects::Kind::count, here}, 4), 0, 4};
  if (!pin(pool_.eq(load_from(count), pool_.bits(32, ordinal)))) return false;
  write(count, pool_.bits(32, ordinal + 1));
  const uint64_t object = objects_.number({Objects::Kind::heap, here, ordinal, bytes}, bytes);
  placement_.add(note->value, bytes, object);
  if (bytes > 0)
    writes.push_back({{object, 0, static_cast<uint32_t>(bytes)},
                      {},
                      line.words[1] == "0" ? Write::Kind::zero : Write::Kind::unknown});
  write({objects_.number({Objects::Kind::alive, object}, 1), 0, 1}, pool_.bits(8, 1));
  const ExprId pointer = pool_.bits(64, Objects::address(object, 0));
  values_[line.number(0)] = pointer;
  write(register_of(line.number(0), 64), pointer);
  return true;
}

bool SegmentReader::release(const StepLine& line) {
  const ExprId pointer = value(line.operands[0]);
  const RunEvent* note = take_note(CUTTLE_STEP_ADDRESS);
  if (note == nullptr) return false;
  if (!pointer) return fail("an address that is not known");
  if (note->value == 0) return pin(pool_.eq(pointer, pool_.bits(64, 0)));
  const auto at = placement_.find(note->value);
  if (!at || at->offset != 0 || objects_.name_of(at->object).kind != Objects::Kind::heap)
    return fail("memory is freed that is not known");
  if (!pin(pool_.eq(pointer, pool_.bits(64, Objects::address(at->object, 0)))) ||
      !require_alive(at->object))
    return false;
  write({objects_.number({Objects::Kind::alive, at->object}, 1), 0, 1}, pool_.bits(8, 0));
  placement_.remove(note->value);
  return true;
}

bool SegmentReader::read(const StepLine& line) {
  const std::string& op = line.op;
  if (op == "u") return fail(line.words[0]);
  if (op == "b") return binary(line);
  if (op == "x") return cast(line);
  if (op == "l") return load(line);
  if (op == "s") return store(line);
  if (op == "M") return fill(line);
  if (op == "m") return copy(line);
  if (op == "I") return read_inputs(line);
  if (op == "A") return allocate(line);
  if (op == "f") return release(line);
  if (op == "a") {
    const uint64_t size = std::stoull(line.words[1]);
    const uint64_t object = objects_.number(
        {Objects::Kind::variable, frame_.depth, frame_.function, line.number(0)}, size);
    const RunEvent* note = take_note(CUTTLE_STEP_SLOT);
    if (note == nullptr) return false;
    placement_.add(note->value, size, object);
    frame_.places.push_back(note->value);
    if (size > 0)
      writes.push_back({{object, 0, static_cast<uint32_t>(size)}, {}, Write::Kind::unknown});
    return true;
  }
  if (op == "p") {
    const unsigned bits = line.number(1);
    values_[line.number(0)] = pool_.extract(
        variables_.cell(register_of(line.number(0), bits, Objects::Kind::incoming)), 0, bits);
    return true;
  }
  if (op == "i" || op == "o") {
    const unsigned id = line.number(0), bits = line.number(1);
    const ExprId what = op == "i" ? value(line.operands[2]) : values_[id];
    const auto kind = op == "i" ? Objects::Kind::incoming : Objects::Kind::value;
    // Only who needs it is in trouble.
    if (!what)
      writes.push_back({register_of(id, bits, kind), {}, Write::Kind::unknown});
    else
      write(register_of(id, bits, kind), padded(what));
    return true;
  }
  if (op == "k") {
    writes.push_back({register_of(line.number(0), line.number(1)), {}, Write::Kind::unknown});
    return true;
  }
  if (op == "?") {
    const ExprId c = condition(line.operands[2]), a = value(line.operands[3]),
                 b = value(line.operands[4]);
    values_[line.number(0)] = c && a && b ? pool_.ite(c, a, b) : ExprId{};
    return true;
  }
  if (op == "v") return must_exist(line.operands[0]);
  if (op == "~") return compare(line);
  if (op == "=") {
    const ExprId a = value(line.operands[0]), b = value(line.operands[1]);
    if (!a || !b) return fail("an address that is not known");
    return pin(pool_.eq(pool_.extract(a, 32, 32), pool_.extract(b, 32, 32)));
  }
  return fail("the line `" + op + "'");
}

bool SegmentReader::cast(const StepLine& line) {
  const ExprId from = value(line.operands[3]);
  if (!from) {
    values_[line.number(0)] = {};
    return true;
  }
  const unsigned to = line.number(2), bits = pool_.sort(from).width;
  const std::string& how = line.words[1];
  values_[line.number(0)] = how == "z"   ? pool_.zext(from, to)
                            : how == "s" ? pool_.sext(from, to)
                            : to < bits  ? pool_.extract(from, 0, to)
                                         : from;
  return true;
}

bool SegmentReader::divide(const std::string& op, ExprId a, ExprId b) {
  const unsigned bits = pool_.sort(a).width;
  if (!pin(pool_.ne(b, pool_.bits(bits, 0)))) return false;
  if (op[0] == 'u') return true;
  const ExprId lowest = pool_.eq(a, pool_.bits(bits, uint64_t{1} << (bits - 1)));
  return pin(pool_.not_(pool_.and_(lowest, pool_.eq(b, pool_.bits(bits, ~uint64_t{0})))));
}

bool SegmentReader::binary(const StepLine& line) {
  static const std::map<std::string, Op> arithmetic = {
      {"add", Op::bv_add},   {"sub", Op::bv_sub},   {"mul", Op::bv_mul},   {"udiv", Op::bv_udiv},
      {"sdiv", Op::bv_sdiv}, {"urem", Op::bv_urem}, {"srem", Op::bv_srem}, {"and", Op::bv_and},
      {"or", Op::bv_or},     {"xor", Op::bv_xor},   {"shl", Op::bv_shl},   {"lshr", Op::bv_lshr},
      {"ashr", Op::bv_ashr}};
  static const std::map<std::string, std::pair<Op, bool>> comparisons = {
      {"ult", {Op::bv_ult, false}}, {"ule", {Op::bv_ule, false}}, {"slt", {Op::bv_slt, false}},
      {"sle", {Op::bv_sle, false}}, {"ugt", {Op::bv_ult, true}},  {"uge", {Op::bv_ule, true}},
      {"sgt", {Op::bv_slt, true}},  {"sge", {Op::bv_sle, true}}};
  const std::string& op = line.words[1];
  ExprId a = value(line.operands[3]), b = value(line.operands[4]);
  const bool divides = op.ends_with("div") || op.ends_with("rem");
  if ((!a || !b) && divides) return fail("a division of what is not known");
  ExprId& result = values_[line.number(0)];
  result = {};
  if (!a || !b) return true;  // only who needs it is in trouble
  if (op == "eq" || op == "ne") {
    result = pool_.bool_to_bits(op == "eq" ? pool_.eq(a, b) : pool_.ne(a, b), 1);
    return true;
  }
  if (const auto found = comparisons.find(op); found != comparisons.end()) {
    if (found->second.second) std::swap(a, b);
    result = pool_.bool_to_bits(pool_.binary(found->second.first, a, b), 1);
    return true;
  }
  const auto found = arithmetic.find(op);
  if (found == arithmetic.end()) return fail("the operation " + op);
  if (divides && !divide(op, a, b)) return false;
  result = pool_.binary(found->second, a, b);
  return true;
}

}  // namespace cuttle

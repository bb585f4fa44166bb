// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/reader.h"

#include <algorithm>
#include <array>

namespace cuttle {
namespace {

std::optional<Reason> reason_of(uint32_t reason) {
  switch (reason) {
    case CUTTLE_REASON_CONCRETISED:
      return Reason::concretised;
    case CUTTLE_REASON_EXTERNAL_CALL:
      return Reason::external_call;
    case CUTTLE_REASON_DEPTH:
      return Reason::depth;
    case CUTTLE_REASON_TRACE_FULL:
      return Reason::trace_full;
    case CUTTLE_REASON_EXPRESSION_SIZE:
      return Reason::expression_size;
    case CUTTLE_REASON_SYMBOLIC_ADDRESS:
      return Reason::symbolic_address;
    case CUTTLE_REASON_SYMBOLIC_SIZE:
      return Reason::symbolic_size;
    case CUTTLE_REASON_OVERWRITTEN:
      return Reason::overwritten;
    case CUTTLE_REASON_MISMATCH:
      return Reason::mismatch;
    case CUTTLE_REASON_INLINE_ASSEMBLY:
      return Reason::inline_assembly;
    case CUTTLE_REASON_UNSUPPORTED:
      return Reason::unsupported;
    case CUTTLE_REASON_THREADS:
      return Reason::threads;
    case CUTTLE_REASON_ENVIRONMENT:
      return Reason::environment;
    case CUTTLE_REASON_OBJECTS:
      return Reason::max_objects;
    case CUTTLE_REASON_LENGTH:
      return Reason::max_length;
    case CUTTLE_REASON_DIFFERS:
      return Reason::non_deterministic;
    default:
      return {};
  }
}

// Text that the program wrote: anything may be in it.
std::string printable(std::string text) {
  std::replace_if(
      text.begin(), text.end(),
      [](unsigned char c) { return (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f; }, '?');
  return text;
}

// Of CUTTLE_BLOB_INTEGER: two's complement, little endian.
std::vector<uint8_t> integer_bytes(const mpz_class& number) {
  const size_t size = mpz_sizeinbase(number.get_mpz_t(), 2) / 8 + 1;
  const mpz_class whole = number < 0 ? mpz_class((mpz_class(1) << (8 * size)) + number) : number;
  std::vector<uint8_t> bytes(size);
  mpz_export(bytes.data(), nullptr, -1, 1, 0, 0, whole.get_mpz_t());
  return bytes;
}

mpz_class integer_from(const std::string& bytes) {
  mpz_class number;
  mpz_import(number.get_mpz_t(), bytes.size(), -1, 1, 0, 0, bytes.data());
  if (!bytes.empty() && (bytes.back() & 0x80)) number -= mpz_class(1) << (8 * bytes.size());
  return number;
}

}  // namespace

TraceOutcome read_outcome(const CuttleOutcome& untrusted) {
  CuttleOutcome copy;
  std::memcpy(&copy, &untrusted, sizeof copy);
  TraceOutcome outcome;
  if (copy.kind > CUTTLE_OUTCOME_REDUNDANT) return outcome;
  outcome.kind = static_cast<CuttleOutcomeKind>(copy.kind);
  outcome.bug =
      copy.bug <= CUTTLE_BUG_DATA_RACE ? static_cast<CuttleBug>(copy.bug) : CUTTLE_BUG_NONE;
  outcome.signal = copy.signal;
  outcome.exit_code = copy.exit_code;
  outcome.site = copy.site;
  outcome.fault_address = copy.fault_address;
  outcome.line = copy.line;
  outcome.message = printable({copy.message, strnlen(copy.message, sizeof copy.message)});
  outcome.file = printable({copy.file, strnlen(copy.file, sizeof copy.file)});
  for (uint32_t i = 0; i < std::min<uint32_t>(copy.frame_count, CUTTLE_MAX_FRAMES); ++i) {
    const CuttleFrame& frame = copy.frames[i];
    TraceFrame entry;
    entry.offset = frame.offset;
    entry.is_return_address = frame.is_return_address != 0;
    if (frame.image < sizeof copy.images) {
      const char* image = copy.images + frame.image;
      entry.image.assign(image, strnlen(image, sizeof copy.images - frame.image));
    }
    outcome.frames.push_back(std::move(entry));
  }
  return outcome;
}

TraceReader::TraceReader(ExprPool& pool, TraceMemory& trace, ProgramTables& tables)
    : pool_(pool), trace_(trace), tables_(tables), nodes_(pool, trace), events_(pool, trace) {}

void TraceReader::prepare(const TestCase& test) {
  if (!trace_.intact()) {
    trace_.repair();
    nodes_.forget();
  } else if (trace_.arena_crowded()) {
    trace_.reset_arena();
    nodes_.forget();
  }
  cuttle_trace_begin_run(trace_.header());
  for (VarId v = 0; v < test.inputs.limit(); ++v)
    if (const Value* value = test.inputs.get(v)) write_input(v, *value);
  write_schedule(test.schedule);
}

void TraceReader::write_schedule(const Schedule& schedule) {
  schedule_fits_ = true;
  for (const uint32_t thread : schedule.steps) {
    CuttleStep step{};
    step.kind = CUTTLE_STEP_RUN;
    step.thread = thread;
    if (trace_.append(CUTTLE_AREA_SCHEDULE, step)) continue;
    schedule_fits_ = false;
    return;
  }
  for (const uint32_t thread : schedule.asleep) {
    CuttleStep step{};
    step.kind = CUTTLE_STEP_ASLEEP;
    step.thread = thread;
    step.from = static_cast<uint32_t>(schedule.steps.size());
    step.to = CUTTLE_NONE;
    schedule_fits_ = schedule_fits_ && trace_.append(CUTTLE_AREA_SCHEDULE, step);
  }
  if (schedule.policy.kind == SchedulePolicy::Kind::stay) return;
  CuttleStep step{};
  step.kind = CUTTLE_STEP_POLICY;
  step.operation = static_cast<uint8_t>(schedule.policy.kind);
  step.from = static_cast<uint32_t>(schedule.policy.seed);
  step.to = static_cast<uint32_t>(schedule.policy.seed >> 32);
  step.a = schedule.policy.depth;
  step.b = schedule.policy.steps;
  schedule_fits_ = schedule_fits_ && trace_.append(CUTTLE_AREA_SCHEDULE, step);
}

void TraceReader::write_input(VarId variable, const Value& value) {
  // The default is zero: only other values need a record.
  if (value.is_zero()) return;
  const Variable& info = pool_.variable_info(variable);
  if (const auto known = nodes_.owner(variable)) {
    if (info.sort.is_int())
      write_integer(*known, value);
    else
      trace_.set_input(*known, value.low64());
    return;
  }
  if (!info.sort.is_int() && (!info.sort.is_bits() || info.sort.width > 64)) return;
  for (const auto& identity : possible_identities(info.name)) {
    if (info.sort.is_int())
      write_integer(trace_.intern_variable(identity.name, identity.index, identity.occurrence,
                                           CUTTLE_INTEGER, info.type),
                    value);
    else
      trace_.set_input(identity.name, identity.index, identity.occurrence, info.sort.width,
                       info.type, value.low64());
  }
}

void TraceReader::write_integer(uint32_t variable, const Value& value) {
  const mpz_class number = value.as_signed();
  const bool fits = number.fits_slong_p();
  const uint32_t blob = fits ? 0 : trace_.add_blob(CUTTLE_BLOB_INTEGER, integer_bytes(number));
  trace_.set_input(variable, fits ? static_cast<uint64_t>(number.get_si()) : 0, blob);
}

void TraceReader::read(Execution& execution) {
  tables_.update(trace_);
  execution.truncated = trace_.header()->truncated != 0;
  execution.redundant = trace_.header()->outcome.kind == CUTTLE_OUTCOME_REDUNDANT;
  if (!trace_.intact())
    execution.limitations.push_back(
        {Reason::trace_damaged, "", "the program wrote over the trace of its run"});
  if (!schedule_fits_)
    execution.limitations.push_back({Reason::trace_full, "", "the schedule is too long"});
  read_inputs(execution);
  read_records(execution);
  read_limitations(execution);
  read_coverage(execution);
}

void TraceReader::read_inputs(Execution& execution) {
  for (uint32_t i = 0; i < trace_.count(CUTTLE_AREA_READS); ++i) {
    const auto record = trace_.get<CuttleRead>(CUTTLE_AREA_READS, i);
    const auto variable = nodes_.variable(record->variable);
    if (!variable) continue;
    const Sort sort = pool_.variable_info(*variable).sort;
    execution.inputs.set(*variable, value_read(sort, *record));
    if (record->preferred == 0) continue;
    execution.preferred.set(*variable, sort.is_int()
                                           ? Value::integer(static_cast<int64_t>(record->preferred))
                                           : Value::bits(sort.width, record->preferred));
  }
}

// A large integer is the one that we gave.
Value TraceReader::value_read(Sort sort, const CuttleRead& record) const {
  if (!sort.is_int()) return Value::bits(sort.width, record.value);
  const auto variable = trace_.get<CuttleVariable>(CUTTLE_AREA_VARIABLES, record.variable);
  if (variable && variable->blob != 0 && variable->value_run == trace_.header()->run)
    if (const auto blob = trace_.blob(variable->blob); blob && blob->kind == CUTTLE_BLOB_INTEGER)
      return Value::integer(integer_from(trace_.bytes_at(blob->at, blob->size)));
  return Value::integer(static_cast<int64_t>(record.value));
}

void TraceReader::read_records(Execution& execution) {
  const uint32_t count = trace_.count(CUTTLE_AREA_RECORDS);
  const uint32_t features = trace_.header()->features_given;
  const bool clocks = (features & CUTTLE_FEATURE_CLOCKS) && !(features & CUTTLE_FEATURE_RACES);
  const std::vector<uint32_t> sorted = clocks ? order_of_clocks(count) : std::vector<uint32_t>();
  const bool sound = events_.begin(execution);
  execution.choices.reserve(count);
  for (uint32_t i = 0; sound && i < count; ++i) {
    const auto record =
        trace_.get<CuttleRecord>(CUTTLE_AREA_RECORDS, sorted.empty() ? i : sorted[i]);
    if (record && add_record(execution, *record)) continue;
    // What follows a record that we do not understand cannot be placed.
    execution.truncated = true;
    execution.limitations.push_back({Reason::trace_damaged, record ? location(record->site) : "",
                                     "a record could not be read"});
    return;
  }
  if (sound) return;
  execution.truncated = true;
  execution.limitations.push_back({Reason::trace_damaged, "", "a thread could not be read"});
}

std::vector<uint32_t> TraceReader::order_of_clocks(uint32_t count) const {
  std::vector<std::array<uint32_t, 3>> keys;
  keys.reserve(count);
  for (uint32_t i = 0; i < count; ++i) {
    const auto record = *trace_.get<CuttleRecord>(CUTTLE_AREA_RECORDS, i);
    keys.push_back({record.clock, record.thread, i});
  }
  std::sort(keys.begin(), keys.end());
  std::vector<uint32_t> order;
  order.reserve(keys.size());
  for (const auto& key : keys) order.push_back(key[2]);
  return order;
}

bool TraceReader::add_record(Execution& execution, const CuttleRecord& record) {
  if (record.kind >= CUTTLE_RACE) return events_.add(execution, record);
  CuttleChoice choice;
  static_assert(sizeof choice == sizeof record);
  std::memcpy(&choice, &record, sizeof choice);
  return add_choice(execution, choice);
}

bool TraceReader::add_choice(Execution& execution, const CuttleChoice& record) {
  switch (record.kind) {
    case CUTTLE_CHOICE_BRANCH:
      return add_two_way(execution, record, ChoiceKind::branch);
    case CUTTLE_CHOICE_ENVIRONMENT:
      return add_two_way(execution, record, ChoiceKind::environment);
    case CUTTLE_CHOICE_ASSUME:
      return add_two_way(execution, record, ChoiceKind::assume);
    case CUTTLE_CHOICE_CHECK:
      return add_two_way(execution, record, ChoiceKind::check);
    case CUTTLE_CHOICE_SWITCH:
      return add_switch(execution, record);
    case CUTTLE_CHOICE_CONCRETISE:
      return add_concretisation(execution, record);
    default:
      return false;
  }
}

bool TraceReader::add_two_way(Execution& execution, const CuttleChoice& record, ChoiceKind kind) {
  const ExprId condition = nodes_.expression(record.condition);
  if (!condition || !pool_.sort(condition).is_bool() || record.taken > 1) return false;
  const ExprId negation = pool_.not_(condition);
  const bool taken = record.taken != 0;
  // The pool knows better than the runtime: it could not have gone another way.
  if (pool_.is_constant(condition)) return pool_.value(condition).as_bool() == taken;
  Choice choice;
  choice.kind = kind;
  choice.site = record.site;
  choice.taken = record.taken;
  choice.condition = taken ? condition : negation;
  choice.others_begin = static_cast<uint32_t>(execution.alternatives.size());
  // An assumption that holds is never flipped: that would only give a rejected run.
  choice.flippable = !(kind == ChoiceKind::assume && taken);
  if (choice.flippable) {
    execution.alternatives.push_back({1 - record.taken, taken ? negation : condition});
    choice.others_count = 1;
  }
  execution.choices.push_back(choice);
  return true;
}

// The conditions of all arms; made once, because programs come by again and again.
const std::vector<ExprId>& TraceReader::arms_of(SiteId site, const ProgramTables::Switch& table,
                                                ExprId subject) {
  std::vector<ExprId>& arms = switch_arms_[{site, subject}];
  if (!arms.empty()) return arms;
  const unsigned width = pool_.sort(subject).width;
  arms.assign(table.arms, pool_.false_expr());
  ExprId none = pool_.true_expr();
  for (const auto& [value, arm] : table.cases) {
    const ExprId condition = pool_.eq(subject, pool_.bits(width, value));
    arms[arm] = pool_.or_(arms[arm], condition);
    none = pool_.and_(none, pool_.not_(condition));
  }
  arms.back() = none;
  return arms;
}

bool TraceReader::add_switch(Execution& execution, const CuttleChoice& record) {
  const ProgramTables::Switch* table = tables_.switch_at(record.site);
  const ExprId subject = nodes_.bits(record.condition);
  if (table == nullptr || !subject || !pool_.sort(subject).is_bits() || record.taken >= table->arms)
    return false;
  if (pool_.is_constant(subject)) return true;
  const std::vector<ExprId>& arms = arms_of(record.site, *table, subject);
  if (record.taken < table->shared.size() && table->shared[record.taken])
    execution.shared_ways.push_back(
        {static_cast<uint32_t>(execution.choices.size()), subject, table->shared[record.taken]});
  Choice choice;
  choice.site = record.site;
  choice.taken = record.taken;
  choice.condition = arms[record.taken];
  choice.others_begin = static_cast<uint32_t>(execution.alternatives.size());
  for (uint32_t arm = 0; arm < table->arms; ++arm)
    if (arm != record.taken && !pool_.is_false(arms[arm]))
      execution.alternatives.push_back({arm, arms[arm]});
  choice.others_count = static_cast<uint32_t>(execution.alternatives.size()) - choice.others_begin;
  execution.choices.push_back(choice);
  return true;
}

bool TraceReader::add_concretisation(Execution& execution, const CuttleChoice& record) {
  ExprId subject = nodes_.bits(record.condition);
  if (!subject) return false;
  const bool is_int = pool_.sort(subject).is_int();
  if (pool_.sort(subject).width > 64) subject = pool_.extract(subject, 0, 64);
  if (pool_.is_constant(subject)) return true;
  Choice choice;
  choice.kind = ChoiceKind::concretise;
  choice.site = record.site;
  // Different values are different paths.
  choice.taken = alternative_of_value(record.value);
  choice.condition =
      pool_.eq(subject, is_int ? pool_.constant(Value::integer(static_cast<int64_t>(record.value)))
                               : pool_.bits(pool_.sort(subject).width, record.value));
  choice.others_begin = static_cast<uint32_t>(execution.alternatives.size());
  choice.open = true;
  choice.flippable = record.aux == CUTTLE_REASON_TARGET;
  execution.choices.push_back(choice);
  return true;
}

std::string TraceReader::location(const CuttleLimitation& limitation) const {
  const auto* first = std::begin(limitation.callers);
  const auto* end = std::find(first, std::end(limitation.callers), 0u);
  std::string place;
  if (caller_name_ && end != first) place = caller_name_({first, end});
  return place.empty() ? location(limitation.site) : place;
}

void TraceReader::read_limitations(Execution& execution) {
  for (uint32_t i = 0; i < trace_.count(CUTTLE_AREA_LIMITATIONS); ++i) {
    const auto met = trace_.get<CuttleLimitation>(CUTTLE_AREA_LIMITATIONS, i);
    const auto reason = reason_of(met->reason);
    if (!reason) continue;
    execution.limitations.push_back(
        {*reason, location(*met), printable(trace_.string(met->detail)), met->count});
  }
}

void TraceReader::read_coverage(Execution& execution) {
  const uint32_t count = tables_.coverage_bytes();
  covered_.resize(count);
  const uint8_t* now = trace_.bytes(CUTTLE_AREA_COVERAGE);
  for (uint32_t i = 0; i < count; ++i) {
    // Most runs reach nothing new: skip eight points at a time.
    if (i % 8 == 0)
      while (i + 8 <= count && std::memcmp(now + i, covered_.data() + i, 8) == 0) i += 8;
    if (i >= count) break;
    if (now[i] == covered_[i]) continue;
    covered_[i] = now[i];
    for (uint32_t point : tables_.points_of(i))
      if (mark_reached(point)) execution.covered.push_back(point);
  }
}

bool TraceReader::mark_reached(uint32_t point) {
  if (reached_.size() <= point) reached_.resize(point + 1);
  if (reached_[point]) return false;
  reached_[point] = true;
  return true;
}

std::string TraceReader::location(uint32_t site) const {
  if (site == 0 || site >= tables_.sites().size()) return {};
  const SourceLocation& place = tables_.sites()[site];
  return place.line == 0 ? std::string() : to_string(place);
}

}  // namespace cuttle

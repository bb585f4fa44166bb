// SPDX-License-Identifier: Apache-2.0
#include "engine/solver/recording.h"

#include <algorithm>
#include <atomic>
#include <fstream>
#include <iterator>
#include <string>

#include "engine/solver/wire.h"

namespace cuttle {

namespace {

constexpr std::string_view magic = "cuttle-queries 2\n";

class RecordingSolver : public Solver {
 public:
  RecordingSolver(std::unique_ptr<Solver> inner, ExprPool& pool, std::ofstream out)
      : inner_(std::move(inner)), pool_(pool), encoder_(pool), out_(std::move(out)) {}

  Solution check(const Query& query) override {
    Solution solution = inner_->check(query);
    if (out_) write(query, solution.answer);
    return solution;
  }
  const SolverStatistics& statistics() const override { return inner_->statistics(); }

 private:
  void write(const Query& query, Answer answer) {
    bytes_.clear();
    const size_t limit = std::min(query.prefix.size(), prefix_.size());
    size_t common = 0;
    while (common < limit && query.prefix[common] == prefix_[common]) ++common;
    const std::span<const ExprId> added = query.prefix.subspan(common);
    std::vector<ExprId> roots(added.begin(), added.end());
    roots.push_back(query.goal);
    // Also the variables that only the hint mentions.
    for (VarId v = 0; query.hint && v < query.hint->limit(); ++v) {
      if (query.hint->has(v)) roots.push_back(pool_.variable_info(v).expr);
    }
    encoder_.define(roots, bytes_);
    bytes_.number(common);
    bytes_.number(added.size());
    for (ExprId e : added) bytes_.number(e.index);
    bytes_.number(query.goal.index);
    write_hint(query.hint);
    bytes_.byte(static_cast<uint8_t>(answer));
    out_.write(reinterpret_cast<const char*>(bytes_.bytes().data()),
               static_cast<std::streamsize>(bytes_.bytes().size()));
    prefix_.assign(query.prefix.begin(), query.prefix.end());
  }

  void write_hint(const Assignment* hint) {
    bytes_.byte(hint != nullptr);
    if (!hint) return;
    std::vector<VarId> changed;
    for (VarId v = 0; v < std::max(hint->limit(), hint_.limit()); ++v) {
      const Value *now = hint->get(v), *before = hint_.get(v);
      if ((now != nullptr) != (before != nullptr) || (now && !(*now == *before))) {
        changed.push_back(v);
      }
    }
    bytes_.number(changed.size());
    for (VarId v : changed) {
      bytes_.number(v);
      bytes_.byte(hint->has(v));
      if (hint->has(v)) bytes_.value(*hint->get(v));
    }
    hint_ = *hint;
  }

  std::unique_ptr<Solver> inner_;
  ExprPool& pool_;
  ExprEncoder encoder_;
  std::ofstream out_;
  ByteWriter bytes_;
  std::vector<ExprId> prefix_;
  Assignment hint_;
};

class Reader {
 public:
  Reader(std::span<const uint8_t> bytes, ExprPool& pool) : in_(bytes), pool_(pool) {}

  bool at_end() const { return in_.at_end(); }

  // False when the file is damaged.
  bool next(RecordedQuery& out) {
    const uint64_t nodes = in_.number();
    for (uint64_t i = 0; i < nodes && in_.ok(); ++i) {
      if (!define(decoder_.next(in_))) return false;
    }
    const uint64_t common = in_.number();
    if (common > prefix_.size()) return false;
    prefix_.resize(common);
    const uint64_t added = in_.number();
    for (uint64_t i = 0; i < added && in_.ok(); ++i) prefix_.push_back(mapped(in_.number()));
    out.prefix = prefix_;
    out.goal = mapped(in_.number());
    out.has_hint = in_.byte() != 0;
    if (out.has_hint && !read_hint()) return false;
    out.hint = hint_;
    out.answer = static_cast<Answer>(in_.byte());
    return in_.ok() && out.goal &&
           std::all_of(prefix_.begin(), prefix_.end(), [](ExprId e) { return bool(e); });
  }

 private:
  ExprId mapped(uint64_t index) const { return index < map_.size() ? map_[index] : ExprId{}; }

  bool define(const WireNode& wire) {
    if (!in_.ok()) return false;
    ExprNode node = wire.node;
    if (wire.id.index >= map_.size()) map_.resize(wire.id.index + 1);
    ExprId& target = map_[wire.id.index];
    if (node.op == Op::constant) {
      target = pool_.constant(wire.value);
      return true;
    }
    if (node.op == Op::variable) {
      target = pool_.variable(wire.name, node.sort, wire.type);
      if (node.payload >= variables_.size()) variables_.resize(node.payload + 1);
      variables_[node.payload] = target;
      return true;
    }
    size_t arity = 0;
    for (ExprId& a : node.args) {
      if (!a) break;
      a = mapped(a.index);
      if (!a) return false;
      ++arity;
    }
    if (has_table(node.op)) {
      std::vector<ExprId> elements;
      for (ExprId e : wire.elements) elements.push_back(mapped(e.index));
      node.payload = pool_.table(elements);
    }
    target = pool_.make(node.op, node.sort, {node.args.data(), arity}, node.payload);
    return true;
  }

  bool read_hint() {
    const uint64_t changed = in_.number();
    for (uint64_t i = 0; i < changed && in_.ok(); ++i) {
      const uint64_t v = in_.number();
      const bool has = in_.byte() != 0;
      if (v >= variables_.size() || !variables_[v]) {
        if (has) return false;
        continue;
      }
      const VarId mine = pool_.var_of(variables_[v]);
      if (has) {
        hint_.set(mine, in_.value(pool_.sort(variables_[v])));
      } else {
        hint_.unset(mine);
      }
    }
    return in_.ok();
  }

  ByteReader in_;
  ExprPool& pool_;
  ExprDecoder decoder_;
  std::vector<ExprId> map_;        // by the writer's ids
  std::vector<ExprId> variables_;  // by the writer's variables
  std::vector<ExprId> prefix_;
  Assignment hint_;
};

Result<std::ofstream> begin_recording(const std::filesystem::path& file) {
  std::ofstream out(file, std::ios::binary);
  out << magic << std::flush;
  if (!out) {
    return Error::environment("cannot write the recording " + file.string(),
                              "Check that the folder exists and is writable.");
  }
  return out;
}

}  // namespace

Result<std::unique_ptr<Solver>> make_recording_solver(std::unique_ptr<Solver> inner, ExprPool& pool,
                                                      const std::filesystem::path& file) {
  Result<std::ofstream> out = begin_recording(file);
  if (!out) return out.error();
  return std::unique_ptr<Solver>(
      std::make_unique<RecordingSolver>(std::move(inner), pool, std::move(*out)));
}

Result<std::vector<RecordedQuery>> read_recording(const std::filesystem::path& file,
                                                  ExprPool& pool) {
  std::ifstream in(file, std::ios::binary);
  if (!in) return Error::usage("cannot read the recording " + file.string());
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!text.starts_with(magic)) {
    return Error::usage(file.string() + " is not a recording of queries of this version");
  }
  Reader reader(
      {reinterpret_cast<const uint8_t*>(text.data()) + magic.size(), text.size() - magic.size()},
      pool);
  std::vector<RecordedQuery> queries;
  while (!reader.at_end()) {
    RecordedQuery query;
    if (!reader.next(query)) {
      return Error::usage(file.string() + " is damaged after " + std::to_string(queries.size()) +
                          " queries");
    }
    queries.push_back(std::move(query));
  }
  return queries;
}

Result<MakeSolver> record_solvers(MakeSolver inner, const std::filesystem::path& file) {
  // Tried at once: better now than when the program is compiled and the first worker starts.
  if (Result<std::ofstream> out = begin_recording(file); !out) return out.error();
  auto count = std::make_shared<std::atomic<unsigned>>(0);
  return MakeSolver(
      [inner = std::move(inner), file, count](ExprPool& pool, const SolverLimits& limits) {
        const unsigned number = count->fetch_add(1);
        std::filesystem::path mine = file;
        if (number > 0) mine += "." + std::to_string(number);
        Result<std::unique_ptr<Solver>> recording =
            make_recording_solver(inner(pool, limits), pool, mine);
        return recording ? std::move(recording).value() : inner(pool, limits);
      });
}

}  // namespace cuttle

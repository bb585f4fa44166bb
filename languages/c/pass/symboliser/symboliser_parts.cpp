// SPDX-License-Identifier: Apache-2.0
#include "languages/c/pass/symboliser/symboliser.h"

using namespace llvm;

namespace cuttle {
namespace {

// The leaves of an aggregate that lie below a path: [first, first + count).
std::pair<unsigned, unsigned> leaves_below(const Shape& shape, ArrayRef<unsigned> path) {
  unsigned first = 0, count = 0;
  for (unsigned i = 0; i < shape.size(); ++i) {
    const ArrayRef<unsigned> own = shape[i].path;
    if (own.size() < path.size() || own.take_front(path.size()) != path) continue;
    if (count++ == 0) first = i;
  }
  return {first, count};
}

Ids filled(Ids ids, size_t count) {
  ids.resize(count, nullptr);
  return ids;
}

}  // namespace

void Symboliser::visitExtractValueInst(ExtractValueInst& instruction) {
  Value* whole = instruction.getAggregateOperand();
  const Ids all = ids(whole);
  if (all.empty()) return;
  const auto [first, count] = leaves_below(shape(whole), instruction.getIndices());
  if (count != shape(&instruction).size()) return;
  set_ids(instruction, Ids(all.begin() + first, all.begin() + first + count));
}

void Symboliser::visitInsertValueInst(InsertValueInst& instruction) {
  const Ids piece = ids(instruction.getInsertedValueOperand());
  const Shape& whole = shape(&instruction);
  const auto [first, count] = leaves_below(whole, instruction.getIndices());
  if (whole.empty()) {
    if (!piece.empty()) unsupported(instruction, "large aggregate");
    return;
  }
  Ids all = filled(ids(instruction.getAggregateOperand()), whole.size());
  for (unsigned i = 0; i < count; ++i) all[first + i] = piece.empty() ? nullptr : piece[i];
  set_ids(instruction, std::move(all));
}

void Symboliser::visitExtractElementInst(ExtractElementInst& instruction) {
  const Ids lanes = ids(instruction.getVectorOperand());
  Value* index = instruction.getIndexOperand();
  pin(index, instruction, CUTTLE_REASON_CONCRETISED);
  if (lanes.empty()) return;
  if (const auto* known = dyn_cast<ConstantInt>(index)) {
    const uint64_t lane = known->getZExtValue();
    if (lane < lanes.size()) set_ids(instruction, {lanes[lane]});
    return;
  }
  set_ids(instruction, {path_.compute(lanes, [=](Builder& b, const Inside& inside) {
            Value* id = inside(lanes[0]);
            for (unsigned i = 1; i < lanes.size(); ++i) {
              Value* here = b.CreateICmpEQ(index, ConstantInt::get(index->getType(), i));
              id = b.CreateSelect(here, inside(lanes[i]), id);
            }
            return id;
          })});
}

void Symboliser::visitInsertElementInst(InsertElementInst& instruction) {
  const size_t count = shape(&instruction).size();
  const Ids scalar = ids(instruction.getOperand(1));
  Value* index = instruction.getOperand(2);
  pin(index, instruction, CUTTLE_REASON_CONCRETISED);
  if (count == 0) return;
  Ids lanes = filled(ids(instruction.getOperand(0)), count);
  Value* id = scalar.empty() ? nullptr : scalar[0];
  if (const auto* known = dyn_cast<ConstantInt>(index)) {
    if (known->getZExtValue() < count) lanes[known->getZExtValue()] = id;
    return set_ids(instruction, std::move(lanes));
  }
  for (unsigned i = 0; i < count; ++i) {
    Value* old = lanes[i];
    if (old == nullptr && id == nullptr) continue;
    lanes[i] = path_.compute({old, id}, [=](Builder& b, const Inside& inside) {
      Value* here = b.CreateICmpEQ(index, ConstantInt::get(index->getType(), i));
      return b.CreateSelect(here, inside(id), inside(old));
    });
  }
  set_ids(instruction, std::move(lanes));
}

void Symboliser::visitShuffleVectorInst(ShuffleVectorInst& instruction) {
  const size_t count = shape(&instruction).size();
  const size_t width = shape(instruction.getOperand(0)).size();
  if (count == 0 || width == 0) return;
  const Ids left = filled(ids(instruction.getOperand(0)), width);
  const Ids right = filled(ids(instruction.getOperand(1)), width);
  Ids lanes;
  for (int source : instruction.getShuffleMask())
    lanes.push_back(source < 0                            ? nullptr
                    : static_cast<size_t>(source) < width ? left[source]
                                                          : right[source - width]);
  set_ids(instruction, std::move(lanes));
}

// A bit cast between a different number of scalars: everything becomes one number, which is cut
// again. Lanes lie in memory order, the first in the low bits.
void Symboliser::regroup(CastInst& instruction) {
  Value* operand = instruction.getOperand(0);
  const Shape& to = shape(&instruction);
  const unsigned count = static_cast<unsigned>(shape(operand).size());
  if (to.empty() || count == 0) return unsupported(instruction, "bit cast");
  SmallVector<Part, 8> parts;
  SmallVector<Value*, 8> triggers;
  for (unsigned i = 0; i < count; ++i) {
    parts.push_back(part(operand, i));
    triggers.push_back(parts.back().id);
  }
  Value* whole = parts[0].id;
  if (count > 1)
    whole = path_.compute(triggers, [=, this](Builder& b, const Inside& inside) {
      Term all = term(b, inside, parts[0]);
      for (unsigned i = 1; i < parts.size(); ++i) {
        const Term next = term(b, inside, parts[i]);
        Type* type = b.getIntNTy(all.width() + next.width());
        Value* id = expressions_.concat(b, next, all);
        all = {id, b.CreateOr(b.CreateShl(b.CreateZExt(next.bits, type), all.width()),
                              b.CreateZExt(all.bits, type))};
      }
      return all.id;
    });
  Ids result;
  unsigned lowest = 0;
  for (const Leaf& leaf : to) {
    const unsigned width = leaf.width, from = lowest;
    lowest += width;
    result.push_back(
        to.size() == 1 ? whole : path_.compute({whole}, [=, this](Builder& b, const Inside& in) {
          return expressions_.extract(b, in(whole), from, width);
        }));
  }
  set_ids(instruction, std::move(result));
}

}  // namespace cuttle

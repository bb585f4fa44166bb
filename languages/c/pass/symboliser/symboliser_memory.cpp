// SPDX-License-Identifier: Apache-2.0
#include <llvm/Analysis/ValueTracking.h>

#include "languages/c/pass/symboliser/symboliser.h"
#include "languages/c/pass/values/operations.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t max_access = 64;  // of one call to the runtime, in bytes

// Lanes of single bits lie packed in memory, unlike what their shape says.
bool is_packed(Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector != nullptr && vector->getElementType()->isIntegerTy(1);
}

Value* at_offset(Builder& b, Value* address, uint64_t offset) {
  return offset == 0 ? address : b.CreateConstGEP1_64(b.getInt8Ty(), address, offset);
}

}  // namespace

// What an address was computed from, also by way of other blocks; null when there are several.
Value* Symboliser::origin(Value* address) const {
  SmallVector<Value*, 8> work = {address};
  SmallPtrSet<Value*, 8> seen;
  Value* found = nullptr;
  while (!work.empty()) {
    Value* object = getUnderlyingObject(work.pop_back_val());
    if (!seen.insert(object).second) continue;
    auto* load = dyn_cast<LoadInst>(object);
    if (load == nullptr || !slots_.is_slot(load->getPointerOperand())) {
      if (found != nullptr) return nullptr;
      found = object;
      continue;
    }
    for (User* user : load->getPointerOperand()->users())
      if (auto* store = dyn_cast<StoreInst>(user)) work.push_back(store->getValueOperand());
  }
  return found;
}

// The object an address points into, when the code shows it.
std::pair<Value*, uint64_t> Symboliser::known_object(Value* address) {
  Value* object = origin(address);
  uint64_t size = 0;
  if (auto* local = dyn_cast_or_null<AllocaInst>(object)) {
    if (auto bytes = local->getAllocationSize(unit_.layout); bytes && !bytes->isScalable())
      size = bytes->getFixedValue();
  } else if (auto* global = dyn_cast_or_null<GlobalVariable>(object);
             global != nullptr && global->hasDefinitiveInitializer()) {
    size = unit_.layout.getTypeAllocSize(global->getValueType());
  }
  if (size == 0) return {ConstantPointerNull::get(unit_.abi.pointer), 0};
  return {object, size};
}

void Symboliser::watch_flags(Value* address, uint64_t size, Instruction* at) {
  Builder b(at);
  for (uint64_t offset = 0; offset == 0 || offset < size; offset += max_access)
    path_.trigger(unit_.abi.flag(b, at_offset(b, address, offset)));
}

// The ids of what lies at an address; the code for it goes to the pending rare path. Nothing is
// read where the address is symbolic.
Ids Symboliser::load_ids(Value* address, Type* type, Value* address_id) {
  Ids result;
  const uint64_t packed = is_packed(type) ? unit_.layout.getTypeStoreSize(type) : 0;
  unsigned lane = 0;
  for (const Leaf& leaf : unit_.shapes.of(type)) {
    result.push_back(path_.compute({}, [=, this](Builder& b, const Inside& inside) -> Value* {
      if (packed != 0) {
        Value* all = b.CreateCall(unit_.abi.load, {address, unit_.abi.number(packed)});
        return expressions_.extract(b, all, lane, 1);
      }
      Value* size = unit_.abi.number(leaf.size);
      if (address_id != nullptr)
        size = b.CreateSelect(b.CreateICmpEQ(inside(address_id), unit_.abi.zero), size,
                              unit_.abi.number(0));
      Value* id = b.CreateCall(unit_.abi.load, {at_offset(b, address, leaf.offset), size});
      return expressions_.resize(b, id, 8 * leaf.size, leaf.width);
    }));
    ++lane;
  }
  path_.mark_reading();
  return result;
}

void Symboliser::visitLoadInst(LoadInst& instruction) {
  Value* address = instruction.getPointerOperand();
  Type* type = instruction.getType();
  if (slots_.is_slot(address)) {
    Builder b(instruction.getNextNode());
    Ids all;
    for (AllocaInst* slot : slots_.find(address)->ids)
      all.push_back(b.CreateLoad(unit_.abi.i32, slot));
    return set_ids(instruction, std::move(all));
  }
  const Shape& leaves = shape(&instruction);
  const Part pointer = part(address, 0);
  const uint64_t size = unit_.layout.getTypeStoreSize(type).getKnownMinValue();
  if (leaves.empty()) {  // of a type that cannot be symbolic
    pin(address, instruction, CUTTLE_REASON_SYMBOLIC_ADDRESS);
    pin_region({address, size, false}, instruction, &instruction);
    return path_.flush(&instruction);
  }
  Value* indirect = nullptr;
  if (pointer.id != nullptr && leaves.size() == 1) {
    // The address may be anywhere: record that before the machine tries it.
    indirect =
        path_.compute({pointer.id}, [=, this, &instruction](Builder& b, const Inside& inside) {
          const auto [object, object_size] = known_object(address);
          Value* id = b.CreateCall(
              unit_.abi.load_symbolic,
              {inside(pointer.id), address, unit_.abi.number(size), object,
               unit_.abi.number(object_size), site_number(b, CUTTLE_SITE_MEMORY, instruction)});
          return expressions_.resize(b, id, 8 * size, leaves[0].width);
        });
    path_.flush(&instruction);
  } else if (pointer.id != nullptr) {
    pin(address, instruction, CUTTLE_REASON_SYMBOLIC_ADDRESS);
    path_.flush(&instruction);
  }
  Ids all = load_ids(address, type, indirect != nullptr ? pointer.id : nullptr);
  watch_flags(address, size, instruction.getNextNode());
  if (indirect != nullptr) {
    Value* direct = all[0];
    all[0] = path_.compute({indirect}, [=](Builder& b, const Inside& inside) {
      return b.CreateOr(inside(direct), inside(indirect));  // one of them is 0
    });
  }
  set_ids(instruction, std::move(all));
}

// The shadow side of a store whose address is concrete.
void Symboliser::store_ids(Value* address, Value* value, const Ids& all, Instruction* after) {
  const uint64_t size = unit_.layout.getTypeStoreSize(value->getType());
  const Shape& leaves = shape(value);
  watch_flags(address, size, after);
  if (!has_symbolic(all)) {
    path_.act({}, [=, this](Builder& b, const Inside&) {
      return b.CreateCall(unit_.abi.clear, {address, unit_.abi.number(size)});
    });
    return;
  }
  for (unsigned i = 0; i < leaves.size(); ++i) {
    Value* id = all[i];
    const Leaf& leaf = leaves[i];
    path_.act({id}, [=, this, &leaf](Builder& b, const Inside& inside) {
      Value* whole = expressions_.resize(b, inside(id), leaf.width, 8 * leaf.size);
      return b.CreateCall(unit_.abi.store,
                          {at_offset(b, address, leaf.offset), unit_.abi.number(leaf.size), whole});
    });
  }
}

void Symboliser::visitStoreInst(StoreInst& instruction) {
  Value* address = instruction.getPointerOperand();
  Value* value = instruction.getValueOperand();
  if (path_.reading()) path_.flush(&instruction);
  if (is_packed(value->getType())) pin(value, instruction, CUTTLE_REASON_UNSUPPORTED);
  const Ids all = is_packed(value->getType()) ? Ids() : ids(value);
  const Part pointer = part(address, 0);
  const Shape& leaves = shape(value);
  if (pointer.id == nullptr || leaves.size() != 1) {
    if (pointer.id != nullptr) {
      pin(address, instruction, CUTTLE_REASON_SYMBOLIC_ADDRESS);
      path_.flush(&instruction);
    }
    return store_ids(address, value, all, instruction.getNextNode());
  }
  const Part scalar = part(value, 0);
  const uint64_t size = leaves[0].size;
  path_.act({pointer.id}, [=, this, &instruction](Builder& b, const Inside& inside) -> Value* {
    const auto [object, object_size] = known_object(address);
    Term stored = term(b, inside, scalar);
    stored.id = expressions_.resize(b, stored.id, stored.width(), 8 * size);
    stored.bits = b.CreateZExt(stored.bits, b.getIntNTy(8 * size));
    Value* needed = b.CreateICmpNE(inside(pointer.id), unit_.abi.zero);
    return b.CreateCall(
        unit_.abi.store_symbolic,
        {inside(pointer.id), address, unit_.abi.number(size), expressions_.node(b, stored, needed),
         expressions_.number(b, stored.bits), object, unit_.abi.number(object_size),
         site_number(b, CUTTLE_SITE_MEMORY, instruction)});
  });
  path_.flush(&instruction);
  // What was stored through a symbolic address is done; otherwise it is a store like any other.
  watch_flags(address, size, instruction.getNextNode());
  path_.act({scalar.id}, [=, this](Builder& b, const Inside& inside) {
    Value* direct = b.CreateICmpEQ(inside(pointer.id), unit_.abi.zero);
    Value* whole = expressions_.resize(b, inside(scalar.id), scalar.leaf->width, 8 * size);
    Value* bytes = b.CreateSelect(direct, unit_.abi.number(size), unit_.abi.number(0));
    return b.CreateCall(unit_.abi.store, {address, bytes, whole});
  });
}

void Symboliser::visitAllocaInst(AllocaInst& instruction) {
  if (instruction.isStaticAlloca()) return;
  pin(instruction.getArraySize(), instruction, CUTTLE_REASON_SYMBOLIC_SIZE);
  path_.flush(&instruction);
}

void Symboliser::visitAtomicRMWInst(AtomicRMWInst& instruction) {
  Value* address = instruction.getPointerOperand();
  Value* operand = instruction.getValOperand();
  pin(address, instruction, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  path_.flush(&instruction);
  if (shape(&instruction).size() != 1) {
    pin(operand, instruction, CUTTLE_REASON_UNSUPPORTED);
    return store_ids(address, operand, {}, instruction.getNextNode());
  }
  const Ids old = load_ids(address, instruction.getType());
  watch_flags(address, unit_.layout.getTypeStoreSize(instruction.getType()), &instruction);
  path_.flush(&instruction);
  set_ids(instruction, old);
  const Part before = part(&instruction, 0), change = part(operand, 0);
  const AtomicUpdate update = atomic_update(instruction.getOperation());
  if (update.kind == AtomicUpdate::Kind::unknown) {
    pin(&instruction, instruction, CUTTLE_REASON_UNSUPPORTED);
    pin(operand, instruction, CUTTLE_REASON_UNSUPPORTED);
    path_.flush(instruction.getNextNode());
    return store_ids(address, operand, {}, instruction.getNextNode());
  }
  Value* now = path_.compute({before.id, change.id}, [=, this](Builder& b, const Inside& inside) {
    const Term x = term(b, inside, before), y = term(b, inside, change);
    switch (update.kind) {
      case AtomicUpdate::Kind::exchange:
        return y.id;
      case AtomicUpdate::Kind::extreme: {
        Value* first = expressions_.binary(b, update.op, x, y);
        Value* less = b.CreateICmp(update.predicate, x.bits, y.bits);
        return update.negated ? expressions_.select(b, {first, less}, y, x)
                              : expressions_.select(b, {first, less}, x, y);
      }
      default: {
        Value* id = expressions_.binary(b, update.op, x, y);
        return update.negated ? expressions_.unary(b, CUTTLE_OP_NOT, {id, x.bits}) : id;
      }
    }
  });
  store_ids(address, operand, {now}, instruction.getNextNode());
}

// Whether the exchange happened is a choice like any other comparison.
void Symboliser::visitAtomicCmpXchgInst(AtomicCmpXchgInst& instruction) {
  Value* address = instruction.getPointerOperand();
  Value* expected = instruction.getCompareOperand();
  Value* next = instruction.getNewValOperand();
  pin(address, instruction, CUTTLE_REASON_SYMBOLIC_ADDRESS);
  path_.flush(&instruction);
  const Ids old = load_ids(address, next->getType());
  if (old.size() != 1) return unsupported(instruction, "atomic exchange");
  watch_flags(address, unit_.layout.getTypeStoreSize(next->getType()), &instruction);
  path_.flush(&instruction);
  const uint32_t site = unit_.tables.decision(CUTTLE_SITE_BRANCH, instruction);
  unit_.tables[site].flags |= CUTTLE_SITE_ARTIFICIAL;
  unit_.tables[site].arm_count = 2;
  set_ids(instruction, {old[0], nullptr});
  const Part before = part(&instruction, 0), wanted = part(expected, 0), stored = part(next, 0);
  Value* equal = binary(CUTTLE_OP_EQ, before, wanted);
  const auto succeeded = [&instruction](Builder& b) {
    return b.CreateExtractValue(&instruction, 1);
  };
  path_.act({equal}, [=, this](Builder& b, const Inside& inside) {
    return b.CreateCall(unit_.abi.branch, {inside(equal), unit_.tables.site_number(b, site),
                                           b.CreateZExt(succeeded(b), unit_.abi.i32)});
  });
  Value* now = path_.compute({before.id, stored.id}, [=](Builder& b, const Inside& inside) {
    return b.CreateSelect(succeeded(b), inside(stored.id), inside(before.id));
  });
  set_ids(instruction, {before.id, equal});
  store_ids(address, next, {now}, instruction.getNextNode());
}

}  // namespace cuttle

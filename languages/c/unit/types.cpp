// SPDX-License-Identifier: Apache-2.0
#include "languages/c/unit/types.h"

#include <llvm/BinaryFormat/Dwarf.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfo.h>

#include <algorithm>
#include <cstdlib>

#include "languages/c/pass/abi/llvm_compat.h"
#include "languages/c/runtime/graph.h"
#include "languages/c/unit/classes.h"
#include "languages/c/unit/object_name.h"

using namespace llvm;

namespace cuttle {
namespace {

constexpr uint64_t blob_size = 16;  // of an object of which nothing is known

bool is_reference(unsigned tag) {
  return tag == dwarf::DW_TAG_reference_type || tag == dwarf::DW_TAG_rvalue_reference_type;
}

bool is_plain_char(const DIType* type) {
  const auto* basic = dyn_cast_or_null<DIBasicType>(base_type(type));
  return basic != nullptr && basic->getName() == "char";
}

bool is_const(const DIType* type) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(type);
  if (derived == nullptr) return false;
  const unsigned tag = derived->getTag();
  if (tag == dwarf::DW_TAG_typedef || tag == dwarf::DW_TAG_volatile_type)
    return is_const(derived->getBaseType());
  return tag == dwarf::DW_TAG_const_type;
}

bool is_stream(const DIType* type) {
  const DIType* base = base_type(type);
  return base != nullptr && base->getName() == "_IO_FILE";
}

bool is_incomplete(const DIType* type) {
  return type == nullptr || type->isForwardDecl() || TypeTables::size_of(type) == 0;
}

}  // namespace

uint64_t TypeTables::size_of(const DIType* type) {
  const DIType* base = base_type(type);
  if (base == nullptr) return 0;
  // References have no size of their own in the debug information of parameters.
  if (is_reference(base->getTag())) return 8;
  return base->getSizeInBits() / 8;
}

struct TypeTables::Row {
  uint32_t kind = CUTTLE_TYPE_BYTES;
  uint32_t flags = 0;
  uint32_t width = 0;
  uint32_t others = 0;
  uint64_t size = 0;
  uint64_t count = 0;
  std::string name;
  Constant* target = nullptr;
  Constant* fields = nullptr;
  Constant* stub = nullptr;
};

TypeTables::TypeTables(Module& module, const UnitOptions& options)
    : module_(module), options_(options) {
  LLVMContext& context = module.getContext();
  Type* word = llvm::Type::getInt32Ty(context);
  Type* size = llvm::Type::getInt64Ty(context);
  Type* pointer = compat::pointer_type(context);
  type_row_ = StructType::get(
      context, {word, word, word, word, size, size, pointer, pointer, pointer, pointer, pointer});
  field_row_ = StructType::get(context, {pointer, pointer, size, word, word});
}

Constant* TypeTables::text(const std::string& text) {
  Constant*& known = named_["text " + text];
  if (known == nullptr) {
    Constant* characters = ConstantDataArray::getString(module_.getContext(), text);
    auto* global = new GlobalVariable(module_, characters->getType(), true,
                                      GlobalValue::PrivateLinkage, characters, "cuttle.text");
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    known = global;
  }
  return known;
}

Constant* TypeTables::bounds() {
  if (bounds_ != nullptr) return bounds_;
  Type* word = llvm::Type::getInt32Ty(module_.getContext());
  Constant* row = ConstantStruct::getAnon(
      {ConstantInt::get(word, options_.objects), ConstantInt::get(word, options_.elements)});
  bounds_ = new GlobalVariable(module_, row->getType(), true, GlobalValue::PrivateLinkage, row,
                               "cuttle.bounds");
  return bounds_;
}

GlobalVariable* TypeTables::declare() {
  return new GlobalVariable(module_, type_row_, true, GlobalValue::PrivateLinkage, nullptr,
                            "cuttle.type");
}

void TypeTables::define(GlobalVariable* table, const Row& row) {
  LLVMContext& context = module_.getContext();
  Type* word = llvm::Type::getInt32Ty(context);
  Type* size = llvm::Type::getInt64Ty(context);
  Constant* none = ConstantPointerNull::get(compat::pointer_type(context));
  const auto or_none = [&](Constant* value) { return value != nullptr ? value : none; };
  table->setInitializer(ConstantStruct::get(
      type_row_,
      {ConstantInt::get(word, row.kind), ConstantInt::get(word, row.flags),
       ConstantInt::get(word, row.width), ConstantInt::get(word, row.others),
       ConstantInt::get(size, row.size), ConstantInt::get(size, row.count), text(row.name),
       text(object_name(row.name)), or_none(row.target), or_none(row.fields), or_none(row.stub)}));
}

Constant* TypeTables::of(const DIType* type, bool never_null) {
  const DIType* base = base_type(type);
  // An unnamed structure is known by its typedef: look at the type as it was written.
  const auto* record = dyn_cast_or_null<DICompositeType>(base);
  const DIType* named = record != nullptr && record->getName().empty() ? type : base;
  GlobalVariable*& table = known_[{base, never_null}];
  if (table != nullptr) return table;
  GlobalVariable* made = table = declare();
  Row row = describe(base, never_null);
  if (named != base) row.name = plain_type_text(named);
  define(made, row);
  return made;
}

// The function that a pointer, or each pointer of an array, leads to; nothing for other types.
static const DISubroutineType* function_behind(const DIType* type) {
  const DIType* base = base_type(type);
  if (const auto* array = dyn_cast_or_null<DICompositeType>(base))
    return array->getTag() == dwarf::DW_TAG_array_type ? function_behind(array->getBaseType())
                                                       : nullptr;
  const auto* pointer = dyn_cast_or_null<DIDerivedType>(base);
  if (pointer == nullptr || pointer->getTag() != dwarf::DW_TAG_pointer_type) return nullptr;
  return dyn_cast_or_null<DISubroutineType>(base_type(pointer->getBaseType()));
}

Constant* TypeTables::of_member(const DIType* type, const std::string& name,
                                const std::string& owner, bool never_null) {
  const DISubroutineType* function = function_behind(type);
  if (const auto array = options_.arrays.find(owner + "." + name); array != options_.arrays.end())
    if (Constant* table = of_array_member(type, array->second)) return table;
  if (function == nullptr || name.empty()) return of(type, never_null);
  const std::string text = plain_type_text(function);
  const auto known = stub_types_.emplace(name, text).first;
  return of_functions(type, (known->second == text ? name : owner + "_" + name) + "()");
}

// --array matrix.cells:4
Constant* TypeTables::of_array_member(const DIType* type, const std::string& length) {
  const auto* pointer = dyn_cast_or_null<DIDerivedType>(base_type(type));
  const DIType* element = pointer != nullptr ? pointer->getBaseType() : nullptr;
  if (element_of(type) == nullptr) return nullptr;
  const std::string name = plain_type_text(element) + "[" + length + "]";
  Constant*& known = named_["member " + name];
  if (known != nullptr) return known;
  GlobalVariable* table = declare();
  known = table;
  Row row;
  row.kind = CUTTLE_TYPE_POINTER;
  row.size = 8;
  row.name = name + " *";
  row.target = nested_array(element_of(type), size_of(element), name,
                            std::strtoull(length.c_str(), nullptr, 10));
  define(table, row);
  return table;
}

bool TypeTables::check_member_arrays(std::string& why) {
  for (const auto& [path, length] : options_.arrays) {
    if (path.find('.') == std::string::npos) continue;
    Place place;
    const bool number =
        !length.empty() && length.find_first_not_of("0123456789") == std::string::npos;
    if (number && find_member(path, place)) continue;
    why = number ? "`" + path + "' is no member of a structure here (--array)"
                 : "the length of the array `" + path + "' must be a number (--array)";
    return false;
  }
  return true;
}

Constant* TypeTables::of_functions(const DIType* type, const std::string& stub) {
  const DIType* base = base_type(type);
  Constant*& known = named_["functions " + stub + plain_type_text(base)];
  if (known != nullptr) return known;
  Row row;
  if (const auto* array = dyn_cast<DICompositeType>(base))
    row = describe_array(*array, of_functions(array->getBaseType(), stub));
  else
    row = describe_function(*function_behind(base), stub);
  GlobalVariable* table = declare();
  define(table, row);
  return known = table;
}

void TypeTables::note(std::string line) {
  if (std::find(notes_.begin(), notes_.end(), line) == notes_.end())
    notes_.push_back(std::move(line));
}

Constant* TypeTables::of_register(llvm::Type* type, std::string* text) {
  static const std::map<unsigned, const char*> integers = {
      {1, "bool"}, {8, "char"}, {16, "short"}, {32, "int"}, {64, "long"}};
  Row row;
  if (type->isPointerTy()) {
    row.kind = CUTTLE_TYPE_POINTER;
    row.name = "void *";
    row.target = blob("void");
    row.size = 8;
  } else {
    const unsigned bits = type->getPrimitiveSizeInBits();
    const auto integer = integers.find(bits);
    if (integer == integers.end() || !(type->isIntegerTy() || type->isFloatingPointTy()))
      return nullptr;
    row.kind = CUTTLE_TYPE_SCALAR;
    row.name = type->isFloatTy() ? "float" : type->isDoubleTy() ? "double" : integer->second;
    row.width = bits;
    row.size = (bits + 7) / 8;
  }
  *text = row.name;
  Constant*& known = named_["register " + row.name];
  if (known != nullptr) return known;
  GlobalVariable* table = declare();
  define(table, row);
  return known = table;
}

Constant* TypeTables::of_words(const std::string& words) {
  Constant*& known = named_["words " + words];
  if (known != nullptr) return known;
  Row row;
  row.kind = CUTTLE_TYPE_SCALAR;
  row.name = words;
  row.width = 8;
  row.size = 1;
  GlobalVariable* table = declare();
  define(table, row);
  return known = table;
}

Constant* TypeTables::constant_of(Constant* value) {
  Row row;
  row.kind = CUTTLE_TYPE_CONSTANT;
  row.size = 8;
  row.name = "vtable";
  row.stub = value;
  GlobalVariable* table = declare();
  define(table, row);
  return table;
}

Constant* TypeTables::element_of(const DIType* pointer) {
  const auto* derived = dyn_cast_or_null<DIDerivedType>(base_type(pointer));
  const DIType* element = derived != nullptr ? derived->getBaseType() : nullptr;
  return is_incomplete(base_type(element)) ? nullptr : of(element);
}

TypeTables::Row TypeTables::describe(const DIType* type, bool never_null) {
  Row row;
  row.name = plain_type_text(type);
  row.size = size_of(type);
  const bool scalar = row.size == 1 || row.size == 2 || row.size == 4 || row.size == 8;
  if (const auto* basic = dyn_cast_or_null<DIBasicType>(type); basic != nullptr && scalar) {
    row.kind = CUTTLE_TYPE_SCALAR;
    row.width = row.name == "bool" ? 1 : static_cast<uint32_t>(8 * row.size);
  } else if (const auto* derived = dyn_cast_or_null<DIDerivedType>(type)) {
    const unsigned tag = derived->getTag();
    if (tag == dwarf::DW_TAG_pointer_type || is_reference(tag))
      return describe_pointer(*derived, never_null || is_reference(tag));
  } else if (const auto* composite = dyn_cast_or_null<DICompositeType>(type)) {
    switch (composite->getTag()) {
      case dwarf::DW_TAG_enumeration_type:
        row.kind = CUTTLE_TYPE_SCALAR;
        row.width = static_cast<uint32_t>(8 * row.size);
        break;
      case dwarf::DW_TAG_array_type:
        return describe_array(*composite, nullptr);
      default:
        return describe_record(*composite);
    }
  }
  return row;
}

TypeTables::Row TypeTables::describe_pointer(const DIDerivedType& type, bool never_null) {
  Row row;
  row.name = plain_type_text(&type);
  row.size = 8;
  const DIType* target = type.getBaseType();
  if (const auto* function = dyn_cast_or_null<DISubroutineType>(base_type(target)))
    return describe_function(*function, object_name(plain_type_text(function)) + "()");
  if (is_stream(target)) return describe_stream();
  row.kind = CUTTLE_TYPE_POINTER;
  row.flags = never_null ? CUTTLE_TYPE_NEVER_NULL : 0;
  if (const Place place = place_of(target); place.type != nullptr) {
    row.name = plain_type_text(place.type) + "." + place.member + " *";
    row.target = of(place.type);
    row.count = place.offset;
  } else if (is_plain_char(target) && !is_reference(type.getTag())) {
    row.target = string_type();
  } else if (is_incomplete(base_type(target))) {
    row.target = blob(plain_type_text(target));
  } else if (const auto* record = dyn_cast<DICompositeType>(base_type(target));
             record != nullptr && is_polymorphic(*record)) {
    choose_classes(row, concrete_classes(module_, *record));
    row.name += is_reference(type.getTag()) ? " &" : " *";
  } else {
    row.target = of_object(target);
  }
  return row;
}

// Pointers to an object of one of several classes.
void TypeTables::choose_classes(Row& row, const std::vector<const DICompositeType*>& classes) {
  LLVMContext& context = module_.getContext();
  Constant* zero = ConstantInt::get(llvm::Type::getInt32Ty(context), 0);
  Constant* none = ConstantInt::get(llvm::Type::getInt64Ty(context), 0);
  row.name.clear();
  row.target = of(classes.front());
  SmallVector<Constant*, 4> others;
  for (const DICompositeType* type : classes) {
    row.name += (row.name.empty() ? "" : "/") + plain_type_text(type);
    if (type != classes.front())
      others.push_back(ConstantStruct::get(field_row_, {text(""), of(type), none, zero, zero}));
  }
  if (others.empty()) return;
  row.others = static_cast<uint32_t>(others.size());
  auto* array = ArrayType::get(field_row_, others.size());
  row.fields = new GlobalVariable(module_, array, true, GlobalValue::PrivateLinkage,
                                  ConstantArray::get(array, others), "cuttle.classes");
}

// The array without a length at the end of a structure; nothing when there is none.
static const DIDerivedType* flexible_member(const DIType* type) {
  const auto* record = dyn_cast_or_null<DICompositeType>(base_type(type));
  if (record == nullptr || record->getTag() == dwarf::DW_TAG_union_type) return nullptr;
  const DIDerivedType* last = nullptr;
  for (const auto* element : record->getElements())
    if (const auto* member = dyn_cast_or_null<DIDerivedType>(element);
        member != nullptr && member->getTag() == dwarf::DW_TAG_member && !member->isStaticMember())
      last = member;
  const auto* array =
      last != nullptr ? dyn_cast_or_null<DICompositeType>(base_type(last->getBaseType())) : nullptr;
  const bool is_array = array != nullptr && array->getTag() == dwarf::DW_TAG_array_type;
  return is_array && TypeTables::size_of(array) == 0 &&
                 TypeTables::size_of(array->getBaseType()) != 0
             ? last
             : nullptr;
}

// An object of its own has some elements in such an array.
Constant* TypeTables::of_object(const DIType* type) {
  const DIDerivedType* last = flexible_member(type);
  if (last == nullptr) return of(type);
  const DIType* base = base_type(type);
  Constant*& known = named_["object " + plain_type_text(base)];
  if (known != nullptr) return known;
  GlobalVariable* table = declare();
  known = table;
  const auto& array = *cast<DICompositeType>(base_type(last->getBaseType()));
  Row elements;
  elements.kind = CUTTLE_TYPE_ARRAY;
  elements.flags = CUTTLE_TYPE_CUT;
  elements.name = plain_type_text(&array);
  elements.target = of(array.getBaseType());
  elements.count = options_.elements;
  elements.size = elements.count * size_of(array.getBaseType());
  GlobalVariable* elements_table = declare();
  define(elements_table, elements);
  Row row;
  row.kind = CUTTLE_TYPE_RECORD;
  const auto& record = *cast<DICompositeType>(base);
  row.name = plain_type_text(record.getName().empty() ? type : base);
  row.size = std::max(size_of(base), last->getOffsetInBits() / 8 + elements.size);
  row.fields = fields_of(record, row.count, elements_table);
  note("flexible " + row.name + '\t' + last->getName().str());
  define(table, row);
  return table;
}

// A FILE is the business of libc: NULL, or the standard output.
TypeTables::Row TypeTables::describe_stream() {
  Row row;
  row.kind = CUTTLE_TYPE_FUNCTION;
  row.size = 8;
  row.name = "FILE *";
  row.stub = module_.getOrInsertGlobal("_IO_2_1_stdout_", Type::getInt8Ty(module_.getContext()));
  return row;
}

TypeTables::Row TypeTables::describe_function(const DISubroutineType& type,
                                              const std::string& stub) {
  const auto types = type.getTypeArray();
  Row row;
  row.kind = CUTTLE_TYPE_FUNCTION;
  row.size = 8;
  row.name = plain_type_text(&type);
  note("callback " + stub + '\t' + row.name);
  row.stub = make_stub(module_, *this, types.size() == 0 ? nullptr : types[0], "cuttle.stub", stub);
  return row;
}

TypeTables::Place TypeTables::place_of(const DIType* target) {
  const DIType* base = base_type(target);
  Place place;
  if (base == nullptr) return place;
  for (const auto& [type, path] : options_.within)
    if (base->getName() == type && find_member(path, place)) return place;
  return Place();
}

// "item.link" or "item.head.link".
bool TypeTables::find_member(const std::string& path, Place& place) {
  DebugInfoFinder finder;
  finder.processModule(module_);
  const size_t dot = path.find('.');
  for (const DIType* type : finder.types())
    if (const auto* record = dyn_cast<DICompositeType>(type);
        record != nullptr && record->getName() == path.substr(0, dot) && !record->isForwardDecl())
      place.type = record;
  if (place.type == nullptr) return false;
  place.member = path.substr(dot + 1);
  const DICompositeType* inside = place.type;
  for (size_t at = dot + 1; at < path.size();) {
    const size_t end = std::min(path.find('.', at), path.size());
    const DIDerivedType* member = nullptr;
    for (const auto* element : inside != nullptr ? inside->getElements() : DINodeArray())
      if (const auto* candidate = dyn_cast_or_null<DIDerivedType>(element);
          candidate != nullptr && candidate->getName() == path.substr(at, end - at))
        member = candidate;
    if (member == nullptr) return false;
    place.offset += member->getOffsetInBits() / 8;
    inside = dyn_cast_or_null<DICompositeType>(base_type(member->getBaseType()));
    at = end + 1;
  }
  return true;
}

bool TypeTables::check_within(std::string& why) {
  for (const auto& [type, path] : options_.within) {
    Place place;
    if (find_member(path, place)) continue;
    why = "`" + path + "' is no member of a structure here (--within)";
    return false;
  }
  return true;
}

// NUL-terminated, of any length up to the bound.
Constant* TypeTables::string_type() {
  Constant*& known = named_["string"];
  if (known != nullptr) return known;
  Row row;
  row.kind = CUTTLE_TYPE_STRING;
  row.size = options_.string + 1;
  row.name = "char";
  GlobalVariable* table = declare();
  define(table, row);
  return known = table;
}

// Behind void * and types that are only declared: a few bytes, for code that looks nevertheless.
Constant* TypeTables::blob(const std::string& name) {
  Constant*& known = named_["blob " + name];
  if (known != nullptr) return known;
  Row row;
  row.size = blob_size;
  row.name = name;
  note("incomplete " + name);
  GlobalVariable* table = declare();
  define(table, row);
  return known = table;
}

Constant* TypeTables::fields_of(const DICompositeType& type, uint64_t& count, Constant* flexible) {
  LLVMContext& context = module_.getContext();
  Type* word = llvm::Type::getInt32Ty(context);
  Type* size = llvm::Type::getInt64Ty(context);
  SmallVector<Constant*, 16> rows;
  for (const auto* element : type.getElements()) {
    const auto* member = dyn_cast_or_null<DIDerivedType>(element);
    if (member == nullptr || member->isStaticMember()) continue;
    const unsigned tag = member->getTag();
    if (tag != dwarf::DW_TAG_member && tag != dwarf::DW_TAG_inheritance) continue;
    if (member->getName().starts_with("_vptr") || member->isVirtual()) continue;
    const bool is_bits = member->isBitField();
    std::string name = member->getName().str();
    const DIType* member_type = member->getBaseType();
    if (tag == dwarf::DW_TAG_inheritance) {
      name = member_type->getName().str();
      note("base " + name + '\t' + plain_type_text(member_type));
    }
    if (is_const(member_type)) note("constant " + name);
    if (is_bits && name.empty()) continue;  // padding
    Constant* table = flexible != nullptr && member == flexible_member(&type)
                          ? flexible
                          : of_member(member_type, name, object_name(type.getName().str()));
    rows.push_back(ConstantStruct::get(
        field_row_,
        {text(name), table, ConstantInt::get(size, is_bits ? 0 : member->getOffsetInBits() / 8),
         ConstantInt::get(word, is_bits ? member->getOffsetInBits() : 0),
         ConstantInt::get(word, is_bits ? member->getSizeInBits() : 0)}));
  }
  // Last, over those of the bases.
  if (Constant* table = virtual_table(module_, type); table != nullptr) {
    const auto* expression = cast<ConstantExpr>(table);
    note("vtable " + plain_type_text(&type) + '\t' + expression->getOperand(0)->getName().str());
    rows.push_back(
        ConstantStruct::get(field_row_, {text(""), constant_of(table), ConstantInt::get(size, 0),
                                         ConstantInt::get(word, 0), ConstantInt::get(word, 0)}));
  }
  count = rows.size();
  if (rows.empty()) return nullptr;
  auto* array = ArrayType::get(field_row_, rows.size());
  return new GlobalVariable(module_, array, true, GlobalValue::PrivateLinkage,
                            ConstantArray::get(array, rows), "cuttle.fields");
}

// A union is the first of its largest members: the others see its bytes.
TypeTables::Row TypeTables::describe_record(const DICompositeType& type) {
  Row row;
  row.name = plain_type_text(&type);
  row.size = size_of(&type);
  if (type.getTag() != dwarf::DW_TAG_union_type) {
    row.kind = CUTTLE_TYPE_RECORD;
    row.fields = fields_of(type, row.count, nullptr);
    return row;
  }
  const DIDerivedType* largest = nullptr;
  for (const auto* element : type.getElements())
    if (const auto* member = dyn_cast_or_null<DIDerivedType>(element);
        member != nullptr && member->getTag() == dwarf::DW_TAG_member &&
        !member->isStaticMember() && !member->isBitField() &&
        (largest == nullptr || size_of(member->getBaseType()) > size_of(largest->getBaseType())))
      largest = member;
  if (largest == nullptr) return row;
  Type* word = llvm::Type::getInt32Ty(module_.getContext());
  Type* size = llvm::Type::getInt64Ty(module_.getContext());
  Constant* field =
      ConstantStruct::get(field_row_, {text(largest->getName().str()),
                                       of_member(largest->getBaseType(), largest->getName().str(),
                                                 object_name(type.getName().str())),
                                       ConstantInt::get(size, 0), ConstantInt::get(word, 0),
                                       ConstantInt::get(word, 0)});
  row.kind = CUTTLE_TYPE_RECORD;
  row.count = 1;
  row.fields = new GlobalVariable(module_, field_row_, true, GlobalValue::PrivateLinkage, field,
                                  "cuttle.fields");
  return row;
}

Constant* TypeTables::nested_array(Constant* element, uint64_t element_size,
                                   const std::string& name, uint64_t count) {
  Row row;
  row.kind = CUTTLE_TYPE_ARRAY;
  row.size = element_size * count;
  row.count = count;
  row.name = name;
  row.target = element;
  GlobalVariable* table = declare();
  define(table, row);
  return table;
}

TypeTables::Row TypeTables::describe_array(const DICompositeType& type, Constant* element) {
  std::vector<uint64_t> counts;
  for (const auto* element : type.getElements()) {
    const auto* range = dyn_cast_or_null<DISubrange>(element);
    const auto count = range != nullptr ? range->getCount() : DISubrange::BoundType();
    auto* constant = dyn_cast_if_present<ConstantInt*>(count);
    // A length that is not known, or `[]' at the end of a structure: no elements.
    counts.push_back(constant == nullptr || constant->isMinusOne() ? 0 : constant->getZExtValue());
  }
  Row row;
  row.kind = CUTTLE_TYPE_ARRAY;
  row.name = plain_type_text(&type);
  row.target = element != nullptr ? element : of(type.getBaseType());
  uint64_t element_size = size_of(type.getBaseType());
  while (counts.size() > 1) {
    row.target = nested_array(row.target, element_size, row.name, counts.back());
    element_size *= counts.back();
    counts.pop_back();
  }
  row.count = counts.empty() ? 0 : counts.front();
  row.size = element_size * row.count;
  return row;
}

}  // namespace cuttle

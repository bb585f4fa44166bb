// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Module.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "languages/c/unit/options.h"

namespace cuttle {

// A class, a namespace or a function as code outside of it says it: "shapes::Square". What has no
// name, such as an unnamed namespace, is not needed.
std::string full_name(const llvm::DIScope& scope);
// The type of a variable as the programmer writes it, "const struct cell *", without its own const.
std::string type_text(const llvm::DIType* type);
// Without typedefs and qualifiers, except a typedef that is the only name of a structure.
std::string plain_type_text(const llvm::DIType* type);
// Behind typedefs and qualifiers.
const llvm::DIType* base_type(const llvm::DIType* type);
// What a pointer or a reference leads to; nothing for other types.
const llvm::DIType* pointed_to(const llvm::DIType* type);

// Writes the tables of languages/c/runtime/graph.h for the types of a module's inputs.
class TypeTables {
 public:
  TypeTables(llvm::Module& module, const UnitOptions& options);

  // The address of the type's CuttleType.
  llvm::Constant* of(const llvm::DIType* type, bool never_null = false);
  // The same for a parameter or a member: functions that it leads to are called by its name, or by
  // the owner's and its name where members of the same name have other types.
  llvm::Constant* of_member(const llvm::DIType* type, const std::string& name,
                            const std::string& owner, bool never_null = false);
  // For results of functions that are only declared: their debug information depends on the
  // optimisation, which differs between our two builds. Nothing when there is no such scalar.
  // `text` becomes the type's name.
  llvm::Constant* of_register(llvm::Type* type, std::string* text);
  // A number that stands for one of the words, which are separated by "|".
  llvm::Constant* of_words(const std::string& words);
  // The element that a pointer of this type points to, also when it is a character.
  llvm::Constant* element_of(const llvm::DIType* pointer);
  llvm::Constant* bounds();
  llvm::Constant* text(const std::string& text);

  // What code that is to make the same inputs has to know; see UnitDriverPass.
  void note(std::string line);
  const std::vector<std::string>& notes() const { return notes_; }

  // Do the types and members of --within exist? Otherwise `why` says what is missing.
  bool check_within(std::string& why);
  // The same for members of --array.
  bool check_member_arrays(std::string& why);

  // Bytes that the type takes in memory.
  static uint64_t size_of(const llvm::DIType* type);

 private:
  struct Row;  // a CuttleType to be

  llvm::GlobalVariable* declare();
  void define(llvm::GlobalVariable* table, const Row& row);
  Row describe(const llvm::DIType* type, bool never_null);
  Row describe_pointer(const llvm::DIDerivedType& type, bool never_null);
  Row describe_record(const llvm::DICompositeType& type);
  Row describe_array(const llvm::DICompositeType& type, llvm::Constant* element);
  void choose_classes(Row& row, const std::vector<const llvm::DICompositeType*>& classes);
  Row describe_stream();
  Row describe_function(const llvm::DISubroutineType& type, const std::string& stub);
  llvm::Constant* of_array_member(const llvm::DIType* type, const std::string& length);
  llvm::Constant* of_functions(const llvm::DIType* type, const std::string& stub);
  // The structure that --within puts a type into, and where; nothing for most types.
  struct Place {
    const llvm::DICompositeType* type = nullptr;
    uint64_t offset = 0;
    std::string member;
  };
  Place place_of(const llvm::DIType* target);
  bool find_member(const std::string& path, Place& place);
  llvm::Constant* of_object(const llvm::DIType* type);
  llvm::Constant* fields_of(const llvm::DICompositeType& type, uint64_t& count,
                            llvm::Constant* flexible);
  llvm::Constant* nested_array(llvm::Constant* element, uint64_t element_size,
                               const std::string& name, uint64_t count);
  llvm::Constant* string_type();
  llvm::Constant* constant_of(llvm::Constant* value);
  llvm::Constant* blob(const std::string& name);

  llvm::Module& module_;
  const UnitOptions& options_;
  llvm::StructType* type_row_;
  llvm::StructType* field_row_;
  std::map<std::pair<const llvm::DIType*, bool>, llvm::GlobalVariable*> known_;
  std::map<std::string, llvm::Constant*> named_;   // texts, strings and blobs
  std::map<std::string, std::string> stub_types_;  // of functions, by the member's name
  std::vector<std::string> notes_;
  llvm::Constant* bounds_ = nullptr;
};

// Makes a function without arguments that returns an input called `name` of the type; nothing when
// results of the type do not come in a register.
llvm::Function* make_stub(llvm::Module& module, TypeTables& tables, const llvm::DIType* result,
                          const std::string& symbol, const std::string& name);

// Gives every call of the function `name` that function instead; its own code, if any, is not used.
bool stub_out(llvm::Module& module, TypeTables& tables, const std::string& name);

}  // namespace cuttle

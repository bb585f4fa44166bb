// SPDX-License-Identifier: Apache-2.0
#include "languages/c/driver/symbols.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace cuttle {
namespace {

// A file in memory of which nothing is believed.
class Image {
 public:
  explicit Image(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    bytes_ = std::move(text).str();
  }
  template <typename T>
  std::optional<T> at(uint64_t offset) const {
    if (offset > bytes_.size() || bytes_.size() - offset < sizeof(T)) return {};
    T value;
    std::memcpy(&value, bytes_.data() + offset, sizeof(T));
    return value;
  }
  std::string text(uint64_t offset) const {
    if (offset >= bytes_.size()) return {};
    return std::string(bytes_.data() + offset,
                       strnlen(bytes_.data() + offset, bytes_.size() - offset));
  }

 private:
  std::string bytes_;
};

void read_table(const Image& image, const Elf64_Shdr& table, uint64_t names, Symbols& symbols) {
  for (uint64_t i = 1; i < table.sh_size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = image.at<Elf64_Sym>(table.sh_offset + i * sizeof(Elf64_Sym));
    if (!symbol) return;
    const unsigned binding = ELF64_ST_BIND(symbol->st_info);
    if (binding != STB_GLOBAL && binding != STB_WEAK) continue;
    std::string name = image.text(names + symbol->st_name);
    (symbol->st_shndx == SHN_UNDEF ? symbols.undefined : symbols.defined).insert(std::move(name));
  }
}

}  // namespace

void Symbols::add(const Symbols& others) {
  defined.insert(others.defined.begin(), others.defined.end());
  undefined.insert(others.undefined.begin(), others.undefined.end());
}

Symbols read_symbols(const std::filesystem::path& file) {
  Symbols symbols;
  const Image image(file);
  const auto header = image.at<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
    return symbols;
  const auto section = [&](uint64_t index) {
    return image.at<Elf64_Shdr>(header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  for (unsigned i = 0; i < header->e_shnum; ++i) {
    const auto table = section(i);
    if (!table || (table->sh_type != SHT_SYMTAB && table->sh_type != SHT_DYNSYM)) continue;
    if (const auto names = section(table->sh_link))
      read_table(image, *table, names->sh_offset, symbols);
  }
  return symbols;
}

bool is_stripped(const std::filesystem::path& program) {
  const Image image(program);
  const auto header = image.at<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
      header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr))
    return false;
  const auto section = [&](uint64_t index) {
    return image.at<Elf64_Shdr>(header->e_shoff + index * sizeof(Elf64_Shdr));
  };
  const auto names = section(header->e_shstrndx);
  for (unsigned i = 0; names && i < header->e_shnum; ++i) {
    const auto part = section(i);
    if (!part || part->sh_type == SHT_SYMTAB) return false;
    if (image.text(names->sh_offset + part->sh_name) != ".gnu_debuglink") continue;
    const std::string file = image.text(part->sh_offset);
    std::error_code ignored;
    for (const char* folder : {"", ".debug"})
      if (std::filesystem::exists(program.parent_path() / folder / file, ignored)) return false;
  }
  return true;
}

bool makes_threads(const Symbols& symbols) {
  for (const char* name :
       {"pthread_create", "thrd_create", "_ZNSt6thread20hardware_concurrencyEv",
        "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE"})
    if (symbols.uses(name) || symbols.uses(std::string("__cuttle_model_") + name)) return true;
  return false;
}

bool announces_accesses(const Symbols& symbols) {
  return symbols.defined.contains("__cuttle_announces_accesses") &&
         !symbols.defined.contains("__cuttle_hides_accesses");
}

bool is_fuzzing_harness(const Symbols& symbols) {
  return symbols.defined.contains("LLVMFuzzerTestOneInput") && !symbols.defined.contains("main");
}

bool is_libfuzzer_program(const Symbols& symbols) {
  return symbols.defined.contains("LLVMFuzzerTestOneInput") &&
         symbols.defined.contains("LLVMFuzzerRunDriver");
}

bool has_sanitizer(const Symbols& symbols) {
  for (const char* name : {"__asan_init", "__msan_init", "__tsan_init", "__hwasan_init",
                           "__lsan_init", "__lsan_enable", "__lsan_do_leak_check"})
    if (symbols.uses(name)) return true;
  return false;
}

bool declares_inputs(const Symbols& symbols) {
  for (const char* name : {"__cuttle_input", "__cuttle_input_array", "klee_make_symbolic",
                           "klee_int", "klee_range", "klee_choose"})
    if (symbols.uses(name)) return true;
  for (const auto& name : symbols.undefined)
    if (name.starts_with("__VERIFIER_nondet_") || name.starts_with("__Crest")) return true;
  return false;
}

bool reads_standard_input(const Symbols& symbols) {
  for (const char* name :
       {"stdin", "getchar", "getchar_unlocked", "gets", "scanf", "vscanf", "__isoc99_scanf",
        "__isoc99_vscanf", "__isoc23_scanf", "__isoc23_vscanf", "read", "_ZSt3cin"})
    if (symbols.undefined.contains(name)) return true;
  return false;
}

bool is_elf(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  Elf64_Ehdr header{};
  std::ifstream stream(file, std::ios::binary);
  stream.read(reinterpret_cast<char*>(&header), sizeof header);
  return stream && std::memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_type != ET_REL;
}

bool is_instrumented_program(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  return read_symbols(file).defined.contains("__cuttle_register_module");
}

}  // namespace cuttle

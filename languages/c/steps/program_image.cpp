// SPDX-License-Identifier: Apache-2.0
#include "languages/c/steps/program_image.h"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <iterator>

namespace cuttle {

template <typename T>
std::optional<T> ProgramImage::get(uint64_t offset) const {
  if (offset > contents_.size() || contents_.size() - offset < sizeof(T)) return {};
  T value;
  std::memcpy(&value, contents_.data() + offset, sizeof(T));
  return value;
}

Result<ProgramImage> ProgramImage::read(const std::filesystem::path& file) {
  ProgramImage image;
  std::ifstream stream(file, std::ios::binary);
  image.contents_.assign(std::istreambuf_iterator<char>(stream), {});
  const auto header = image.get<Elf64_Ehdr>(0);
  if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0)
    return Error::environment("`" + file.string() + "' is not a program");
  std::vector<Elf64_Shdr> headers;
  for (unsigned i = 0; i < header->e_shnum; ++i)
    if (const auto section = image.get<Elf64_Shdr>(header->e_shoff + i * sizeof(Elf64_Shdr)))
      headers.push_back(*section);
  for (const Elf64_Shdr& section : headers) {
    if ((section.sh_flags & SHF_ALLOC) != 0 && (section.sh_flags & SHF_TLS) == 0)
      image.sections_.push_back(
          {section.sh_addr, section.sh_size, section.sh_offset, section.sh_type != SHT_NOBITS});
    if (section.sh_type == SHT_SYMTAB && section.sh_link < headers.size())
      image.read_symbols(section.sh_offset, section.sh_size, headers[section.sh_link].sh_offset);
    if (section.sh_type == SHT_RELA) image.read_relocations(section.sh_offset, section.sh_size);
  }
  return image;
}

void ProgramImage::read_symbols(uint64_t offset, uint64_t size, uint64_t names) {
  for (uint64_t i = 0; i < size / sizeof(Elf64_Sym); ++i) {
    const auto symbol = get<Elf64_Sym>(offset + i * sizeof(Elf64_Sym));
    if (!symbol || symbol->st_shndx == SHN_UNDEF) continue;
    const int type = ELF64_ST_TYPE(symbol->st_info);
    if (type != STT_OBJECT && type != STT_FUNC) continue;
    const uint64_t at = names + symbol->st_name;
    if (at >= contents_.size()) continue;
    Symbol found{symbol->st_value, symbol->st_size, contents_.c_str() + at, type == STT_FUNC,
                 ELF64_ST_BIND(symbol->st_info) == STB_LOCAL};
    by_name_.try_emplace(found.name, found.address);
    by_address_.try_emplace(found.address, std::move(found));
  }
}

void ProgramImage::read_relocations(uint64_t offset, uint64_t size) {
  for (uint64_t i = 0; i < size / sizeof(Elf64_Rela); ++i) {
    const auto entry = get<Elf64_Rela>(offset + i * sizeof(Elf64_Rela));
    if (!entry) continue;
    if (ELF64_R_TYPE(entry->r_info) == R_X86_64_RELATIVE)
      adjusted_[entry->r_offset] = static_cast<uint64_t>(entry->r_addend);
    else
      adjusted_[entry->r_offset] = std::nullopt;
  }
}

const ProgramImage::Symbol* ProgramImage::find(const std::string& name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &by_address_.at(found->second);
}

std::vector<const ProgramImage::Symbol*> ProgramImage::named(const std::string& beginning) const {
  std::vector<const Symbol*> result;
  for (const auto& [address, symbol] : by_address_)
    if (symbol.name.starts_with(beginning)) result.push_back(&symbol);
  return result;
}

const ProgramImage::Symbol* ProgramImage::at(uint64_t address) const {
  auto after = by_address_.upper_bound(address);
  if (after == by_address_.begin()) return nullptr;
  const Symbol& symbol = std::prev(after)->second;
  return address < symbol.address + std::max<uint64_t>(symbol.size, 1) ? &symbol : nullptr;
}

std::optional<uint8_t> ProgramImage::byte(uint64_t address) const {
  for (const Section& section : sections_) {
    if (address < section.address || address - section.address >= section.size) continue;
    return section.in_file ? get<uint8_t>(section.offset + (address - section.address))
                           : uint8_t{0};
  }
  return {};
}

std::optional<uint64_t> ProgramImage::pointer(uint64_t address) const {
  const auto found = adjusted_.find(address);
  return found == adjusted_.end() ? std::nullopt : found->second;
}

bool ProgramImage::is_adjusted(uint64_t begin, uint64_t end) const {
  auto at = adjusted_.lower_bound(begin >= 7 ? begin - 7 : 0);
  return at != adjusted_.end() && at->first < end;
}

std::string ProgramImage::text(uint64_t address) const {
  for (const Section& section : sections_) {
    if (address < section.address || address - section.address >= section.size) continue;
    const uint64_t at = section.offset + (address - section.address);
    if (!section.in_file || at >= contents_.size()) return {};
    return contents_.c_str() + at;
  }
  return {};
}

}  // namespace cuttle

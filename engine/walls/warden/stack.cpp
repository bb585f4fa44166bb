// SPDX-License-Identifier: Apache-2.0
#include "engine/walls/warden/stack.h"

#include <elf.h>
#include <sys/uio.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace cuttle::walls {
namespace {

constexpr size_t words_seen = 4096;
constexpr size_t most_frames = 24;

struct Mapping {
  uint64_t begin, end, offset;
  std::string file;
};

std::vector<Mapping> code_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/maps");
  std::vector<Mapping> mappings;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    Mapping mapping{};
    std::string access, device, inode;
    char dash;
    words >> std::hex >> mapping.begin >> dash >> mapping.end >> access >> mapping.offset >>
        device >> inode >> std::ws;
    std::getline(words, mapping.file);
    if (access.size() > 2 && access[2] == 'x' && mapping.file.starts_with('/'))
      mappings.push_back(mapping);
  }
  return mappings;
}

uint64_t stack_pointer(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/syscall");
  std::string word;
  std::vector<std::string> words;
  while (file >> word) words.push_back(word);
  if (words.size() < 3) return 0;
  return std::strtoull(words[words.size() - 2].c_str(), nullptr, 16);
}

size_t read(pid_t process, uint64_t address, void* to, size_t size) {
  const iovec here{to, size}, there{reinterpret_cast<void*>(address), size};
  const ssize_t got = process_vm_readv(process, &here, 1, &there, 1, 0);
  return got > 0 ? static_cast<size_t>(got) : 0;
}

// Is there a call instruction right before?
bool follows_call(pid_t process, uint64_t address) {
  unsigned char code[8] = {};
  if (read(process, address - 8, code, 8) != 8) return false;
  if (code[3] == 0xe8) return true;
  for (size_t size = 2; size <= 7; ++size)
    if (code[8 - size] == 0xff && (code[9 - size] >> 3 & 7) == 2) return true;
  return false;
}

// The address that the file's symbol table has for what is at an offset of the file.
uint64_t address_in_file(const std::string& path, uint64_t offset) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file.read(reinterpret_cast<char*>(&header), sizeof header)) return offset;
  file.seekg(static_cast<std::streamoff>(header.e_phoff));
  Elf64_Phdr part{};
  for (unsigned i = 0; i < header.e_phnum; ++i) {
    if (!file.read(reinterpret_cast<char*>(&part), sizeof part)) break;
    if (part.p_type == PT_LOAD && offset >= part.p_offset && offset - part.p_offset < part.p_filesz)
      return offset - part.p_offset + part.p_vaddr;
  }
  return offset;
}

}  // namespace

std::vector<Frame> callers_of(pid_t thread) {
  // The program's own file may be in a folder that was thrown away: then its name leads nowhere.
  const std::string executable = "/proc/" + std::to_string(thread) + "/exe";
  std::error_code problem;
  const std::string program = std::filesystem::read_symlink(executable, problem).string();
  const uint64_t top = stack_pointer(thread);
  if (top == 0) return {};
  std::vector<uint64_t> words(words_seen);
  words.resize(read(thread, top, words.data(), words.size() * 8) / 8);
  const auto code = code_of(thread);
  std::vector<Frame> frames;
  for (const uint64_t word : words) {
    const auto mapping = std::ranges::find_if(
        code, [&](const Mapping& m) { return word > m.begin && word < m.end; });
    if (mapping == code.end() || !follows_call(thread, word)) continue;
    const std::string& file = mapping->file == program ? executable : mapping->file;
    frames.push_back(
        {mapping->file, address_in_file(file, word - mapping->begin + mapping->offset)});
    if (frames.size() == most_frames) break;
  }
  return frames;
}

}  // namespace cuttle::walls

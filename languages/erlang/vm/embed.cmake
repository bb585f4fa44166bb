# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: a C++ table with the contents of FILES (separated by commas), which are relative to FOLDER.
string(REPLACE "," ";" files "${FILES}")
set(arrays "")
set(rows "")
set(index 0)
foreach(file IN LISTS files)
  file(READ ${FOLDER}/${file} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "const char file_${index}[] = {${bytes}'\\0'};\n")
  string(APPEND rows "    {\"${file}\", {file_${index}, ${size}}},\n")
  math(EXPR index "${index} + 1")
endforeach()
file(WRITE ${OUTPUT} "// SPDX-License-Identifier: Apache-2.0
#include \"languages/erlang/vm/sources.h\"

namespace cuttle::erlang {
namespace {
${arrays}const EmbeddedFile files[] = {
${rows}};
}  // namespace
std::span<const EmbeddedFile> embedded_files() { return files; }
}  // namespace cuttle::erlang
")

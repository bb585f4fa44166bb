# SPDX-License-Identifier: Apache-2.0
# Writes OUTPUT: C++ arrays with the contents of the Prolog scripts in FOLDER.
set(text "// SPDX-License-Identifier: Apache-2.0\n#include \"languages/prolog/swi/scripts.h\"\n\nnamespace cuttle::prolog {\n")
foreach(name loader modes unlike prelude judge)
  file(READ ${FOLDER}/${name}.pl bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND text "const char ${name}_script[] = {${bytes}'\\0'};\n")
  string(APPEND text "const size_t ${name}_script_size = ${size};\n")
endforeach()
string(APPEND text "}  // namespace cuttle::prolog\n")
file(WRITE ${OUTPUT} "${text}")

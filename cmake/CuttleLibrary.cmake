# SPDX-License-Identifier: Apache-2.0

# Warnings and sanitizers for every target of ours, but not for the runtime that lives inside the
# program under test.
# -Wrestrict of GCC 12 is wrong about std::string operations, hence off.
add_library(cuttle_flags INTERFACE)
target_compile_options(cuttle_flags INTERFACE -Wall -Wextra -Wno-missing-field-initializers
                                              -Wno-restrict)
if(CUTTLE_WERROR)
  target_compile_options(cuttle_flags INTERFACE -Werror)
endif()
if(CUTTLE_SANITIZE)
  target_compile_options(cuttle_flags INTERFACE -fsanitize=address,undefined
                                                -fno-omit-frame-pointer)
  target_link_options(cuttle_flags INTERFACE -fsanitize=address,undefined)
endif()

# cuttle_cold(SOURCE...): sources of this folder that run once or seldom in a campaign, however long
# it is. With little optimisation they take a third less time to compile, which is what the first
# use waits for; nothing that each run, query or expression passes belongs here. GCC 12 is wrong
# about members of std::optional at this level.
function(cuttle_cold)
  set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O1 -Wno-maybe-uninitialized)
endfunction()

# cuttle_library(NAME [COLD] [EXCLUDE file...] [DEPENDS target...]): the static library cuttle_NAME from the
# .cpp files of this folder, and the test program NAME_test from its *_test.cpp files. COLD: all of
# its sources are.
function(cuttle_library name)
  cmake_parse_arguments(arg "COLD" "" "EXCLUDE;DEPENDS" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cpp)
  foreach(file IN LISTS arg_EXCLUDE)
    list(REMOVE_ITEM sources ${CMAKE_CURRENT_SOURCE_DIR}/${file})
  endforeach()
  set(tests ${sources})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  list(FILTER tests INCLUDE REGEX "_test\\.cpp$")
  if(arg_COLD)
    cuttle_cold(${sources})
  endif()
  if(sources)
    add_library(cuttle_${name} STATIC ${sources})
    target_link_libraries(cuttle_${name} PUBLIC ${arg_DEPENDS} PRIVATE cuttle_flags)
  else()
    add_library(cuttle_${name} INTERFACE)
    target_link_libraries(cuttle_${name} INTERFACE ${arg_DEPENDS})
  endif()
  if(tests)
    add_executable(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE cuttle_${name} cuttle_flags GTest::gtest_main)
    target_compile_options(${name}_test PRIVATE -O1)  # what takes time is in the library
    add_test(NAME ${name} COMMAND ${name}_test)
    set_tests_properties(${name} PROPERTIES LABELS unit)
  endif()
endfunction()

# SPDX-License-Identifier: Apache-2.0
# find_package(Cuttle) gives cuttle_add_test():
#
#   cuttle_add_test(TARGET [NAME name] [FUNCTION f] [INPUT source...] [SEED_INPUT file...]
#                   [MAX_RUNS n] [TIME seconds] [OPTIONS option...] [ARGUMENTS argument...])
#
# A test of ctest that explores the executable TARGET and fails when a bug is found. The sources of
# the target and of the static libraries it is linked with are compiled once more by `cuttle run`,
# with the target's include folders, definitions and options. In a build that uses cuttle-cc as its
# compiler the program itself is explored instead. The campaign is in the folder NAME.cuttle.
get_filename_component(Cuttle_PREFIX "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_program(
  Cuttle_EXECUTABLE cuttle
  HINTS "${Cuttle_PREFIX}/bin"
  NO_DEFAULT_PATH)
find_program(Cuttle_EXECUTABLE cuttle)
set(Cuttle_INCLUDE_DIR "${Cuttle_PREFIX}/include")
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cuttle REQUIRED_VARS Cuttle_EXECUTABLE Cuttle_INCLUDE_DIR)

# Programs that include <cuttle/cuttle.h> link to this; it adds nothing but the header's folder.
if(NOT TARGET Cuttle::Cuttle)
  add_library(Cuttle::Cuttle INTERFACE IMPORTED)
  set_target_properties(Cuttle::Cuttle PROPERTIES INTERFACE_INCLUDE_DIRECTORIES
                                                  "${Cuttle_INCLUDE_DIR}")
endif()

# The sources of a target and of what it is linked with; other libraries go to `libraries`.
function(_cuttle_collect target out_sources out_libraries)
  get_target_property(files ${target} SOURCES)
  get_target_property(folder ${target} SOURCE_DIR)
  set(_sources ${${out_sources}})
  set(_libraries ${${out_libraries}})
  foreach(file ${files})
    if(file MATCHES "\\.(c|i|cc|cpp|cxx|c\\+\\+|C)$")
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${folder}")
      list(APPEND _sources "${file}")
    endif()
  endforeach()
  get_target_property(links ${target} LINK_LIBRARIES)
  foreach(link ${links})
    if(NOT TARGET ${link})
      if(link MATCHES "^-" OR link MATCHES "/")
        list(APPEND _libraries "${link}")
      elseif(link)
        list(APPEND _libraries "-l${link}")
      endif()
      continue()
    endif()
    get_target_property(type ${link} TYPE)
    get_target_property(imported ${link} IMPORTED)
    if(type MATCHES "^(STATIC|OBJECT)_LIBRARY$" AND NOT imported)
      _cuttle_collect(${link} _sources _libraries)
    elseif(NOT type STREQUAL "INTERFACE_LIBRARY")
      list(APPEND _libraries "$<TARGET_FILE:${link}>")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES _sources)
  set(${out_sources} ${_sources} PARENT_SCOPE)
  set(${out_libraries} ${_libraries} PARENT_SCOPE)
endfunction()

function(cuttle_add_test target)
  cmake_parse_arguments(arg "" "NAME;FUNCTION;MAX_RUNS;TIME" "INPUT;SEED_INPUT;OPTIONS;ARGUMENTS"
                        ${ARGN})
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "cuttle_add_test: what does `${arg_UNPARSED_ARGUMENTS}' mean?")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "cuttle_add_test: there is no target `${target}'")
  endif()
  if(NOT arg_NAME)
    set(arg_NAME cuttle.${target})
  endif()
  set(options --out "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.cuttle" -q)
  foreach(source ${arg_INPUT})
    list(APPEND options --input "${source}")
  endforeach()
  foreach(file ${arg_SEED_INPUT})
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}")
    list(APPEND options --seed-input "${file}")
  endforeach()
  if(arg_FUNCTION)
    list(APPEND options --function "${arg_FUNCTION}")
  endif()
  if(arg_MAX_RUNS)
    list(APPEND options --max-runs ${arg_MAX_RUNS})
  endif()
  if(arg_TIME)
    list(APPEND options --time ${arg_TIME})
  endif()
  list(APPEND options ${arg_OPTIONS})
  if(arg_ARGUMENTS)
    list(APPEND options -- ${arg_ARGUMENTS})
  endif()
  if(CMAKE_C_COMPILER MATCHES "cuttle-cc$" AND NOT arg_FUNCTION)
    set(program "$<TARGET_FILE:${target}>")
  else()
    set(program "")
    set(libraries "")
    _cuttle_collect(${target} program libraries)
    set(folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
    set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
    set(flags "$<TARGET_PROPERTY:${target},COMPILE_OPTIONS>")
    list(APPEND program "$<$<BOOL:${folders}>:--cflags$<SEMICOLON>-I$<JOIN:${folders}, -I>>"
         "$<$<BOOL:${definitions}>:--cflags$<SEMICOLON>-D$<JOIN:${definitions}, -D>>"
         "$<$<BOOL:${flags}>:--cflags$<SEMICOLON>$<JOIN:${flags}, >>")
    if(libraries)
      list(JOIN libraries " " libraries)
      list(APPEND program --cflags "${libraries}")
    endif()
  endif()
  add_test(
    NAME ${arg_NAME}
    COMMAND "${Cuttle_EXECUTABLE}" run ${program} ${options}
    COMMAND_EXPAND_LISTS)
  set_tests_properties(${arg_NAME} PROPERTIES LABELS cuttle)
endfunction()

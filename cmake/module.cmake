# One module = one folder below src/ with a purpose and declared dependencies.
#
#   gleaner_module(html
#     PURPOSE "one sentence"
#     DEPENDS base page            modules it may include
#     THIRD_PARTY lexbor           third-party headers it may include (one owner module each)
#     LINK PkgConfig::...          what to link for them
#     FOLDERS learn match          parts of the module in folders of their own
#     COMPILE_QUICKLY              a tenth of its own speed is little of the whole: -O1, a quarter of the compiler's time less (-O0 with sanitizers)
#     TESTED_QUICKLY               tests spend little time in it: -O0 with sanitizers
#     TESTED_AT_LENGTH)            its test runs for long, or has an oracle that does: -O1 for both with sanitizers, too
#
# Every *.cc of the folder (and of FOLDERS) is compiled into the module, every *_test.cc into its test
# program. scripts/layers reads the same declarations and fails on an include that is not declared.

# gleaner_sources(TARGET SOURCE...): the sources of a target; with GLEANER_UNITY in batches.
#
# Sources compiled together share what their headers and templates cost: about half of the compiler's time.
# Sources of a module therefore do not give one name to two things, also not in namespaces without a name.
# The batches name their sources relative to the checkout (CMake's own name them by absolute paths), so that
# checkouts share the compiler cache.
set(GLEANER_BATCH 12 CACHE STRING "sources a batch, at least; 40: whole modules, a seventh less of the compiler's time")
function(gleaner_sources target)
  if(NOT GLEANER_UNITY)
    target_sources(${target} PRIVATE ${ARGN})
    return()
  endif()
  get_target_property(size ${target} GLEANER_BATCH)  # of a target that wants larger ones
  if(NOT size OR size LESS GLEANER_BATCH)
    set(size ${GLEANER_BATCH})
  endif()
  set(text "")
  set(in_batch 0)
  set(number 0)
  foreach(source ${ARGN} "")
    set(alone FALSE)
    if(source)
      get_source_file_property(alone ${source} GLEANER_ALONE)
      if(alone OR source MATCHES "\\.c$")
        if(source MATCHES "\\.c$")
          set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
        endif()
        target_sources(${target} PRIVATE ${source})
        continue()
      endif()
      file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
      string(APPEND text "#include \"${name}\"\n")
      math(EXPR in_batch "${in_batch} + 1")
    endif()
    if(in_batch EQUAL size OR (NOT source AND in_batch GREATER 0))
      set(batch ${CMAKE_BINARY_DIR}/batches/${target}_${number}.cc)
      file(CONFIGURE OUTPUT ${batch} CONTENT "${text}" @ONLY)
      target_sources(${target} PRIVATE ${batch})
      math(EXPR number "${number} + 1")
      set(in_batch 0)
      set(text "")
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE ${CMAKE_SOURCE_DIR})
endfunction()

# gleaner_precompiled(TARGET [TEST]): what nearly every source includes, of a test's with GoogleTest,
# read from what the compiler made of them once for all targets that are compiled alike. To be called
# when the target's options are known.
function(gleaner_precompiled target)
  if(NOT GLEANER_PRECOMPILED)
    return()
  endif()
  get_target_property(options ${target} COMPILE_OPTIONS)
  get_target_property(type ${target} TYPE)
  string(MD5 key "${type} ${options} ${ARGN}")  # a program is compiled for another place in memory than a library
  set(precompiled gleaner_precompiled_${key})
  if(NOT TARGET ${precompiled})
    set(source ${CMAKE_BINARY_DIR}/batches/nothing.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "int main() {}\n")
    if(type STREQUAL EXECUTABLE)
      add_executable(${precompiled} EXCLUDE_FROM_ALL ${source})
    else()
      add_library(${precompiled} STATIC EXCLUDE_FROM_ALL ${source})
    endif()
    set_target_properties(${precompiled} PROPERTIES COMPILE_OPTIONS "${options}")
    target_link_libraries(${precompiled} PRIVATE fmt::fmt)
    if("${ARGN}" STREQUAL "TEST")
      target_link_libraries(${precompiled} PRIVATE GTest::gtest)
      target_precompile_headers(${precompiled} PRIVATE <gtest/gtest.h>)
    endif()
    target_precompile_headers(${precompiled} PRIVATE <algorithm> <array> <charconv> <chrono> <cmath> <cstdint> <cstdio> <cstdlib> <cstring>
      <filesystem> <fstream> <functional> <map> <memory> <mutex> <numeric> <optional> <random> <set> <sstream> <string> <string_view> <thread>
      <tuple> <unordered_map> <unordered_set> <utility> <variant> <vector> <fmt/format.h>)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${precompiled})
endfunction()

# gleaner_together(TARGET FUNCTION NAME...): programs of one file each (NAME.cc of this folder, whose main or
# the like is FUNCTION) as parts of one target, where that function is called NAME_FUNCTION. With
# GLEANER_UNITY they are one unit of compilation: what they include stands in front, so that each can follow
# in a namespace of its own and give its things any names.
function(gleaner_together target function)
  set(includes "")
  set(text "")
  foreach(name ${ARGN})
    set(source ${CMAKE_CURRENT_SOURCE_DIR}/${name}.cc)
    if(NOT GLEANER_UNITY)
      target_sources(${target} PRIVATE ${source})
      set_source_files_properties(${source} PROPERTIES COMPILE_DEFINITIONS ${function}=${name}_${function})
      continue()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
    file(STRINGS ${source} included REGEX "^#[a-z]")  # and what decides on it
    list(APPEND includes ${included})
    file(RELATIVE_PATH path ${CMAKE_SOURCE_DIR} ${source})
    string(APPEND text "#define ${function} ${name}_${function}\nnamespace ${target}_${name} {\n#include \"${path}\"\n}\n#undef ${function}\n")
  endforeach()
  if(GLEANER_UNITY)
    list(JOIN includes "\n" includes)
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/batches/${target}.cc CONTENT "${includes}\n${text}" @ONLY)
    target_sources(${target} PRIVATE ${CMAKE_BINARY_DIR}/batches/${target}.cc)
  endif()
endfunction()

# gleaner_checks_run_once(PROGRAM): checks expand to much code that runs once, so the compiler's
# time counts for more than its own.
function(gleaner_checks_run_once program)
  if(GLEANER_SANITIZE)
    target_compile_options(${program} PRIVATE -O0)
    if(CMAKE_CXX_COMPILER_ID MATCHES Clang)  # AddressSanitizer's checks as calls and not in place: a tenth of the compiler's time
      target_compile_options(${program} PRIVATE -fsanitize-address-outline-instrumentation)
    endif()
  else()
    target_compile_options(${program} PRIVATE -O1 -g0)
  endif()
endfunction()

# gleaner_unit_test(NAME PROGRAM [AT_LENGTH]): a test of a module's own, labelled `unit`; AT_LENGTH
# true: its checks run for long.
function(gleaner_unit_test name program)
  set(at_length ${ARGN})
  if(GLEANER_SANITIZE AND at_length)
    target_compile_options(${program} PRIVATE -O1)
  else()
    gleaner_checks_run_once(${program})
  endif()
  gleaner_precompiled(${program} TEST)
  add_test(NAME ${name} COMMAND ${program})
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()

function(gleaner_module name)
  cmake_parse_arguments(M "COMPILE_QUICKLY;TESTED_QUICKLY;TESTED_AT_LENGTH" "PURPOSE" "DEPENDS;THIRD_PARTY;LINK;FOLDERS" ${ARGN})
  list(TRANSFORM M_FOLDERS APPEND "/*.cc" OUTPUT_VARIABLE in_folders)
  file(GLOB sources CONFIGURE_DEPENDS *.cc *.c ${in_folders})
  file(GLOB tests CONFIGURE_DEPENDS *_test.cc)
  if(tests)
    list(REMOVE_ITEM sources ${tests})
  endif()
  if(NOT sources)  # headers alone
    add_library(gleaner_${name} INTERFACE)
    list(TRANSFORM M_DEPENDS PREPEND gleaner_)
    target_include_directories(gleaner_${name} INTERFACE ${CMAKE_SOURCE_DIR}/src)
    target_link_libraries(gleaner_${name} INTERFACE ${M_DEPENDS} fmt::fmt)
    return()
  endif()
  add_library(gleaner_${name} STATIC)
  gleaner_sources(gleaner_${name} ${sources})
  target_include_directories(gleaner_${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  list(TRANSFORM M_DEPENDS PREPEND gleaner_)
  target_link_libraries(gleaner_${name} PUBLIC ${M_DEPENDS} fmt::fmt PRIVATE ${M_LINK})
  if((M_COMPILE_QUICKLY OR M_TESTED_QUICKLY) AND NOT M_TESTED_AT_LENGTH AND GLEANER_SANITIZE AND NOT GLEANER_FUZZ)
    target_compile_options(gleaner_${name} PRIVATE -O0)
  elseif(M_COMPILE_QUICKLY AND NOT GLEANER_QUICKLY)
    target_compile_options(gleaner_${name} PRIVATE -O1)
  endif()
  gleaner_precompiled(gleaner_${name})
  set_property(GLOBAL APPEND PROPERTY GLEANER_MODULES gleaner_${name})
  if(tests AND GLEANER_TESTS AND GLEANER_UNIT_TESTS)
    foreach(test ${tests})  # only where it is used: a checkout's path would keep the compiler cache from being shared
      file(STRINGS ${test} uses_paths REGEX "GLEANER_(SOURCE_DIR|BINARY)")
      if(uses_paths)
        set_source_files_properties(${test} PROPERTIES GLEANER_ALONE TRUE COMPILE_DEFINITIONS
          "GLEANER_SOURCE_DIR=\"${CMAKE_SOURCE_DIR}\";GLEANER_BINARY=\"${CMAKE_BINARY_DIR}/gleaner\"")
      endif()
    endforeach()
    add_executable(${name}_test)
    gleaner_sources(${name}_test ${tests})
    target_link_libraries(${name}_test PRIVATE gleaner_${name} ${M_LINK} GTest::gtest_main)
    gleaner_unit_test(${name} ${name}_test ${M_TESTED_AT_LENGTH})
    if(GLEANER_SANITIZE AND name STREQUAL logic)
      # What Prolog keeps is its own; all else is looked at.
      set_tests_properties(${name} PROPERTIES ENVIRONMENT "LSAN_OPTIONS=suppressions=${CMAKE_SOURCE_DIR}/tests/leaks.supp:print_suppressions=0")
    endif()
  endif()
endfunction()

# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
# Settings that every target of the project shares. Nothing here changes global flags.
include_guard()

# Executables are linked as position-independent where the compiler supports it.
include(CheckPIESupported)
check_pie_supported()

# bindpose_harden(<target>): the hardening flags of dpkg-buildflags, and checked access to containers of the standard library.
# Sanitizers replace them. bindpose_target() calls this for every target; ci/hardening inspects the programs.
function(bindpose_harden target)
  if(BINDPOSE_SANITIZE OR BINDPOSE_FUZZERS OR BINDPOSE_MUTANTS OR BINDPOSE_COVERAGE)
    return()
  endif()
  target_compile_options(${target} PRIVATE -fstack-protector-strong $<$<CONFIG:Release>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2>)
  target_compile_definitions(${target} PRIVATE $<$<NOT:$<BOOL:$<TARGET_PROPERTY:BINDPOSE_UNCHECKED>>>:_GLIBCXX_ASSERTIONS>)
  target_link_options(${target} PRIVATE LINKER:-z,relro,-z,now,-z,noexecstack)
endfunction()

# bindpose_target(<target>): the language level, include root, warnings and instrumentation of our own targets.
function(bindpose_target target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF POSITION_INDEPENDENT_CODE ON)
  target_include_directories(${target} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/bindpose>)
  # Contraction to fma would make results depend on the compiler, and change bounds and golden bytes. Builds are
  # the same for any location of the sources: __FILE__ begins at their root.
  target_compile_options(${target} PRIVATE -fmacro-prefix-map=${PROJECT_SOURCE_DIR}/=
    -ffp-contract=${BINDPOSE_FP_CONTRACT} -Wall -Wextra -Wpedantic -Wshadow -Wconversion
    $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>  # gcc's -Wconversion does not include it
    $<$<BOOL:${BINDPOSE_WARNINGS_AS_ERRORS}>:-Werror>)
  # gcc collects garbage at 128 MB, which takes a twelfth of its time. At half a gigabyte, units need less than 1.5 GB.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:--param=ggc-min-heapsize=524288>)
  bindpose_harden(${target})
  if(BINDPOSE_SANITIZE)
    # gcc 12 wrongly reports instrumented std::regex as uninitialized (GCC bug 105562).
    target_compile_options(${target} PRIVATE -fsanitize=${BINDPOSE_SANITIZE} -fno-omit-frame-pointer
      -fno-sanitize-recover=all $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
    target_link_options(${target} PUBLIC -fsanitize=${BINDPOSE_SANITIZE})
  endif()
  if(BINDPOSE_COVERAGE)
    target_compile_options(${target} PRIVATE --coverage -fprofile-update=atomic)
    target_link_options(${target} PUBLIC --coverage)
  endif()
endfunction()

# bindpose_cold(<target>): for code that computes little: -Og compiles in half the time of -O2. gcc silently applies the level of a
# precompiled header to every file that includes it, so only cold targets share the headers of cold targets.
function(bindpose_cold target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-Og>)
endfunction()

# bindpose_optimized_first(<target> <library>...): links these libraries before the target's own files. The linker keeps the first copy
# of an inline function. The copies in cold files are compiled by -Og: with them a run takes a tenth longer.
function(bindpose_optimized_first target)
  if(TARGET ${target} AND NOT APPLE)
    list(TRANSFORM ARGN REPLACE ".+" "$<TARGET_FILE:\\0>")
    target_link_options(${target} PRIVATE LINKER:--whole-archive ${ARGN} LINKER:--no-whole-archive)
  endif()
endfunction()

# bindpose_precompile(<target> <headers>): headers that nearly every file of the target includes; or
# bindpose_precompile(<target> REUSE_FROM <other target>).
function(bindpose_precompile target)
  if(BINDPOSE_PRECOMPILE)
    if(ARGV1 STREQUAL "REUSE_FROM")
      target_precompile_headers(${target} ${ARGN})
    else()
      target_precompile_headers(${target} PRIVATE ${ARGN})
    endif()
  endif()
endfunction()

# bindpose_some_at_a_time(<target>): compiles sixteen files in one unit, and thus their shared headers once. Units of eight files would
# take a quarter more time.
function(bindpose_some_at_a_time target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${BINDPOSE_UNITY} UNITY_BUILD_BATCH_SIZE 16)
endfunction()

# bindpose_add_test(<name> SOURCES <files> LIBRARIES <targets> [SHARDS <number>] [TOGETHER <test>=<filter>...]): a GoogleTest program.
# ctest runs each test in its own process. With SHARDS, it runs the whole program in this number of processes, for tests that take less
# time than starting a process. A test of TOGETHER runs all tests of its filter in one process, because they share expensive data.
function(bindpose_add_test name)
  if(NOT BINDPOSE_TESTS)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SHARDS" "SOURCES;LIBRARIES;TOGETHER")
  add_executable(${name} ${arg_SOURCES})
  bindpose_target(${name})
  # Compiling tests takes longer than running them. Each test file has a namespace of its own.
  bindpose_cold(${name})
  bindpose_some_at_a_time(${name})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES} GTest::gtest_main)
  # A process that runs no test fails, and one whose tests are all skipped is skipped.
  set(several TIMEOUT 1800 FAIL_REGULAR_EXPRESSION "\\[==========\\] Running 0 tests " SKIP_REGULAR_EXPRESSION
    "\n\\[  PASSED  \\] 0 tests\\.\n\\[  SKIPPED \\] [0-9]+ tests?, listed below:\n(\\[  SKIPPED \\] [^\n]+\n)+$")
  if(arg_SHARDS)
    math(EXPR last "${arg_SHARDS} - 1")
    foreach(shard RANGE ${last})
      add_test(NAME ${name}.${shard} COMMAND ${name})
      set_tests_properties(${name}.${shard} PROPERTIES ${several}
        ENVIRONMENT "GTEST_TOTAL_SHARDS=${arg_SHARDS};GTEST_SHARD_INDEX=${shard}")
    endforeach()
  else()
    set(others "")
    foreach(each IN LISTS arg_TOGETHER)
      string(REGEX MATCH "^([^=]+)=(.+)$" ignored ${each})
      add_test(NAME ${CMAKE_MATCH_1} COMMAND ${name} --gtest_filter=${CMAKE_MATCH_2})
      set_tests_properties(${CMAKE_MATCH_1} PROPERTIES ${several})
      string(APPEND others ":${CMAKE_MATCH_2}")
    endforeach()
    string(REGEX REPLACE "^:" "-" others "${others}")
    include(GoogleTest)
    gtest_discover_tests(${name} TEST_FILTER "${others}" DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 600)
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/ REGEX "^[^/]")
  set_property(GLOBAL APPEND PROPERTY BINDPOSE_TESTED ${arg_SOURCES})
endfunction()

# bindpose_require_tested(): every *_test.cpp is part of a test program.
function(bindpose_require_tested)
  get_property(tested GLOBAL PROPERTY BINDPOSE_TESTED)
  set(trees reference gpu golden conformance)
  if(BINDPOSE_BENCH)
    list(APPEND trees bench)
  endif()
  foreach(tree IN LISTS trees)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${tree}/*_test.cpp)
    list(APPEND tests ${files})
  endforeach()
  list(REMOVE_ITEM tests ${tested})
  if(tests)
    list(JOIN tests "\n  " tests)
    message(FATAL_ERROR "no test program compiles\n  ${tests}")
  endif()
endfunction()

# bindpose_embed(<output.cpp> <symbol> <namespaces> <text>): a text as a C++ constant, rewritten only when it changes.
function(bindpose_embed output namespaces symbol text)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"// Made when configuring. Do not edit.
namespace @namespaces@ {
extern const char @symbol@[];
const char @symbol@[] = R\"BINDPOSE_TEXT(@text@)BINDPOSE_TEXT\";
}  // namespace @namespaces@
")
endfunction()

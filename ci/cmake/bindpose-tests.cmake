# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# bindpose_add_tests(<target> [SUBJECT <text>] [PREFIX <text>] [TIMEOUT <seconds>] [ARGUMENTS <word>...]): a ctest test for every
# algorithm that an adapter declares when it is built. SUBJECT: the subject, with {} for the target's file;
# default: lib:{} for a library and cmd:{} for a program. ARGUMENTS are of bindpose test, e.g. --smoke or --accept half-palette.
# Results are in <build folder>/bindpose/<test>. BINDPOSE_PROGRAM is the program, if it is not next to this package or in PATH.
include_guard()
set(_bindpose_discover ${CMAKE_CURRENT_LIST_DIR}/bindpose-discover.cmake)
find_program(BINDPOSE_PROGRAM bindpose HINTS ${CMAKE_CURRENT_LIST_DIR}/../../../bin)

function(bindpose_add_tests target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SUBJECT;PREFIX;TIMEOUT" "ARGUMENTS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "bindpose_add_tests: '${arg_UNPARSED_ARGUMENTS}' is not known")
  endif()
  if(NOT TARGET ${target})
    message(FATAL_ERROR "bindpose_add_tests: there is no target '${target}'")
  endif()
  if(NOT BINDPOSE_PROGRAM)
    message(FATAL_ERROR "bindpose_add_tests: the program bindpose is not found; set BINDPOSE_PROGRAM")
  endif()
  if(NOT arg_SUBJECT)
    get_target_property(type ${target} TYPE)
    set(arg_SUBJECT lib:{})
    if(type STREQUAL "EXECUTABLE")
      set(arg_SUBJECT cmd:{})
    endif()
  endif()
  if(NOT arg_PREFIX)
    set(arg_PREFIX ${target}.)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 600)
  endif()
  string(REPLACE "{}" "$<TARGET_FILE:${target}>" subject "${arg_SUBJECT}")
  set(tests ${CMAKE_CURRENT_BINARY_DIR}/${target}-bindpose-tests.cmake)
  # As gtest_discover_tests(): found when the adapter is built, read by ctest.
  add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS ${tests} VERBATIM
    COMMAND ${CMAKE_COMMAND} "-DPROGRAM=${BINDPOSE_PROGRAM}" "-DSUBJECT=${subject}" "-DARGUMENTS=${arg_ARGUMENTS}"
      "-DPREFIX=${arg_PREFIX}" "-DTIMEOUT=${arg_TIMEOUT}" "-DTESTS=${tests}"
      "-DRESULTS=${CMAKE_CURRENT_BINARY_DIR}/bindpose" -P ${_bindpose_discover})
  set(read ${CMAKE_CURRENT_BINARY_DIR}/${target}-bindpose-include.cmake)
  file(WRITE ${read} "if(EXISTS [==[${tests}]==])\n  include([==[${tests}]==])\nelse()\n"
    "  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${read})
endfunction()

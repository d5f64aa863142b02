# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# A library of each module of ci/modules.txt, linked to the modules below it.
include_guard()

set(modules_file ${PROJECT_SOURCE_DIR}/ci/modules.txt)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${modules_file})

# bindpose_module_target(<variable> <module>): the name of a module's library, e.g. bindpose_reference_numeric.
function(bindpose_module_target variable module)
  string(REPLACE / _ name bindpose_${module})
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# bindpose_module_files(<variable> <module> <pattern>): files of a module and of its folder `shared`.
function(bindpose_module_files variable module pattern)
  set(folder ${PROJECT_SOURCE_DIR}/${module})
  file(GLOB files CONFIGURE_DEPENDS ${folder}/${pattern} ${folder}/shared/${pattern})
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# bindpose_module(<module> [FILE_BY_FILE] [EXCEPT <files>] [SOURCES <more files>]): the library of a module: its sources without tests
# and fuzzers. With BINDPOSE_UNITY, several files are compiled in one unit, except with FILE_BY_FILE: such files define the same names.
function(bindpose_module module)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FILE_BY_FILE" "" "EXCEPT;SOURCES")
  bindpose_module_target(target ${module})
  bindpose_module_files(sources ${module} *.cpp)
  list(FILTER sources EXCLUDE REGEX "_(test|fuzzer)\\.cpp$")
  foreach(file IN LISTS arg_EXCEPT)
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${module}/${file})
  endforeach()
  list(APPEND sources ${arg_SOURCES})
  add_library(${target} ${sources})
  bindpose_target(${target})
  if(NOT arg_FILE_BY_FILE)
    bindpose_some_at_a_time(${target})
  endif()
  set_property(GLOBAL APPEND PROPERTY BINDPOSE_MODULE_TARGETS ${target})

  string(REPLACE "." "\\." escaped ${module})
  file(STRINGS ${modules_file} row REGEX "^${escaped}( |$)")
  if(NOT row)
    message(FATAL_ERROR "ci/modules.txt has no module ${module}")
  endif()
  separate_arguments(below UNIX_COMMAND "${row}")
  list(POP_FRONT below)
  foreach(used IN LISTS below)
    bindpose_module_target(library ${used})
    target_link_libraries(${target} PUBLIC ${library})
  endforeach()
endfunction()

# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# A library of each room of ci/rooms.txt, linked to the rooms below it.
include_guard()

set(rooms_file ${PROJECT_SOURCE_DIR}/ci/rooms.txt)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${rooms_file})

# bindpose_room_target(<variable> <room>): the name of a room's library, e.g. bindpose_reference_numeric.
function(bindpose_room_target variable room)
  string(REPLACE / _ name bindpose_${room})
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# bindpose_room_files(<variable> <room> <pattern>): files of a room and of its folder `shared`.
function(bindpose_room_files variable room pattern)
  set(folder ${PROJECT_SOURCE_DIR}/${room})
  file(GLOB files CONFIGURE_DEPENDS ${folder}/${pattern} ${folder}/shared/${pattern})
  set(${variable} ${files} PARENT_SCOPE)
endfunction()

# bindpose_room(<room> [FILE_BY_FILE] [EXCEPT <files>] [SOURCES <more files>]): the library of a room: its sources without tests
# and fuzzers. With BINDPOSE_UNITY some of them are compiled at a time, unless they use the same names each for itself.
function(bindpose_room room)
  cmake_parse_arguments(PARSE_ARGV 1 arg "FILE_BY_FILE" "" "EXCEPT;SOURCES")
  bindpose_room_target(target ${room})
  bindpose_room_files(sources ${room} *.cpp)
  list(FILTER sources EXCLUDE REGEX "_(test|fuzzer)\\.cpp$")
  foreach(file IN LISTS arg_EXCEPT)
    list(REMOVE_ITEM sources ${PROJECT_SOURCE_DIR}/${room}/${file})
  endforeach()
  list(APPEND sources ${arg_SOURCES})
  add_library(${target} ${sources})
  bindpose_target(${target})
  if(NOT arg_FILE_BY_FILE)
    bindpose_some_at_a_time(${target})
  endif()
  set_property(GLOBAL APPEND PROPERTY BINDPOSE_ROOM_TARGETS ${target})

  string(REPLACE "." "\\." escaped ${room})
  file(STRINGS ${rooms_file} row REGEX "^${escaped}( |$)")
  if(NOT row)
    message(FATAL_ERROR "ci/rooms.txt has no room ${room}")
  endif()
  separate_arguments(below UNIX_COMMAND "${row}")
  list(POP_FRONT below)
  foreach(used IN LISTS below)
    bindpose_room_target(library ${used})
    target_link_libraries(${target} PUBLIC ${library})
  endforeach()
endfunction()

# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Reads reference/algorithms.def and checks that each row has all its files, and that each such file has a row. Sets
#   BINDPOSE_ALGORITHMS       family/stem of every row
#   BINDPOSE_GLSL_ALGORITHMS  of those that also run in GLSL
#   BINDPOSE_FAMILIES         every family
include_guard()

set(table ${PROJECT_SOURCE_DIR}/reference/algorithms.def)
set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${table})
file(STRINGS ${table} rows REGEX "^BINDPOSE_ALGORITHM")
set(BINDPOSE_ALGORITHMS "")
set(BINDPOSE_GLSL_ALGORITHMS "")
set(BINDPOSE_FAMILIES "")
set(missing "")
foreach(row IN LISTS rows)
  if(NOT row MATCHES "^BINDPOSE_ALGORITHM\\( *([a-z_0-9]+), *([a-z_0-9]+), .*, *(glsl|no_glsl)\\)$")
    message(FATAL_ERROR "${table}: cannot read the row\n  ${row}\n"
      "expected BINDPOSE_ALGORITHM(family, stem, \"id\", \"title\", \"levels\", \"arrays\", glsl or no_glsl)")
  endif()
  set(path ${CMAKE_MATCH_1}/${CMAKE_MATCH_2})
  list(APPEND BINDPOSE_FAMILIES ${CMAKE_MATCH_1})
  set(pieces reference/${path}.md reference/${path}.h reference/${path}.cpp reference/${path}_test.cpp
    conformance/cases/${path}.cpp golden/oracle/${path}.py golden/data/${path}/cases.json)
  if(CMAKE_MATCH_3 STREQUAL "glsl")
    list(APPEND pieces gpu/${path}.glsl)
    list(APPEND BINDPOSE_GLSL_ALGORITHMS ${path})
  endif()
  list(APPEND BINDPOSE_ALGORITHMS ${path})
  foreach(piece IN LISTS pieces)
    if(NOT EXISTS ${PROJECT_SOURCE_DIR}/${piece})
      string(APPEND missing "\n  ${piece}")
    endif()
  endforeach()
endforeach()
list(REMOVE_DUPLICATES BINDPOSE_FAMILIES)
if(missing)
  # The golden tool writes the golden data, so it must be possible to build it before the data exists.
  if(BINDPOSE_REFERENCE_ONLY)
    message(WARNING "reference/algorithms.def names algorithms whose pieces are missing:${missing}")
  else()
    message(FATAL_ERROR "reference/algorithms.def names algorithms whose pieces are missing:${missing}\n"
      "reference/ADDING.md says what each piece holds; golden data is written by `bindpose-golden write golden/data`.")
  endif()
endif()

# Lookups by path would not find a file whose stem is not an algorithm's.
set(strays "")
foreach(tree IN ITEMS conformance/cases conformance/defects golden/oracle gpu)
  foreach(family IN LISTS BINDPOSE_FAMILIES)
    file(GLOB files LIST_DIRECTORIES false RELATIVE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/${tree}/${family}/[a-z]*)
    foreach(file IN LISTS files)
      get_filename_component(stem ${file} NAME_WE)
      if(NOT ${family}/${stem} IN_LIST BINDPOSE_ALGORITHMS)
        string(APPEND strays "\n  ${file}")
      endif()
    endforeach()
  endforeach()
endforeach()
if(strays)
  message(FATAL_ERROR "files are named after no algorithm of their family:${strays}\n"
    "Files that several algorithms share belong into the family's folder `shared`.")
endif()

# bindpose_algorithm_pages(<target>): adds to the target the page of every algorithm, reference/<path>.md, as text.
function(bindpose_algorithm_pages target)
  foreach(path IN LISTS BINDPOSE_ALGORITHMS)
    set(page ${PROJECT_SOURCE_DIR}/reference/${path}.md)
    set_property(DIRECTORY ${PROJECT_SOURCE_DIR} APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${page})
    file(READ ${page} text)
    if(NOT text MATCHES "^# .*\n## Formula\n.*\n## Source\n.*\n## Symbols\n.*\n## Requires\n.*\n## Degenerate\n")
      message(FATAL_ERROR "reference/${path}.md: a page has a title, one sentence on what the algorithm does, and the "
        "sections Formula, Source, Symbols, Requires, Degenerate, in this order")
    endif()
    get_filename_component(family ${path} DIRECTORY)
    get_filename_component(stem ${path} NAME)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/pages/${path}.cpp)
    bindpose_embed(${output} "bindpose::${family}" ${stem}_page "${text}")
    set_source_files_properties(${output} PROPERTIES SKIP_PRECOMPILE_HEADERS ON) # includes nothing
    target_sources(${target} PRIVATE ${output})
  endforeach()
endfunction()

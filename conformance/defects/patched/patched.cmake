# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# bindpose_conformance_defects_patched - copies of all algorithms in double precision, with a switch
# for each patch of conformance/defects.

include(${CMAKE_CURRENT_LIST_DIR}/copies.cmake)
add_library(bindpose_conformance_defects_patched ${copies} ${here}/patched/patched.cpp
  ${here}/shaders.cpp ${patched}/defects.inc ${patched}/shaders.inc)
bindpose_target(bindpose_conformance_defects_patched)
# One unity group per family, because names of one family can hide names of another.
set_target_properties(bindpose_conformance_defects_patched PROPERTIES UNITY_BUILD ${BINDPOSE_UNITY} UNITY_BUILD_MODE GROUP)
foreach(family IN LISTS BINDPOSE_FAMILIES)
  set(files ${copies})
  list(FILTER files INCLUDE REGEX "/reference/${family}/")
  set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${family})
endforeach()
# The copies come before the original files, so that their headers are found first.
target_include_directories(bindpose_conformance_defects_patched BEFORE PRIVATE ${patched})
target_compile_options(bindpose_conformance_defects_patched PRIVATE $<$<CONFIG:Release>:-O1>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)
target_link_libraries(bindpose_conformance_defects_patched PUBLIC bindpose_reference)
target_link_libraries(bindpose_conformance_defects_patched
  PRIVATE Qhull::$<IF:$<BOOL:${CMAKE_CROSSCOMPILING}>,qhullstatic_r,qhull_r>)
bindpose_precompile(bindpose_conformance_defects_patched <Eigen/Dense> <fmt/format.h>
  ${PROJECT_SOURCE_DIR}/reference/model/question.h ${PROJECT_SOURCE_DIR}/reference/model/surface.h)
set_source_files_properties(${patched}/reference/binding/shared/delaunay_cells.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_property(GLOBAL APPEND PROPERTY BINDPOSE_MODULE_TARGETS bindpose_conformance_defects_patched)

# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# bindpose_conformance_defects_patched - copies of all algorithms, in double, in which each patch of conformance/defects can be
# switched on. patch_kernels.py writes the copies; a copy that stays the same is not compiled again.

find_program(BINDPOSE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(BINDPOSE_PYTHON NAMES python3 REQUIRED)
set(patched ${CMAKE_CURRENT_BINARY_DIR}/generated/patched)
set(here ${CMAKE_CURRENT_SOURCE_DIR}/defects)
set(kernels "")
foreach(family IN LISTS BINDPOSE_FAMILIES)
  file(GLOB files RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
    ${PROJECT_SOURCE_DIR}/reference/${family}/*.cpp ${PROJECT_SOURCE_DIR}/reference/${family}/shared/*.cpp
    ${PROJECT_SOURCE_DIR}/reference/${family}/*.h ${PROJECT_SOURCE_DIR}/reference/${family}/shared/*.h)
  list(APPEND kernels ${files})
endforeach()
list(FILTER kernels EXCLUDE REGEX "_test\\.(cpp|h)$")
file(GLOB lists CONFIGURE_DEPENDS ${here}/shaders.defects ${here}/*/*.defects ${here}/*/shared/*.defects)
list(TRANSFORM kernels PREPEND ${patched}/ OUTPUT_VARIABLE copies)
list(TRANSFORM kernels PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE originals)
add_custom_command(OUTPUT ${copies} ${patched}/defects.inc ${patched}/shaders.inc
  COMMAND ${BINDPOSE_PYTHON} -B ${here}/patched/patch_kernels.py ${PROJECT_SOURCE_DIR} ${patched}
  DEPENDS ${here}/patched/patch_kernels.py ${lists} ${originals} ${PROJECT_SOURCE_DIR}/reference/algorithms.def
  COMMENT "Patching kernels" VERBATIM)

list(FILTER copies INCLUDE REGEX "\\.cpp$")
add_library(bindpose_conformance_defects_patched ${copies} ${here}/patched/patched.cpp
  ${here}/shaders.cpp ${patched}/defects.inc ${patched}/shaders.inc)
bindpose_target(bindpose_conformance_defects_patched)
# A family at a time: names of one family can hide those of another.
set_target_properties(bindpose_conformance_defects_patched PROPERTIES UNITY_BUILD ${BINDPOSE_UNITY} UNITY_BUILD_MODE GROUP)
foreach(family IN LISTS BINDPOSE_FAMILIES)
  set(files ${copies})
  list(FILTER files INCLUDE REGEX "/reference/${family}/")
  set_source_files_properties(${files} PROPERTIES UNITY_GROUP ${family})
endforeach()
# The copies come first, before the files that they are copies of.
target_include_directories(bindpose_conformance_defects_patched BEFORE PRIVATE ${patched})
target_compile_options(bindpose_conformance_defects_patched PRIVATE $<$<CONFIG:Release>:-O1>
  $<$<CXX_COMPILER_ID:GNU>:-Wno-array-bounds>)
target_link_libraries(bindpose_conformance_defects_patched PUBLIC bindpose_reference)
target_link_libraries(bindpose_conformance_defects_patched
  PRIVATE Qhull::$<IF:$<BOOL:${CMAKE_CROSSCOMPILING}>,qhullstatic_r,qhull_r>)
bindpose_precompile(bindpose_conformance_defects_patched <Eigen/Dense> <fmt/format.h>
  ${PROJECT_SOURCE_DIR}/reference/model/question.h ${PROJECT_SOURCE_DIR}/reference/model/surface.h)
set_source_files_properties(${patched}/reference/binding/shared/delaunay_cells.cpp PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
set_property(GLOBAL APPEND PROPERTY BINDPOSE_ROOM_TARGETS bindpose_conformance_defects_patched)

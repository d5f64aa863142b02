# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Sets copies: the C++ files of patched algorithms in the folder `patched`. patch_kernels.py writes
# them. An unchanged copy is not compiled again.

find_program(BINDPOSE_PYTHON NAMES python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(BINDPOSE_PYTHON NAMES python3 REQUIRED)
set(patched ${CMAKE_CURRENT_BINARY_DIR}/generated/patched)
get_filename_component(here ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
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

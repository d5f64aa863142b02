# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Sets defect_files, the C++ files of defects, and writes generated/defects/files.def, which
# registers each file by its name. The folder is the family, with or without `shared`.
file(GLOB defect_files RELATIVE ${CMAKE_CURRENT_LIST_DIR} CONFIGURE_DEPENDS
  ${CMAKE_CURRENT_LIST_DIR}/*/*.cpp ${CMAKE_CURRENT_LIST_DIR}/*/shared/*.cpp)
list(FILTER defect_files EXCLUDE REGEX "^(shared|patched)/|_test\\.cpp$")
list(TRANSFORM defect_files REPLACE "([^/]*)/(shared/)?(.*)\\.cpp" "BINDPOSE_DEFECT_FILE(\\1, \\3)" OUTPUT_VARIABLE defect_rows)
list(SORT defect_rows) # by family and stem, whether shared or not
list(JOIN defect_rows "\n" defect_rows)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/generated/defects/files.def CONTENT "${defect_rows}\n")
list(TRANSFORM defect_files PREPEND ${CMAKE_CURRENT_LIST_DIR}/)

# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# Kernels in which every small change can be switched on: copies of the headers, earlier in the include path than the originals.
include_guard()

find_program(BINDPOSE_DEBIAN_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED)
set(mutated ${PROJECT_BINARY_DIR}/mutated)
set(mutate ${PROJECT_SOURCE_DIR}/conformance/mutation_score/mutants/mutate.py)
file(GLOB_RECURSE kernels CONFIGURE_DEPENDS reference/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${mutate} ${kernels})
get_target_property(eigen Eigen3::Eigen INTERFACE_INCLUDE_DIRECTORIES)
execute_process(COMMAND ${BINDPOSE_DEBIAN_PYTHON} ${mutate} ${PROJECT_SOURCE_DIR} ${mutated} -isystem ${eigen} -DFMT_SHARED
  COMMAND_ERROR_IS_FATAL ANY)
include_directories(BEFORE ${mutated})
add_compile_options(-w)
add_compile_definitions(_GLIBCXX_ASSERTIONS) # detects an index out of range

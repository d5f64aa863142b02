# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# What CI runs beside the tests proper: the fuzzer for a minute, missing pieces, formatting; on request other compilers.
include_guard()

add_test(NAME ci.fuzz_minute COMMAND ${PROJECT_SOURCE_DIR}/ci/fuzz 60)
add_test(NAME ci.missing_pieces COMMAND ${PROJECT_SOURCE_DIR}/ci/missing_pieces)
add_test(NAME ci.format COMMAND ${PROJECT_SOURCE_DIR}/ci/format --check)
set_tests_properties(ci.fuzz_minute PROPERTIES TIMEOUT 1800 RUN_SERIAL ON)
if(BINDPOSE_COMPILER_TESTS)
  add_test(NAME ci.golden_compilers COMMAND ${PROJECT_SOURCE_DIR}/ci/golden_compilers)
  set_tests_properties(ci.golden_compilers PROPERTIES TIMEOUT 3600 RUN_SERIAL ON)
endif()

# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# What CI runs beside the tests proper and in a minute or less. What takes longer is a step of ci/all.
include_guard()

add_test(NAME ci.binding_pictures COMMAND ${PROJECT_SOURCE_DIR}/ci/binding_pictures $<TARGET_FILE:bindpose>)
set_tests_properties(ci.binding_pictures PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME ci.build_test COMMAND ${PROJECT_SOURCE_DIR}/ci/build_test)
add_test(NAME ci.check_golden_test COMMAND ${PROJECT_SOURCE_DIR}/ci/check_golden_test)
add_test(NAME ci.course_pictures COMMAND ${PROJECT_SOURCE_DIR}/ci/course_pictures)
add_test(NAME ci.discover_test COMMAND ${PROJECT_SOURCE_DIR}/ci/discover_test)
add_test(NAME ci.engines_stale COMMAND ${PROJECT_SOURCE_DIR}/ci/engines --stale)
set_tests_properties(ci.engines_stale PROPERTIES SKIP_RETURN_CODE 77)
add_test(NAME ci.engines_test COMMAND ${PROJECT_SOURCE_DIR}/ci/engines_test)
add_test(NAME ci.format COMMAND ${PROJECT_SOURCE_DIR}/ci/format --check)
add_test(NAME ci.fractions_test COMMAND ${PROJECT_SOURCE_DIR}/ci/fractions_test)
add_test(NAME ci.help_test COMMAND ${PROJECT_SOURCE_DIR}/ci/help_test)
add_test(NAME ci.kernels COMMAND ${PROJECT_SOURCE_DIR}/ci/kernels)
add_test(NAME ci.kernels_test COMMAND ${PROJECT_SOURCE_DIR}/ci/kernels_test)
add_test(NAME ci.links COMMAND ${PROJECT_SOURCE_DIR}/ci/site/links)
add_test(NAME ci.links_test COMMAND ${PROJECT_SOURCE_DIR}/ci/site/links_test)
add_test(NAME ci.missing_pieces COMMAND ${PROJECT_SOURCE_DIR}/ci/missing_pieces)
add_test(NAME ci.rooms COMMAND ${PROJECT_SOURCE_DIR}/ci/rooms)
add_test(NAME ci.rooms_test COMMAND ${PROJECT_SOURCE_DIR}/ci/rooms_test)
add_test(NAME ci.mutants_kept COMMAND ${PROJECT_SOURCE_DIR}/ci/mutants --kept)
add_test(NAME ci.mutants_test COMMAND ${PROJECT_SOURCE_DIR}/ci/mutants_test)

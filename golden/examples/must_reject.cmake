# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# cmake -DFROM=<data folder> -DTO=<scratch folder> "-DREADER=<command>" -P must_reject.cmake
# Copies the data, replaces one case by the output for another normal rule, and fails unless the
# reader exits with 1 and prints "out of bounds".
file(REMOVE_RECURSE ${TO})
file(COPY ${FROM}/ DESTINATION ${TO})
set(case ${TO}/bar.scaled)
file(COPY_FILE ${case}.inverse-transpose-of-blend.palette.f32.safetensors ${case}.direction.palette.f32.safetensors)
execute_process(COMMAND ${READER} ${TO} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE errors)
if(NOT result STREQUAL "1" OR NOT output MATCHES "bar.scaled[^\n]* out of bounds\n.* cases, 1 out of bounds")
  message(FATAL_ERROR "expected one case out of bounds and exit code 1, got ${result}:\n${output}${errors}")
endif()

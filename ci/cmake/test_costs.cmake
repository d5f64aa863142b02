# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
# ctest begins with the tests that took longest here. Before the first run, ci/costs.txt lists them.
include_guard()

set(measured ${PROJECT_BINARY_DIR}/Testing/Temporary/CTestCostData.txt)
if(NOT EXISTS ${measured})
  file(STRINGS ${PROJECT_SOURCE_DIR}/ci/costs.txt rows REGEX "^[^#* ]+ [0-9.]+$")
  list(TRANSFORM rows REPLACE " " " 1 ") # the number of runs
  list(JOIN rows "\n" rows)
  file(WRITE ${measured} "${rows}\n---\n")
endif()

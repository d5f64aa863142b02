# SPDX-FileCopyrightText: 2026 The bindpose authors
# SPDX-License-Identifier: Apache-2.0
#
# bindpose_add_tests() runs this when an adapter is built: it lists the adapter's tests with the program, and writes a ctest test for
# each algorithm into TESTS.
execute_process(COMMAND ${PROGRAM} test --subject ${SUBJECT} ${ARGUMENTS} --gtest_list_tests
  OUTPUT_VARIABLE listed ERROR_VARIABLE said RESULT_VARIABLE code)
string(REGEX MATCHALL "(^|\n)[^ \n][^\n]*\\.\n" suites "${listed}")
if(NOT code EQUAL 0 OR NOT suites)
  file(REMOVE ${TESTS})
  message(FATAL_ERROR "bindpose finds no tests for ${SUBJECT}: ${said}${listed}")
endif()
set(text "")
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  string(REGEX REPLACE "\\.$" "" algorithm "${suite}")
  string(REPLACE "-" "?" any "${suite}") # GoogleTest reads text after a - as exclusions
  set(words "")
  foreach(word IN ITEMS ${PROGRAM} test --subject "${SUBJECT}" ${ARGUMENTS} "--gtest_filter=${any}*" --out
          "${RESULTS}/${PREFIX}${algorithm}")
    string(APPEND words " [==[${word}]==]")
  endforeach()
  # Exit code 3: no test ran, because the adapter does not declare the algorithm.
  string(APPEND text "add_test([==[${PREFIX}${algorithm}]==]${words})\n"
    "set_tests_properties([==[${PREFIX}${algorithm}]==] PROPERTIES TIMEOUT ${TIMEOUT} SKIP_RETURN_CODE 3)\n")
endforeach()
file(WRITE ${TESTS} "${text}")

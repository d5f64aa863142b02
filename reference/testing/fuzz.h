// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the common part of all fuzzers (libFuzzer). A fuzzer is a file FORMAT_fuzzer.cpp next to the code that
// reads the format:
//
//   namespace bindpose::fuzz {
//   namespace baseline_fuzzer {
//   std::vector<std::string> seeds() { ... }   // first inputs, from the project's own writers if possible
//   void read(std::string_view input) { ... }  // reads one input; its memory ends without a NUL
//   BINDPOSE_FUZZER(baseline)
//   }}
//
// ci/cmake/fuzzers.cmake makes a program of it; conformance/testing/fuzz_test.cpp tests that all fuzzers read
// their first inputs.
//
// FORMAT_fuzzer --write-seeds DIR writes the first inputs and ends. If an input is JSON (all of it, one line, or
// the part before a NUL), fuzz_json.cpp changes values, types, keys and nesting, so that most inputs pass the
// parser.
#pragma once

#include <vector>

#include "reference/model/error.h"

namespace bindpose::fuzz {

struct Fuzzer {
  std::string_view format;
  std::vector<std::string> (*seeds)();
  void (*read)(std::string_view input);
};

/// The fuzzers in this program; a program of libFuzzer has only one.
const std::vector<Fuzzer>& fuzzers();

struct RegisteredFuzzer {
  explicit RegisteredFuzzer(const Fuzzer& fuzzer);
};
#define BINDPOSE_FUZZER(format) const RegisteredFuzzer registered({#format, &seeds, &read});

/// Ends the program if the condition is false; libFuzzer then keeps the input.
void require(bool holds, std::string_view what);

/// Checks that an error has a code for programs and a text for people: short, UTF-8, without terminal control
/// characters.
void require_printable(const Error& error);

/// Converts bytes to texts and back.
std::string text_of(const std::vector<std::byte>& bytes);

}  // namespace bindpose::fuzz

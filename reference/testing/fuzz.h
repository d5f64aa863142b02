// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what all fuzzers (libFuzzer) share. A fuzzer is a file FORMAT_fuzzer.cpp beside the code that reads the format; it
// defines seeds() and read(), and ci/cmake/fuzzers.cmake makes a program of it.
//
// FORMAT_fuzzer --write-seeds DIR writes the first inputs and ends. Where an input is JSON - all of it, one of its lines, or
// what stands before a NUL - fuzz_json.cpp changes values, types, keys and nesting, so that most inputs get past the parser.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::fuzz {

/// The first inputs, by the project's own writers where there are such: they stay valid when a format changes.
std::vector<std::string> seeds();

/// Reads one input. It lies in memory of exactly its size, without a NUL behind it: the sanitizer sees a byte too many.
void read(std::string_view input);

/// Where this does not hold the program dies, and libFuzzer keeps the input.
void require(bool holds, std::string_view what);

/// A code for programs, words for people: short, of UTF-8, without what moves a terminal's cursor.
void require_told(const Error& error);

/// Bytes as texts and back.
std::string text_of(const std::vector<std::byte>& bytes);

}  // namespace bindpose::fuzz

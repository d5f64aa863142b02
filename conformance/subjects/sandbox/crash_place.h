// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the function and the line of a crash in a loaded library, for the judge's message.
#pragma once

#include <string>
#include <string_view>

namespace bindpose::conformance {

/// Installs handlers for the signals of a crash. They write one line to stderr, crash_mark and up to three
/// places of the library, the innermost first: "dot (vectors.h:12), called by slerp (exercises.c:140)".
/// Then the signal ends the process as usual. Lines come from addr2line and the library's debug
/// information, without folders; without them, only the names of functions.
void report_crashes_in(const char* library);

constexpr std::string_view crash_mark = "bindpose-host: it crashed in ";

/// Reads places from addr2line's output: pairs of lines, a function and FILE:LINE.
std::string places_of(std::string lines);

/// Removes the handler's line from the last output and returns its places; empty without such a
/// line of at most 200 bytes. The library shares the process with the handler and can forge the
/// line, so the line is output of the subject and not evidence.
std::string take_crash_place(std::string& last_words);

}  // namespace bindpose::conformance

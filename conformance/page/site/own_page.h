// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: replies from the web page that runs this program.
//
// WebAssembly cannot wait for a promise. A call that returns one ends with the error INTERRUPTED. The worker gives the reply and repeats
// the test, and the call returns the reply.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace bindpose::page {

/// Gives the worker these bytes by a name.
void send_bytes(const char* name, std::span<const std::byte> bytes);
template <class Number>
void send_numbers(const char* name, const std::vector<Number>& numbers) {
  send_bytes(name, std::as_bytes(std::span(numbers)));
}

/// Begins a test, or repeats it with the replies so far.
void begin_test();
/// True if the test needs a further reply.
bool is_waiting();
/// Gives the reply that the test needs, as JSON.
void give_reply(std::string reply);
/// Ends the test and drops its replies.
void end_test();

}  // namespace bindpose::page

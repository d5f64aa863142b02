// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a failed start of a program, or a failed self-test of a device, as a test of its own.
//
// A suite has such a test only for a subject that fails it. It is in every shard and matches every filter, so a
// plan does not count it; if a baseline lists it and the device is repaired, it does not count as missing.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// "device.self_test.known_transform", of a device that fails its self-test, or that did not start; its algorithm is the
/// transform that a device captures, "device/self_test".
const Case& self_test_case();
/// "subject.start.hello", of a program that did not start: it did not describe itself in its first message.
const Case& start_case();
/// "<case>/<subject>/default"
std::string self_test_name(const Case& c, const std::string& subject);
/// The case of a test with such a name, for any subject; null: an ordinary test.
const Case* find_self_test(std::string_view test);
inline bool is_self_test(std::string_view test) {
  return find_self_test(test) != nullptr;
}

}  // namespace bindpose::conformance

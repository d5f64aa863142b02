// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a failed self-test of a device, or a failed start of any subject, as a test. A suite has this test only
// for a subject that fails it. It is in every shard and matches every filter, so a plan does not count it. If a
// baseline lists it, but the device passes now, it does not count as missing.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// Case of the test; its algorithm is the transform that a device captures, "device/self_test".
const Case& self_test_case();
/// "device.self_test.known_transform/<subject>/default"
std::string self_test_name(const std::string& subject);
/// True for the name of a device's self-test, for any subject.
bool is_self_test(std::string_view test);

}  // namespace bindpose::conformance

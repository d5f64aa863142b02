// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a suite's records as registered GoogleTest tests, so that GoogleTest's filters, shards and reports work on them.
#pragma once

#include <string>

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// One test per record. Call once, after Suite::make_records(); the suite must outlive the run.
void register_tests(Suite& suite);

/// What GoogleTest calls a record: "suite.test".
std::string googletest_name(const std::string& record_name);

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a suite's records as registered GoogleTest tests, so that GoogleTest's filters, shards and reports work on them.
#pragma once

#include <string>
#include <vector>

#include "conformance/run/suite.h"

namespace bindpose::conformance {

/// One test per record, or per one of these. Call once, after Suite::make_records(); the suite must outlive the run.
void register_tests(Suite& suite, const std::vector<bool>& chosen = {});

/// What GoogleTest calls a record: "suite.test".
std::string googletest_name(const std::string& record_name);

}  // namespace bindpose::conformance

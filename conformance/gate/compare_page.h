// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a comparison as a page to look at: whole without scripts, which search, filter and sort.
#pragma once

#include <string>
#include <vector>

#include "conformance/gate/compare.h"

namespace bindpose::conformance {

/// One of the two that are compared.
struct ComparedRun {
  std::string place;  ///< as it was given
  /// Its report.html as an address in the page, which opens it at a test; empty: there is none.
  std::string page = {};
  std::vector<std::string> notes = {};
};

/// report.html: every change with the numbers of comparison_json(). Where it would be larger than most_page_bytes it has less of each
/// message, then no links to the reports, then fewer tests, the worst kinds first; and it says so.
std::string comparison_page(const Comparison& comparison, const ComparedRun& before,
                            const ComparedRun& after);
std::string comparison_page(const DeviceComparison& comparison, const ComparedRun& before,
                            const ComparedRun& after);

}  // namespace bindpose::conformance

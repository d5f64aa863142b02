// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: report.html of a run.
#pragma once

#include <string>

#include "conformance/report/page_content.h"
#include "conformance/report/report.h"

namespace bindpose::conformance {

/// Of what has run so far. The verdicts are the suite's: it outlives the content.
PageContent page_content(const Suite& suite, const RunReport& run);

/// The case that a fresh one was made of, by whose name it is chosen: "skinning.linear_blend.bar.posed" of
/// "skinning.linear_blend.fresh-3.bar.posed"; else the name itself.
std::string filter_of(const std::string& case_name);

/// Keeps what the suite's answers are to be looked at by. Call before they are asked for.
void keep_findings(Suite& suite, std::shared_ptr<Findings> findings);

}  // namespace bindpose::conformance

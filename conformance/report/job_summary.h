// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run in a page of Markdown, for what a CI shows of a job: $GITHUB_STEP_SUMMARY, a comment.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "conformance/judge/verdict.h"
#include "conformance/report/alike.h"
#include "conformance/report/invalid_asset.h"

namespace bindpose::conformance {

/// ending: the last line of the run's summary. A row of each subject, then of each file that is not valid, then of each group of
/// failures, 50 of each at most. together: told as the cause where no single test settles it.
std::string job_summary(std::string_view ending,
                        const std::vector<std::pair<std::string_view, const Verdict*>>& tests,
                        const std::vector<std::string>& missing, const InvalidAssets& invalid = {},
                        const MistakesTogether& together = {});

}  // namespace bindpose::conformance

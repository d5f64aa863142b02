// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: report.html of a run.
#pragma once

#include "conformance/report/page_content.h"
#include "conformance/report/report.h"

namespace bindpose::conformance {

/// Page of the tests that ran so far. It refers to the verdicts of the suite, which must outlive it.
PageContent page_content(const Suite& suite, const RunReport& run);

/// The original case of a fresh one, for --filter: "skinning.linear_blend.bar.posed" of
/// "skinning.linear_blend.fresh-3.bar.posed"; for other cases the name itself.
std::string filter_of(const std::string& case_name);

/// " --asset hero.glb" for a case of a file; empty for others.
std::string asset_argument(const std::string& case_name, const RunReport& run);

/// True if a failing test of the algorithm passes in a process of its own: a command for it alone would show nothing.
bool keeps_state(const RunReport& run, std::size_t subject, const Algorithm& algorithm);

/// The command that runs a test again, for a shell; empty: not known, or the test is a self-test. If the subject keeps state,
/// the command runs all tests of the algorithm.
std::string command_of(const Record& record, const RunReport& run);
/// True if a baseline, a waiver or a list decides an outcome, so that a command without them shows another
/// outcome.
bool is_of_gate(Outcome outcome);
/// commands: up to the filter. A fresh test runs with the case that it is made of; if the subject keeps state, with all
/// tests of the algorithm or file.
std::string command_of(const std::string& test, const std::string& command, const std::string& asset,
                       bool keeps_state = false);

/// Calls back with every judged output and the subject's name, on any thread. Call before outputs are requested.
using LookAtAnswer = std::function<void(const std::string& subject, const JudgedAnswer& judged)>;
void on_judged_answer(Executor& executor, LookAtAnswer look);

}  // namespace bindpose::conformance

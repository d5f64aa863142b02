// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: --update-baseline, which writes a run's failures into its baseline.
#pragma once

#include "conformance/cli/session.h"

namespace bindpose::conformance {

/// The file of --update-baseline is the run's baseline unless --baseline names another. Errors: ARGUMENT without a terminal and
/// without --yes, and for a file in --out; those of Baseline::read().
Expected<void> prepare_baseline_update(GateOptions& options, const std::string& out);

/// Shows the changes of the baseline, asks on a terminal, and replaces the file. Does nothing without the option, or after a run with
/// exit code 2. is_quiet: prints nothing without a change. Errors: FILE_READ, FILE_WRITE.
Expected<void> update_baseline(const Suite& suite, const GateOptions& options, int exit_code, bool is_quiet);

}  // namespace bindpose::conformance

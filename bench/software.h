// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how fast software skinning is, against what this machine's memory allows and against a plain loop, all in one run.
#pragma once

namespace bindpose::bench {

/// Measures in turns, prints tables. Returns an exit code: 1 where a result is wrong.
int print_software_tables();

}  // namespace bindpose::bench

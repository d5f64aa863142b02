// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the speed of software skinning compared with the limits of this machine's memory, a plain loop and
// other libraries, all in one run.
#pragma once

#include <string>
#include <vector>

namespace bindpose::bench {

/// Measures in round-robin order and prints tables. peers: libraries (bench/peer.h).
/// Returns an exit code: 1 if a result is wrong, 2 if a peer cannot be opened.
int print_software_tables(const std::vector<std::string>& peers);

}  // namespace bindpose::bench

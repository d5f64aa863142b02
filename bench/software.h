// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how fast software skinning is, against what this machine's memory allows, a plain loop and peers, all in one run.
#pragma once

#include <string>
#include <vector>

namespace bindpose::bench {

/// Measures in round-robin order and prints tables. peers: libraries (bench/peer.h).
/// Returns an exit code: 1 if a result is wrong, 2 if a peer cannot be opened.
int print_software_tables(const std::vector<std::string>& peers);

}  // namespace bindpose::bench

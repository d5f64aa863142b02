// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the programs of this folder, program.c, program.py and library.py, as texts.
#pragma once

namespace bindpose::conformance::programs {

extern const char c[];
extern const char python[];
extern const char library[];

}  // namespace bindpose::conformance::programs

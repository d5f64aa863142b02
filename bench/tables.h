// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: repeats measurements of 2005: the relative speeds of skinning methods.
//
// V. Houska, Animace na GPU, Charles University 2005, sections 3.4 and 5.4, measured frame rates of a figure of
// 13,206 unshared vertices, 4 influences each, in 36 copies, on three graphics cards of the day. The table shows
// our throughputs for a figure of the same size next to these, each column relative to its own
// blend-then-transform.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::bench {

/// Measures everything in this run and prints the table. The GPU's column stays empty without a subject, or if the
/// subject does not accept an input. Returns an exit code.
int print_tables_2005(conformance::Subject* subject);

}  // namespace bindpose::bench

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the measurements of 2005 repeated - how fast the ways of skinning are, relative to one another.
//
// V. Houska, Animace na GPU, Charles University 2005, sections 3.4 and 5.4, measured frame rates of a figure
// of 13,206 unshared vertices, 4 influences each, in 36 copies, on three graphics cards of the day. The table
// shows our throughputs on a figure of the same size next to his, each column relative to its own
// blend-then-transform.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::bench {

/// Measures everything in this run and prints the table; without a subject, or if it does not accept an
/// input, the GPU's column stays empty. Returns an exit code.
int print_tables_2005(conformance::Subject* subject);

}  // namespace bindpose::bench

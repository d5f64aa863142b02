// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the known mistakes by how they are made; known_mistakes() is all of them, in this order.
#pragma once

#include "conformance/judge/mistakes.h"

namespace bindpose::conformance {

/// Right answers, misread or left half done.
std::vector<Mistake> answer_mistakes();
/// Made before the first stage: some input is read wrongly or not at all.
std::vector<Mistake> input_mistakes();
/// Made with influences, interpolation, or the choice of the algorithm.
std::vector<Mistake> method_mistakes();
/// Made between two stages: matrices in the wrong order, or the wrong way round.
std::vector<Mistake> stage_mistakes();

}  // namespace bindpose::conformance

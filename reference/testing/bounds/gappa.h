// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for checks of bounds, a recorded expression as a script for Gappa, which proves bounds on rounding errors.
//
// x0, x1, ... are the inputs, e3, e4, ... the exact values of the nodes, f3, f4, ... their float32 values. A cut
// has an exact X5 and a rounded x5. Two models of float32, both with the recorded order of operations:
//
//   nearest  IEEE 754: to nearest, ties to even, none fused, subnormals kept
//   glsl     an operation has any relative error that GLSL 4.60, section 4.7.1, allows, so rounding
//            may go either way; in a fused operation the product has the error 0. Nothing
//            underflows.
//
// Gappa knows the errors of sums and products, but errors of quotients only if no operand may be 0.
// The hints give Gappa a / b - A / B = (a - A) / b - A / B * (b - B) / b, which Gappa verifies.
//
// Source. M. Daumas, G. Melquiond, Certification of bounds on expressions involving rounded operators, ACM
// Transactions on Mathematical Software 37 (1), 2010.
#pragma once

#include <string>

#include "reference/testing/bounds/evaluate.h"

namespace bindpose::bounds {

enum class Model { nearest, glsl };

/// Requests a bound of the error of an output: `f - e in ?`.
std::string error_script(const Trace& trace, const Box& box, std::size_t output, Model model);

/// Requests a proof that every comparison has the recorded result in the whole box, exactly and in float32 by the
/// glsl model; empty if the kernel compares nothing.
std::string comparisons_script(const Trace& trace, const Box& box);

}  // namespace bindpose::bounds

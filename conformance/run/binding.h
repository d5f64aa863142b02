// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a binding input that is judged by properties, and the verdict on its output.
#pragma once

#include "conformance/cases/asset/binding_cases.h"
#include "conformance/cases/asset/weight_properties.h"
#include "conformance/judge/judge.h"

namespace bindpose::conformance {

/// The input without an expectation, the reference's weights by the same method, and the conditions for other
/// right weights.
struct AskedBinding {
  AskedCase asked;
  BoundWeights right;
  Ties ties = {};
};
/// A case of binding with these policies instead of its own. Errors: the method's.
Expected<AskedBinding> asked_binding(const Case& c, const Character& character, const Options& policies = {});

/// Outcomes: pass; fail, with each violated property, its place and its error; invalid_output. The fraction is the
/// largest error divided by its tolerance.
Verdict judge_binding(const Character& character, const AskedBinding& binding, const Answer& answer);

}  // namespace bindpose::conformance

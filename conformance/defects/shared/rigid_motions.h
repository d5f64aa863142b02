// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: questions about methods that blend rigid motions, answered by another kernel.
#pragma once

#include <vector>

#include "conformance/defects/shared/change.h"
#include "reference/skinning/shared/weight_policies.h"

namespace bindpose::conformance {

using Motions = std::vector<Rigid<double>>;
using RigidRest = skinning::RestVertex<double>;
using RigidMoved = skinning::DeformedVertex<double>;

/// make(const Inputs<double>&) gives the kernel: (const RigidRest&, const Motions&) -> RigidMoved, which is asked about
/// vertices with influences only: without any there is nothing to get wrong.
template <class Make>
Computed deformed_rigidly(const Question& question, Make make) {
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    BINDPOSE_TRY(const auto q, skinning::read_weighted_mesh<Rigid>(in));
    return skinning::deform(q, [&q, kernel = make(in)](const RigidRest& rest) {
      return rest.influences.empty() ? RigidMoved{} : kernel(rest, q.M);
    });
  });
}

/// A changed question, answered.
inline Computed answered(const Changed& question) {
  if (!question) return cannot_be_made();
  return question->algorithm->implementation.in_double(question->arrays, question->options);
}

}  // namespace bindpose::conformance

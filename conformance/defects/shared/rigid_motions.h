// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: questions about methods that blend rigid motions, answered by another kernel.
#pragma once

#include <utility>
#include <vector>

#include "conformance/defects/shared/change.h"
#include "reference/model/inputs.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::conformance {

using Motions = std::vector<Rigid<double>>;
using RigidRest = skinning::RestVertex<double>;
using RigidMoved = skinning::DeformedVertex<double>;

/// make(const Inputs<double>&) gives the kernel: (const RigidRest&, const Motions&) -> RigidMoved, which is asked about
/// vertices with influences only: without any there is nothing to get wrong.
template <class Make>
Computed deformed_rigidly(const Question& question, Make make) {
  const Declaration& declaration = question.algorithm->implementation.declaration;
  BINDPOSE_TRY(Extents extents, check(declaration, question.arrays));
  const Inputs<double> in(declaration, question.arrays, question.options, std::move(extents));
  BINDPOSE_TRY(const auto q, skinning::read_skinned_mesh<Rigid>(in));
  return skinning::deform(q, [&q, kernel = make(in)](const RigidRest& rest) {
    return rest.influences.empty() ? RigidMoved{} : kernel(rest, q.M);
  });
}

/// A changed question, answered.
inline Computed answered(const Changed& question) {
  if (!question) return cannot_be_made();
  return question->algorithm->implementation.in_double(question->arrays, question->options);
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh moved by another deformer than the one that was asked for.
#pragma once

#include <utility>

#include "conformance/defects/shared/change.h"
#include "reference/deform/shared/deformed_mesh.h"
#include "reference/model/try.h"

namespace bindpose::conformance {

using DeformedVertex = bindpose::deform::Vertex<double>;

/// act(const Inputs<double>&) -> Result<double> of a question that has passed its checks.
template <class Act>
Computed read_and(const Question& question, Act act) {
  const Declaration& declaration = question.algorithm->implementation.declaration;
  BINDPOSE_TRY(Extents extents, check(declaration, question.arrays));
  return act(Inputs<double>(declaration, question.arrays, question.options, std::move(extents)));
}

/// kernel(const DeformedVertex&) -> DeformedVertex in the deformer's space.
template <class Kernel>
Result<double> reshaped_in_space(const Inputs<double>& in, Kernel kernel) {
  return bindpose::deform::deformed_in_space(in, bindpose::deform::Form::quaternion, kernel);
}

/// change(Array::Reals&) of an array that the question has.
template <class Change>
Changed with_array(const Question& question, std::string_view name, Change change) {
  Question changed = question;
  Array::Reals* numbers = reals_of(changed.arrays, name);
  if (numbers == nullptr) return std::nullopt;
  change(*numbers);
  return changed;
}

}  // namespace bindpose::conformance

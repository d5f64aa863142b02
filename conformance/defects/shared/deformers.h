// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a mesh moved by another deformer than the one that was asked for.
#pragma once

#include "conformance/defects/shared/change.h"
#include "reference/deform/shared/deformed_mesh.h"

namespace bindpose::conformance {

using DeformedVertex = bindpose::deform::Vertex<double>;

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

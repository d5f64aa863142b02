// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/shared/deformed_mesh.h"

#include <fmt/format.h>

namespace bindpose::deform {

const Choice<Form> forms{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"quaternion", Form::quaternion}, {"matrix", Form::matrix}},
    "how vertices are transformed to the deformer's space and back, and what is deformed there",
    2};

ArrayList deformer_arrays() {
  return {
      real("deformer_origin", "o", "3", Kind::point(Space::mesh), "origin of the deformer's space").finite(),
      real("deformer_rotation", "q", "4", Kind::rotation(Space::mesh, Space::deformer),
           "rotation of the deformer's axes")
          .unit_quaternions()};
}

Expected<void> require_increasing(const Array::Reals& numbers, const char* array) {
  for (std::size_t i = 1; i < numbers.size(); ++i)
    if (!(numbers[i] > numbers[i - 1]))
      return fail("PARAMETER_RANGE", fmt::format("{}[{}]", array, i),
                  fmt::format("{:.9g} after {:.9g}, expected more", numbers[i], numbers[i - 1]));
  return {};
}

}  // namespace bindpose::deform

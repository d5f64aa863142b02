// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/bend.h"

namespace bindpose::deform {
namespace bend_question {

Declaration declaration() {
  return {
      .inputs =
          mesh_arrays() + deformer_arrays() +
          ArrayList{
              real("curvature", "k", "1", Kind::per_length(),
                   "curvature of the bent axis, towards z if it is above 0")
                  .finite(),
              real("bend_centre", "y_0", "1", Kind::length(), "the fixed position along the axis").finite(),
              real("bend_range", "y_min, y_max", "2", Kind::length(),
                   "range in which the axis bends; beyond it, vertices move rigidly")
                  .finite()},
      .outputs = surface_arrays(),
      .options = {forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_CHECK(require_increasing(in.reals("bend_range"), "bend_range"));
  const std::vector<T> ends = in.numbers("bend_range");
  const BendRange<T> range{in.number("curvature"), in.number("bend_centre"), ends[0], ends[1]};
  const Form form = in.chosen(forms);
  return deformed_in_space(in, form, [&](const Vertex<T>& v) { return bend(v, range, form); });
}

}  // namespace bend_question

BINDPOSE_IMPLEMENT(bend)

}  // namespace bindpose::deform

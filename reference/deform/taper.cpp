// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/taper.h"

namespace bindpose::deform {
namespace taper_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + deformer_arrays() +
                    profile_arrays(real("factors", "r_k", "K",
                                        "scale factor across the axis at each height; of any sign")
                                       .finite()),
          .outputs = surface_arrays(),
          .options = {forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const Profile<T> r, read_profile(in, "factors"));
  const Form form = in.chosen(forms);
  return deformed_in_space(in, form,
                           [&](const Vertex<T>& v) { return taper(v, profile_at<T>(r, v.x[2], form)); });
}

}  // namespace taper_question

BINDPOSE_IMPLEMENT(taper)

}  // namespace bindpose::deform

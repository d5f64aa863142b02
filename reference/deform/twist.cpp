// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/deform/twist.h"

namespace bindpose::deform {
namespace twist_question {

Declaration declaration() {
  return {.inputs = mesh_arrays() + deformer_arrays() +
                    profile_arrays(real("angles", "theta_k", "K", Kind::turn(),
                                        "rotation about the axis at each height, any number of turns")
                                       .finite()),
          .outputs = surface_arrays(),
          .options = {forms.spec()}};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const Profile<T> theta, read_profile(in, "angles"));
  const Form form = in.chosen(forms);
  return deformed_in_space(in, form,
                           [&](const Vertex<T>& v) { return twist(v, profile_at<T>(theta, v.x[2], form)); });
}

}  // namespace twist_question

BINDPOSE_IMPLEMENT(twist)

}  // namespace bindpose::deform

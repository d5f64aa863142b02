// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/centre_of_rotation.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/centres.h"
#include "reference/skinning/shared/motion_blending.h"

namespace bindpose::skinning {

const Choice<TurnOrder> turn_orders{
    "formulation",
    OptionSpec::Kind::formulation,
    {{"about-the-centre", TurnOrder::about_the_centre}, {"matrix", TurnOrder::matrix}},
    "how the rotation about the centre is applied",
    2};

namespace centre_of_rotation_question {

Declaration declaration() {
  return {
      .inputs =
          mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays() +
          ArrayList{real("centres", "p", "V 3", Kind::point(Space::mesh),
                         "centre of each vertex; default: computed from triangles as cor.centres does")
                        .optional()
                        .finite()
                        .where("has_centre"),
                    integer("has_centre", "", "V", "0 for a vertex without a centre").asked_beside("centres"),
                    triangle_arrays()[0].asked_instead_of("centres")},
      .stages = rigid_palette_stages(),
      .outputs = surface_arrays(),
      .options = OptionList{sign_pivots.spec(), turn_orders.spec()} + motion_policies()};
}

template <class T>
Expected<Centres<T>> read_centres(const Inputs<T>& in) {
  if (!in.has("centres")) return optimised_centres(in);
  return Centres<T>{in.template rows<3>("centres"), in.integers("has_centre")};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const auto centres, read_centres(in));
  const SignPivot pivot = in.chosen(sign_pivots);
  const TurnOrder order = in.chosen(turn_orders);
  return blend_motions(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return centres.has[rest.v] != 0 ? centre_of_rotation(rest, M, centres.p[rest.v], pivot, order)
                                    : blend_linearly(rest, M);
  });
}

}  // namespace centre_of_rotation_question

BINDPOSE_IMPLEMENT(centre_of_rotation)

}  // namespace bindpose::skinning

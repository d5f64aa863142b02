// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/centre_of_rotation.h"

#include "reference/model/common_arrays.h"
#include "reference/skinning/shared/centres.h"
#include "reference/skinning/shared/rigid_loop.h"

namespace bindpose::skinning {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs =
          mesh_arrays() + influence_arrays() + rigid_palette_or_pose_arrays() +
          ArrayList{
              real("centres", "p", "V 3")
                  .in("mesh space, metres")
                  .means("centre of each vertex; without the array it is computed from triangles as "
                         "cor.centres does")
                  .optional()
                  .finite()
                  .where("has_centre"),
              integer("has_centre", "", "V").means("0 where there is no centre").asked_beside("centres"),
              triangle_arrays()[0].asked_instead_of("centres")},
      .stages = rigid_palette_stages(),
      .outputs = surface_arrays(),
      .options = {sign_pivots.spec(), turn_orders.spec()}};
  return declared;
}

template <class T>
Expected<Centres<T>> centres_of(const Inputs<T>& in) {
  if (!in.has("centres")) {
    BINDPOSE_TRY(const Mesh mesh, read_mesh(in.arrays()));
    BINDPOSE_TRY(const Influences influences, read_influences(in.arrays(), mesh.vertex_count()));
    BINDPOSE_TRY(const auto triangles, require_triangles(in.arrays(), mesh.vertex_count()));
    return optimised_centres<T>(mesh, influences, triangles);
  }
  Centres<T> given{in.template rows<3>("centres"), {}};
  for (const std::int32_t has : in.integers("has_centre"))
    given.has.push_back(has != 0 ? 1 : 0);
  return given;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(const Centres<T> centres, centres_of(in));
  const SignPivot pivot = in.chosen(sign_pivots);
  const TurnOrder order = in.chosen(turn_orders);
  return deform_rigidly(in, [&](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return centres.has[rest.v] != 0 ? centre_of_rotation(rest, M, centres.p[rest.v], pivot, order)
                                    : blend_linearly(rest, M);
  });
}

}  // namespace

BINDPOSE_IMPLEMENT(centre_of_rotation)

}  // namespace bindpose::skinning

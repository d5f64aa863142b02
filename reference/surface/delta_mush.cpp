// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/surface/delta_mush.h"

#include "reference/model/common_arrays.h"
#include "reference/surface/shared/laplacian.h"
#include "reference/surface/shared/skinned_mesh.h"

namespace bindpose::surface {
namespace {

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays() + influence_arrays() + triangle_arrays() + smoothing_arrays() +
                palette_or_pose_arrays(),
      .stages =
          ArrayList{real("smoothed_rest", "s", "V 3").in("mesh space, metres").means("smoothed rest mesh"),
                    real("smoothed", "s'", "V 3").in("mesh space, metres").means("smoothed posed mesh")} +
          palette_stages(),
      .outputs = surface_arrays(),
      .options = {laplacian_weights.spec()}};
  return declared;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(SkinnedMesh<T> q, read_skinned_mesh(in));
  BINDPOSE_TRY(const auto L, laplacian<T>(q.mesh.positions, q.mesh.triangles, in.chosen(laplacian_weights)));
  const Surface<T> y = blended(q);
  std::vector<Vec3<T>> s = in.template rows<3>("positions"), s_posed = y.positions;
  for (Vec3<T>& row : s_posed)
    row = stored_entries(row);
  smooth<T, 3>(L, read_smoothing(in), s);
  smooth<T, 3>(L, read_smoothing(in), s_posed);
  q.put_first({to_result_array<T, 3>("smoothed_rest", s), to_result_array<T, 3>("smoothed", s_posed)});
  Surface<T> surface;
  const auto stars = triangles_around(q.mesh.triangles, s.size());
  for (std::size_t v = 0; v < s.size(); ++v)
    if (stars[v].empty())
      append_row(y, v, surface);
    else
      append_vertex(q.mesh, delta_mush(stars[v], L.neighbours[v][0], s, s_posed, rest_vertex<T>(q.mesh, v)),
                    surface);
  return to_result(q, surface);
}

}  // namespace

BINDPOSE_IMPLEMENT(delta_mush)

}  // namespace bindpose::surface

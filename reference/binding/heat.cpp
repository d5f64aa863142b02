// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/heat.h"

#include <fmt/format.h>

#include "reference/binding/shared/mesh_with_bones.h"
#include "reference/binding/shared/weight_matrix.h"

namespace bindpose::binding {
namespace heat_question {

Declaration declaration() {
  return {
      .inputs = mesh_with_bones_arrays() +
                ArrayList{real("heat", "c", "1", "heat of a bone; default 1").optional().finite().above(0)},
      .stages = {},
      .outputs = {joint_weights_array()},
      .options = {}};
}

/// True if a bone heats the vertex.
template <class T>
std::vector<bool> are_warm(const std::vector<std::vector<T>>& h) {
  std::vector<bool> is_warm;
  for (const std::vector<T>& h_v : h) {
    is_warm.push_back(false);
    for (const T& h_vj : h_v)
      if (h_vj != T(0)) is_warm.back() = true;
  }
  return is_warm;
}

/// Checks the weights of each vertex: between 0 and 1, with sum 1. If the flow is about 1e7 times the heat, rounding loses the heat. The judge handles
/// the effect on float32.
template <class T>
Expected<void> require_balance(const DynamicMatrix<T>& W) {
  if (std::is_same_v<T, float>) return {};
  constexpr double most_off = 1e-9;
  for (Eigen::Index v = 0; v < W.rows(); ++v) {
    double sum = 0, off = 0;
    bool has_any = false;
    for (Eigen::Index j = 0; j < W.cols(); ++j) {
      const double w = to_double(W(v, j));
      has_any = has_any || w != 0;
      sum += w;
      off = std::max({off, -w, w - 1});
    }
    off = std::max(off, std::fabs(sum - 1));
    if (has_any && !(std::isfinite(sum) && off <= most_off))
      return fail("ILL_CONDITIONED", fmt::format("positions[{}]", v),
                  fmt::format("rounding changes weights by {:.3g}: the heat is too small compared with the "
                              "flow between vertices that nearly coincide, or far from all bones",
                              std::isfinite(sum) ? off : sum));
  }
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::uint64_t open = Branches::current().undecided;
  BINDPOSE_TRY(const auto q, read_mesh_with_bones(in));
  const T c = in.has("heat") ? in.number("heat") : T(1);
  const Obstacles<T> mesh(q.x, q.triangles);
  const T D2 = squared_size(q.x);
  std::vector<std::vector<T>> h;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    h.push_back(heat_of<T>(mesh, D2, v, q.bones, c));
  BINDPOSE_CHECK(require_on_every_island<T>(q, are_warm(h), "no vertex of this part sees its nearest bone"));
  const DynamicMatrix<T> W = heat_weights<T>(flow_of(q.L), vertex_areas<T>(q.x, q.triangles), h);
  BINDPOSE_CHECK(require_balance<T>(W));
  return joint_weights_result<T>(for_all_copies(q, W), open);
}

}  // namespace heat_question

BINDPOSE_IMPLEMENT(heat)

}  // namespace bindpose::binding

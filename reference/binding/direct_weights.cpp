// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/direct_weights.h"

#include "reference/examples/shared/example_meshes.h"

namespace bindpose::binding {
namespace direct_weights_question {

Declaration declaration() {
  return {
      .inputs =
          ArrayList{real("positions", "p", "V 3", Kind::point(Space::mesh), "position at rest").finite(),
                    integer("joints", "j_i", "V K", "joint of each influence slot; its weight is computed")
                        .at_least_one("K")
                        .index_into("J"),
                    real("weights", "w_0", "V K", "previous weights").finite().non_negative(),
                    real("example_positions", "y_k", "P V 3", Kind::point(Space::mesh),
                         "position to which the user moved the vertex in pose k")
                        .finite(),
                    integer("moved", "m_k", "P V",
                            "not 0 if the user moved the vertex in pose k; default: all vertices")
                        .optional(),
                    real("stiffness", "s", "1", Kind::length(),
                         "how strongly weights stay at their old values; default 0")
                        .optional()
                        .finite()
                        .non_negative()} +
          examples::example_palette_arrays(),
      .stages = {},
      .outputs = {real("slot_weights", "w_i", "V K", "weight of each slot's joint"),
                  real("residuals", "rho", "V", Kind::length(),
                       "distance from the moved positions, over all poses")},
      .options = {}};
}

/// True if the user has moved the vertex, pose by pose.
template <class T>
std::vector<bool> moved_in(const Inputs<T>& in, std::size_t v) {
  const std::size_t P = in.extent("P"), V = in.extent("V");
  std::vector<bool> is_moved(P, true);
  for (std::size_t k = 0; k < P && in.has("moved"); ++k)
    is_moved[k] = in.integers("moved")[k * V + v] != 0;
  return is_moved;
}

/// The equations of one vertex.
template <class T>
std::vector<Vec3<T>> targets_in(const std::vector<std::vector<Vec3<T>>>& y, std::size_t v) {
  std::vector<Vec3<T>> targets;
  for (const std::vector<Vec3<T>>& pose : y)
    targets.push_back(pose[v]);
  return targets;
}

/// w_0 of every vertex.
template <class T>
std::vector<DynamicVector<T>> weights_before(const Inputs<T>& in) {
  std::vector<DynamicVector<T>> before;
  for (const std::vector<T>& w : in_groups(in.extent("V"), in.numbers("weights")))
    before.push_back(Eigen::Map<const DynamicVector<T>>(w.data(), static_cast<Eigen::Index>(w.size())));
  return before;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const std::size_t V = in.extent("V");
  const auto p = in.template rows<3>("positions");
  const auto y = groups<3>(in, "example_positions");
  const auto M = examples::read_example_palettes(in);
  const auto j = in_groups(V, in.integers("joints"));
  const auto w_0 = weights_before(in);
  const T s = in.has("stiffness") ? in.number("stiffness") : T(0);
  Result<T> result{{{"slot_weights", {V, in.extent("K")}, {}}, {"residuals", {V}, {}}}, {}};
  for (std::size_t v = 0; v < V; ++v) {
    const auto moved = moved_vertex<T>(M, j[v], p[v], targets_in<T>(y, v), moved_in(in, v));
    const auto [w, rho] = direct_weights<T>(moved, w_0[v], s);
    result.arrays[0].values.insert(result.arrays[0].values.end(), w.begin(), w.end());
    result.arrays[1].values.push_back(rho);
  }
  return result;
}

}  // namespace direct_weights_question

BINDPOSE_IMPLEMENT(direct_weights)

}  // namespace bindpose::binding

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/eigenskin.h"

#include "reference/examples/shared/eigen_examples.h"
#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::examples {
namespace eigenskin_question {

ArrayList given_arrays() {
  return {
      real("eigendisplacements", "u_b", "B V 3", Kind::offset(Space::mesh),
           "displacement b of the position at rest")
          .at_palette()
          .not_empty()
          .finite(),
      real("coefficients", "a_b", "B", "coefficient of displacement b, of any sign and size")
          .at_palette()
          .finite(),
      real("eigennormals", "m_b", "C V 3", Kind::vector(Space::mesh), "correction b of the normal at rest")
          .at_palette()
          .optional()
          .not_empty()
          .finite(),
      real("normal_coefficients", "c_b", "C", "coefficient of correction b")
          .at_palette()
          .asked_beside("eigennormals")
          .finite()};
}

ArrayList examples_of_single_joints() {
  return at_pose(
      ArrayList{integer("example_joints", "j_k", "P",
                        "the only joint that rotates in example k (not checked); not a root")
                    .index_into("J"),
                example_positions(),
                real("example_normals", "n_k", "P V 3", Kind::direction(Space::mesh),
                     "normal in example k; not read where the mesh has no normals")
                    .optional()
                    .finite()} +
      example_palette_arrays() +
      ArrayList{integer("ranks", "r_j", "J", "number of displacements kept from joint j's examples"),
                real("rest_rotations", "q_j0", "J 4", Kind::rotation(Space::parent, Space::joint),
                     "local rotation of joint j at rest")
                    .where("ranks")
                    .unit_quaternions(),
                real("example_rotations", "q_k", "P 4", Kind::rotation(Space::parent, Space::joint),
                     "local rotation in example k of the joint that is rotated")
                    .unit_quaternions(),
                example_pose_arrays()[1],
                real("threshold", "h", "1", Kind::length(),
                     "vertices that no example of a joint displaces further are outside its support; "
                     "default: all are inside")
                    .optional()
                    .finite()
                    .above(0)});
}

Declaration declaration() {
  return {.inputs = with_symbols(mesh_arrays(), {{"positions", "x_0"}, {"normals", "n_0"}}) +
                    influence_arrays() + given_arrays() + palette_or_pose_arrays() +
                    examples_of_single_joints(),
          .stages = at_pose({real("example_weights", "a_k", "P", "weight of example k; 0 if r_j is 0")}) +
                    ArrayList{real("corrected_positions", "x", "V 3", Kind::point(Space::mesh),
                                   "corrected position at rest")} +
                    palette_stages(),
          .outputs = surface_arrays() +
                     at_pose({real("singular_values", "s_b", "P", Kind::length(),
                                   "singular values of each joint's displacements, the largest with its "
                                   "first example, and so on"),
                              real("energies", "eta_j", "J",
                                   "kept fraction of the sum of their squares for joint j; 1 if all are 0")}),
          .options = OptionList{hierarchy::inverse_orders.spec()} + skinning::policies_after_a_change()};
}

/// Every vertex at rest.
template <class T>
std::vector<RestVertex<T>> rest_vertices(const skinning::SkinnedMesh<T, Affine>& q) {
  std::vector<RestVertex<T>> rest;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    rest.push_back(rest_vertex(q, v));
  return rest;
}

/// Stages before skinning: example_weights at level pose, corrected_positions.
template <class T>
std::vector<ResultArray<T>> first_stages(const Corrections<T>& skin, const std::vector<RestVertex<T>>& rest,
                                         Level level) {
  std::vector<Vec3<T>> x;
  for (const RestVertex<T>& vertex : rest)
    x.push_back(skin.at(vertex).x);
  std::vector<ResultArray<T>> stages = {to_result_array<T, 3>("corrected_positions", x)};
  if (level == Level::pose) stages.insert(stages.begin(), {"example_weights", {skin.a.size()}, skin.a});
  return stages;
}

/// Further outputs at level pose.
template <class T>
void append_decomposition(const Corrections<T>& skin, Result<T>& result) {
  result.arrays.push_back({"singular_values", {skin.s.size()}, skin.s});
  result.arrays.push_back({"energies", {skin.eta.size()}, skin.eta});
  for (std::size_t v = 0; v < skin.is_singular.size(); ++v)
    if (skin.is_singular[v]) result.undefined.push_back({"corrected_positions", v, "SINGULAR_BLEND"});
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_weighted_mesh<Affine>(in));
  const std::vector<RestVertex<T>> rest = rest_vertices(q);
  const bool is_given = in.level() == Level::palette;
  if (!is_given) BINDPOSE_CHECK(require_untied(q));
  BINDPOSE_TRY(const Corrections<T> skin,
               is_given ? given_corrections(in) : corrections_from_examples(in, rest));
  q.put_first(first_stages(skin, rest, in.level()));
  auto result = deform(q, [&, rules = skinning::blend_rules(in)](const RestVertex<T>& vertex) {
    const bool is_singular = !is_given && skin.is_singular[vertex.v];
    return is_singular ? skinning::no_answer<T>("SINGULAR_BLEND") : linear_blend(skin.at(vertex), q.M, rules);
  });
  if (result && !is_given) append_decomposition(skin, *result);
  return result;
}

}  // namespace eigenskin_question

BINDPOSE_IMPLEMENT(eigenskin)

}  // namespace bindpose::examples

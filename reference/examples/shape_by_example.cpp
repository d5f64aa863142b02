// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shape_by_example.h"

#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::examples {
namespace shape_by_example_question {

using skinning::no_answer;

ArrayList example_mesh_arrays() {
  return {example_positions(),
          real("example_normals", "n_k", "P V 3", Kind::direction(Space::mesh), "normal in example k")
              .optional()
              .finite()};
}

OptionList without_tangents(OptionList options) {
  std::erase_if(options, [](const OptionSpec& spec) { return spec.name == skinning::tangent_rules.name; });
  return options;
}

Declaration declaration() {
  return {.inputs =
              example_mesh_arrays() + influence_arrays() + example_palette_arrays() +
              ArrayList{real("example_weights", "a_k", "P", "weight of example k, used as given")
                            .at_palette()
                            .finite()} +
              palette_or_pose_arrays() +
              at_pose(example_pose_arrays("p_k") +
                      ArrayList{real("pose", "p", "d", "pose to evaluate, in the form of the examples' poses")
                                    .finite()}),
          .stages = at_pose({real("example_weights", "a_k", "P", "weight of example k")}) +
                    ArrayList{real("rest_positions", "x", "V 3", Kind::point(Space::mesh),
                                   "the examples at rest, weighted")} +
                    palette_stages(),
          .outputs = {surface_arrays()[0],
                      real("normals", "n'", "V 3", Kind::direction(Space::mesh), "deformed normal")
                          .asked_beside("example_normals")},
          .options = OptionList{metrics_of_poses().spec(), hierarchy::inverse_orders.spec()} +
                     without_tangents(skinning::policies_after_a_change())};
}

/// As given, or by radial basis functions with a constant term. Errors: those of rbf.
template <class T>
Expected<std::vector<T>> read_weights(const Inputs<T>& in) {
  if (in.level() == Level::palette) return in.numbers("example_weights");
  const Metric metric = in.chosen(metrics_of_poses());
  BINDPOSE_CHECK(require_example_poses(in.arrays(), "pose", metric, ConstantTerm::added));
  const auto p_k = read_poses<T>(in.arrays(), "example_poses");
  const auto p = read_poses<T>(in.arrays(), "pose");
  return example_weights(distances(p_k, metric), distances(p[0], p_k, metric), read_sigma(in),
                         ConstantTerm::added);
}

/// The mesh without its own positions: the examples define the number of vertices, and whether they have
/// normals.
template <class T>
Expected<skinning::SkinnedMesh<T, Affine>> read_examples(const Inputs<T>& in) {
  const std::size_t V = in.extent("V");
  BINDPOSE_TRY(auto slots, skinning::read_slots(in));
  skinning::SkinnedMesh<T, Affine> q{std::move(slots)};
  q.mesh.positions.assign(V, Vec3<double>::Zero());
  q.x.assign(V, Vec3<T>::Zero());
  if (in.has("example_normals")) q.mesh.normals.assign(V, Vec3<double>::Zero());
  BINDPOSE_CHECK(read_palette(in, skinning::PaletteKind::skinning_matrices, q.M, q.stages));
  skinning::apply_weight_policies(in, q);
  return q;
}

/// x_k and n_k of every example [P][V]; n_k may be empty.
template <class T>
struct ExampleMeshes {
  std::vector<std::vector<Vec3<T>>> x, n;

  std::vector<RestVertex<T>> at(std::size_t v) const {
    std::vector<RestVertex<T>> posed(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
      posed[k] = {v, x[k][v], n.empty() ? posed[k].n : n[k][v]};
    return posed;
  }
};

/// The weighted examples at rest, for every vertex; empty without an inverse.
template <class T>
using RestShape = std::vector<std::optional<RestVertex<T>>>;

/// Stages before skinning: example_weights at level pose, rest_positions.
template <class T>
std::vector<ResultArray<T>> first_stages(const Inputs<T>& in, const std::vector<T>& a,
                                         const RestShape<T>& shape) {
  std::vector<Vec3<T>> x;
  for (const std::optional<RestVertex<T>>& vertex : shape)
    x.push_back(vertex ? vertex->x : Vec3<T>(Vec3<T>::Zero()));
  std::vector<ResultArray<T>> stages = {to_result_array<T, 3>("rest_positions", x)};
  if (in.level() == Level::pose) stages.insert(stages.begin(), {"example_weights", {a.size()}, a});
  return stages;
}

template <class T>
void note_missing(const RestShape<T>& shape, const skinning::SkinnedMesh<T, Affine>& q, Result<T>& result) {
  for (std::size_t v = 0; v < shape.size(); ++v)
    if (!shape[v])
      result.undefined.push_back({"rest_positions", v, q.is_tied(v) ? "TIED_INFLUENCES" : "SINGULAR_BLEND"});
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, read_examples(in));
  BINDPOSE_TRY(const std::vector<T> a, read_weights(in));
  const ExampleMeshes<T> meshes{groups<3>(in, "example_positions"), groups<3>(in, "example_normals")};
  const Palettes<T> M = read_example_palettes(in);
  const InverseOrder order = in.chosen(hierarchy::inverse_orders);
  RestShape<T> shape;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    shape.push_back(q.is_tied(v) ? std::nullopt
                                 : shape_by_example(rest_vertex(q, v), a, meshes.at(v), M, order));
  q.put_first(first_stages(in, a, shape));
  auto result = deform(q, [&, rules = skinning::blend_rules(in)](const RestVertex<T>& rest) {
    return shape[rest.v] ? linear_blend(*shape[rest.v], q.M, rules) : no_answer<T>("SINGULAR_BLEND");
  });
  if (result) note_missing(shape, q, *result);
  return result;
}

}  // namespace shape_by_example_question

BINDPOSE_IMPLEMENT(shape_by_example)

}  // namespace bindpose::examples

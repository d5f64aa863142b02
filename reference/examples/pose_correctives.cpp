// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/pose_correctives.h"

#include <fmt/format.h>

#include "reference/examples/shared/example_meshes.h"
#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::examples {
namespace pose_correctives_question {

Declaration declaration() {
  return {
      .inputs =
          with_symbols(mesh_arrays(), {{"positions", "x_0"}}) +
          ArrayList{real("shape_coefficients", "beta_s", "S", "coefficient of shape s, of any sign and size")
                        .optional()
                        .finite(),
                    real("shape_directions", "S_s", "S V 3",
                         Kind::offset(Space::mesh).said("metres, before the rotation"),
                         "displacement of the position by shape s")
                        .asked_beside("shape_coefficients")
                        .finite(),
                    real("pose_directions", "P_f", "F V 3",
                         Kind::offset(Space::mesh).said("metres, before the rotation"),
                         "displacement of the position by feature f")
                        .finite()} +
          influence_arrays() +
          ArrayList{real("pose_features", "f_f", "F",
                         "nine numbers for each joint that has a parent, used as given")
                        .at_palette()
                        .finite()} +
          palette_or_pose_arrays() +
          at_pose({real("rest_rotations", "r_k", "J 4", Kind::rotation(Space::parent, Space::joint),
                        "local rotation of joint k at rest")
                       .unit_quaternions()}),
      .stages = at_pose({real("pose_features", "f_f", "F", "R(q_k) - R(r_k), joint by joint, row by row")}) +
                ArrayList{real("corrected_positions", "x", "V 3", Kind::point(Space::mesh),
                               "shaped and corrected position, before it is skinned")} +
                palette_stages(),
      .outputs = surface_arrays(),
      .options = skinning::policies_after_a_change()};
}

/// Errors MATRIX_LOCAL, ARRAY_SHAPE.
template <class T>
Expected<std::vector<T>> read_features(const Inputs<T>& in) {
  if (in.level() == Level::palette) return in.numbers("pose_features");
  BINDPOSE_TRY(const auto locals, skinning::posed_locals(in));
  const std::vector<Quat<T>> rest = in.quaternions("rest_rotations");
  std::vector<T> f;
  for (std::size_t k = 0; k < locals.size(); ++k) {
    if (in.integers("parents")[k] < 0) continue;
    if (locals[k].is_matrix)
      return fail("MATRIX_LOCAL", fmt::format("local_matrices[{}]", k),
                  "a joint given as a matrix has no rotation");
    append_features(locals[k].trs.rotation, rest[k], f);
  }
  if (f.size() != in.extent("F"))
    return fail(
        "ARRAY_SHAPE", "pose_directions",
        fmt::format("has {} features, but the joints with a parent have {}", in.extent("F"), f.size()));
  return f;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_weighted_mesh<Affine>(in));
  BINDPOSE_TRY(const std::vector<T> f, read_features(in));
  const skinning::BlendRules rules = skinning::blend_rules(in);
  const bool is_shaped = in.has("shape_coefficients");
  const auto S = groups<3>(in, is_shaped ? "shape_directions" : ""), P = groups<3>(in, "pose_directions");
  const auto beta = is_shaped ? in.numbers("shape_coefficients") : std::vector<T>{};
  const auto corrected = [&](const RestVertex<T>& rest) { return pose_correctives(rest, beta, S, f, P); };
  std::vector<Vec3<T>> x;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    x.push_back(corrected(rest_vertex(q, v)).x);
  std::vector<ResultArray<T>> first = {to_result_array<T, 3>("corrected_positions", x)};
  if (in.level() == Level::pose) first.insert(first.begin(), {"pose_features", {f.size()}, f});
  q.put_first(std::move(first));
  return deform(q, [&](const RestVertex<T>& rest) { return linear_blend(corrected(rest), q.M, rules); });
}

}  // namespace pose_correctives_question

BINDPOSE_IMPLEMENT(pose_correctives)

}  // namespace bindpose::examples

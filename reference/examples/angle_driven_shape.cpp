// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/angle_driven_shape.h"

#include <fmt/format.h>

#include "reference/examples/shared/example_meshes.h"
#include "reference/skinning/shared/linear_blending.h"

namespace bindpose::examples {
namespace angle_driven_shape_question {

ArrayList shape_arrays() {
  return {real("shape_positions", "x_1", "V 3", Kind::point(Space::mesh),
               "position at rest of the shape at theta = 1")
              .finite(),
          real("shape_normals", "n_1", "V 3", Kind::direction(Space::mesh),
               "its normal; default: the normal at theta = 0")
              .optional()
              .finite(),
          real("shape_tangents", "t_1", "V 3", Kind::direction(Space::mesh),
               "its tangent; default: the tangent at theta = 0")
              .optional()
              .finite()};
}

ArrayList driver_arrays() {
  return at_pose(
      {integer("driver", "", "1", "joint whose angle drives the shape").index_into("J"),
       real("driver_rest", "r", "4", Kind::rotation(Space::parent, Space::joint),
            "its local rotation at an angle of 0")
           .unit_quaternions(),
       real("driver_axis", "b", "3", Kind::direction(Space::joint), "axis of the angle").unit_axes(),
       real("angle_range", "phi_0, phi_1", "2", Kind::turn(),
            "angles at which theta is 0 and 1; two different numbers, in either order")
           .finite()});
}

Declaration declaration() {
  return {
      .inputs = with_symbols(mesh_arrays(), {{"positions", "x_0"}, {"normals", "n_0"}, {"tangents", "t_0"}}) +
                shape_arrays() + influence_arrays() +
                ArrayList{real("theta", "theta", "1", "how far the shape is driven, of any sign and size")
                              .at_palette()
                              .finite()} +
                palette_or_pose_arrays() + driver_arrays(),
      .stages = at_pose({real("theta", "theta", "1", "how far the shape is driven, 0 .. 1")}) +
                ArrayList{real("shaped_positions", "x", "V 3", Kind::point(Space::mesh),
                               "position at rest of the driven shape")} +
                palette_stages(),
      .outputs = surface_arrays(),
      .options = OptionList{animation::lerp_forms.spec()} + skinning::policies_after_a_change()};
}

/// Errors PARAMETER_RANGE, MATRIX_LOCAL.
template <class T>
Expected<T> read_theta(const Inputs<T>& in) {
  if (in.level() == Level::palette) return in.number("theta");
  if (in.reals("angle_range")[0] == in.reals("angle_range")[1])
    return fail("PARAMETER_RANGE", "angle_range", "expected two different angles");
  const auto j = static_cast<std::size_t>(in.integer("driver"));
  BINDPOSE_TRY(const auto locals, skinning::posed_locals(in));
  if (locals[j].is_matrix)
    return fail("MATRIX_LOCAL", fmt::format("local_matrices[{}]", j), "the driving joint has no rotation");
  const T phi = joint_angle<T>(locals[j].trs.rotation, in.quaternions("driver_rest")[0],
                               in.template rows<3>("driver_axis")[0]);
  const std::vector<T> range = in.numbers("angle_range");
  return stored(driven_weight<T>(stored(phi), range[0], range[1]));
}

/// The shape at theta = 1; n_1 and t_1 may be empty.
template <class T>
struct DrivenShape {
  std::vector<Vec3<T>> x_1, n_1, t_1;

  RestVertex<T> at(RestVertex<T> rest) const {
    rest.x = x_1[rest.v];
    if (!n_1.empty()) rest.n = n_1[rest.v];
    if (!t_1.empty()) rest.t = t_1[rest.v];
    return rest;
  }
};

/// Omits directions that the mesh lacks.
template <class T>
DrivenShape<T> read_shape(const Inputs<T>& in) {
  DrivenShape<T> shape{in.template rows<3>("shape_positions"), {}, {}};
  if (in.has("normals")) shape.n_1 = rows_or_none(in, "shape_normals");
  if (in.has("tangents")) shape.t_1 = rows_or_none(in, "shape_tangents");
  return shape;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  BINDPOSE_TRY(auto q, skinning::read_weighted_mesh<Affine>(in));
  BINDPOSE_TRY(const T theta, read_theta(in));
  const skinning::BlendRules rules = skinning::blend_rules(in);
  const LerpForm form = in.chosen(animation::lerp_forms);
  const DrivenShape<T> shape = read_shape(in);
  const auto shaped = [&](const RestVertex<T>& rest) {
    return angle_driven_shape(rest, shape.at(rest), theta, form);
  };
  std::vector<Vec3<T>> x;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    x.push_back(shaped(rest_vertex(q, v)).x);
  std::vector<ResultArray<T>> first = {to_result_array<T, 3>("shaped_positions", x)};
  if (in.level() == Level::pose) first.insert(first.begin(), {"theta", {1}, {theta}});
  q.put_first(std::move(first));
  return deform(q, [&](const RestVertex<T>& rest) { return linear_blend(shaped(rest), q.M, rules); });
}

}  // namespace angle_driven_shape_question

BINDPOSE_IMPLEMENT(angle_driven_shape)

}  // namespace bindpose::examples

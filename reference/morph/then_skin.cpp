// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/then_skin.h"

#include <utility>

#include "reference/skinning/dual_quaternion.h"
#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/skinned_mesh.h"

namespace bindpose::morph {
namespace then_skin_question {

using skinning::BlendOrder, skinning::Turning;

enum class Method { lbs, dqs };
const Choice<Method> methods{
    .name = "method",
    .values = {{"lbs", Method::lbs}, {"dqs", Method::dqs}},
    .meaning =
        "what skins the morphed mesh: linear blending, which takes matrices, or dual "
        "quaternions, which take rigid motions"};

enum class Order { by_influence, one_matrix };
const Choice<Order> orders{"formulation",
                           OptionSpec::Kind::formulation,
                           {{"by-influence", Order::by_influence}, {"one-matrix", Order::one_matrix}},
                           "the order of the same computation",
                           2};

/// Those of matrices and those of rigid motions: a question has one kind.
ArrayList of_either_kind(ArrayList matrices, const ArrayList& motions) {
  const auto kind_of = [](const ArrayDeclaration& array) {
    return array.only_palette ? "palette_rotations" : "inverse_bind_rotations";
  };
  for (ArrayDeclaration& array : matrices)
    if (array.name == "palette" || array.name == "inverse_binds" || array.name == "world")
      array = array.asked_instead_of(kind_of(array));
  for (const ArrayDeclaration& array : motions)
    if (array.name.ends_with("_rotations") || array.name.ends_with("_translations"))
      if (!array.name.starts_with("local_")) matrices.push_back(array.asked_beside(kind_of(array)));
  return matrices;
}

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays() + target_arrays() + influence_arrays() +
                of_either_kind(palette_or_pose_arrays(), rigid_palette_or_pose_arrays()),
      .stages = ArrayList{real("morphed_positions", "x_m", "V 3")
                              .in("mesh space, metres")
                              .means("morphed position, before it is skinned")} +
                of_either_kind(palette_stages(), rigid_palette_stages()),
      .outputs = surface_arrays(),
      .options = {methods.spec(), orders.spec()}};
  return declared;
}

/// Skins the morphed mesh: skin(const RestVertex<T>&, M).
template <template <class> class Map, class T, class Skin>
Expected<Result<T>> answer_by(const Inputs<T>& in, Skin skin) {
  const Targets<T> d = read_targets(in);
  BINDPOSE_TRY(auto q, skinning::read_skinned_mesh<Map>(in));
  std::vector<Vec3<T>> x_m;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    x_m.push_back(morphed(rest_vertex(q, v), d).x);
  q.put_first({to_result_array<T, 3>("morphed_positions", x_m)});
  return deform(q, [&](const RestVertex<T>& rest) {
    return then_skin(rest, d, [&](const RestVertex<T>& moved) { return skin(moved, q.M); });
  });
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const bool at_once = in.chosen(orders) == Order::one_matrix;
  const bool motions = in.has("palette_rotations") || in.has("inverse_bind_rotations");
  const bool palette = in.level() == Level::palette;
  if (in.chosen(methods) == Method::lbs) {
    if (motions) return fail("ARRAY_MISSING", palette ? "palette" : "inverse_binds", "lbs takes matrices");
    const BlendOrder order = at_once ? BlendOrder::blend_then_transform : BlendOrder::transform_then_blend;
    return answer_by<Affine>(in, [order](const RestVertex<T>& rest, const std::vector<Affine<T>>& M) {
      return linear_blend(rest, M, order);
    });
  }
  if (!motions)
    return fail("ARRAY_MISSING", palette ? "palette_rotations" : "inverse_bind_rotations",
                "dqs takes rigid motions");
  const Turning turning = at_once ? Turning::matrix : Turning::quaternion;
  return answer_by<Rigid>(in, [turning](const RestVertex<T>& rest, const std::vector<Rigid<T>>& M) {
    return rest.influences.empty()
               ? skinning::no_answer<T>("NO_INFLUENCE")
               : skinning::dual_quaternion(rest, M, {}, skinning::SignPivot::first_influence, turning);
  });
}

}  // namespace then_skin_question

BINDPOSE_IMPLEMENT(then_skin)

}  // namespace bindpose::morph

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/then_skin.h"

#include <utility>

#include "reference/morph/shared/posed_targets.h"
#include "reference/skinning/dual_quaternion.h"
#include "reference/skinning/log_blend.h"
#include "reference/skinning/shared/linear_blending.h"
#include "reference/skinning/shared/motion_blending.h"
#include "reference/skinning/stitching.h"

namespace bindpose::morph {
namespace then_skin_question {

using skinning::BlendOrder, skinning::Turning;

enum class Method { lbs, dqs, log_blend, stitching };
const Choice<Method> methods{
    .name = "method",
    .values = {{"lbs", Method::lbs},
               {"dqs", Method::dqs},
               {"log-blend", Method::log_blend},
               {"stitching", Method::stitching}},
    .meaning =
        "what skins the morphed mesh: linear blending or stitching, which take matrices, or dual "
        "quaternions or logarithms of motions, which take rigid motions"};

bool takes_motions(Method method) {
  return method == Method::dqs || method == Method::log_blend;
}

/// What normal_rule is to blends of matrices; an engine may do one for skins and another for meshes on nodes.
const Choice<skinning::NormalRule> stitched_normal_rules{
    .name = "rigid_normal_rule",
    .values = skinning::rigid_normal_rules.values,
    .meaning = "which matrix carries the normal where one joint moves a vertex: stitching",
    .only_declared = true};

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

/// What a row of tracks may move besides joints, in the arrays' own words.
ArrayList with_weight_tracks(ArrayList arrays) {
  for (ArrayDeclaration& array : arrays)
    if (array.name == "tracks")
      array = array.means(
          "joint; what moves: 0 translation, 1 rotation, 2 scale, 3 the weights of all targets, of whichever "
          "joint; interpolation: 0 step, 1 linear, 2 cubicspline");
  return arrays;
}

const Declaration& declaration() {
  static const Declaration declared{
      .inputs = mesh_arrays() + target_arrays() + influence_arrays() +
                with_weight_tracks(of_either_kind(palette_or_pose_arrays(), rigid_palette_or_pose_arrays())),
      .stages = ArrayList{real("morphed_positions", "x_m", "V 3")
                              .in("mesh space, metres")
                              .means("morphed position, before it is skinned")} +
                of_either_kind(palette_stages(), rigid_palette_stages()),
      .outputs = surface_arrays(),
      .options = OptionList{methods.spec(), stitched_normal_rules.spec()} +
                 skinning::linear_blend_policies() + OptionList{orders.spec()}};
  return declared;
}

/// Skins the morphed mesh: skin(const RestVertex<T>&, M).
template <template <class> class Map, class T, class Skin>
Expected<Result<T>> answer_by(const Inputs<T>& in, Skin skin) {
  BINDPOSE_TRY(const Targets<T> d, posed_targets(in));
  BINDPOSE_TRY(auto q, skinning::read_skinned_mesh<Map>(in));
  skinning::apply_weight_policies(in, q);
  std::vector<Vec3<T>> x_m;
  for (std::size_t v = 0; v < q.x.size(); ++v)
    x_m.push_back(morphed(rest_vertex(q, v), d).x);
  q.put_first({to_result_array<T, 3>("morphed_positions", x_m)});
  return deform(q, [&](const RestVertex<T>& rest) {
    return then_skin(rest, d, [&](const RestVertex<T>& moved) { return skin(moved, q.M); });
  });
}

template <class T>
Expected<Result<T>> answer_by_motions(const Inputs<T>& in, Method method, Turning turning) {
  const bool stays = in.chosen(skinning::zero_sums) == skinning::ZeroSum::rest;
  return answer_by<Rigid>(in, [&](const RestVertex<T>& moved, const std::vector<Rigid<T>>& M) {
    return skinning::influenced(moved, stays, [&](const RestVertex<T>& rest) {
      if (method == Method::log_blend) return skinning::log_blend(rest, M);
      return skinning::dual_quaternion(rest, M, {}, skinning::SignPivot::first_influence, turning);
    });
  });
}

template <class T>
Expected<Result<T>> answer_by_matrices(const Inputs<T>& in, Method method, BlendOrder order) {
  const skinning::BlendRules rules = skinning::blend_rules(in);
  const skinning::NormalRule rule = in.chosen(stitched_normal_rules);
  return answer_by<Affine>(in, [&](const RestVertex<T>& rest, const std::vector<Affine<T>>& M) {
    if (method == Method::lbs) return skinning::linear_blend(rest, M, order, rules);
    return skinning::stitching(M[rest.first_joint], rest, rule, rules.tangents);
  });
}

/// The palette is of the kind that the method takes. Error ARRAY_MISSING.
template <class T>
Expected<void> require_palette_of(Method method, const Inputs<T>& in) {
  const bool motions = in.has("palette_rotations") || in.has("inverse_bind_rotations");
  const bool palette = in.level() == Level::palette;
  if (takes_motions(method) && !motions)
    return fail("ARRAY_MISSING", palette ? "palette_rotations" : "inverse_bind_rotations",
                "the method takes rigid motions");
  if (!takes_motions(method) && motions)
    return fail("ARRAY_MISSING", palette ? "palette" : "inverse_binds", "the method takes matrices");
  return {};
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const Method method = in.chosen(methods);
  BINDPOSE_CHECK(require_palette_of(method, in));
  const bool at_once = in.chosen(orders) == Order::one_matrix;
  if (takes_motions(method))
    return answer_by_motions(in, method, at_once ? Turning::matrix : Turning::quaternion);
  return answer_by_matrices(in, method,
                            at_once ? BlendOrder::blend_then_transform : BlendOrder::transform_then_blend);
}

}  // namespace then_skin_question

BINDPOSE_IMPLEMENT(then_skin)

}  // namespace bindpose::morph

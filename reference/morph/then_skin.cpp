// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/morph/then_skin.h"

#include "reference/morph/shared/posed_targets.h"
#include "reference/skinning/shared/linear_blending.h"
#include "reference/skinning/shared/methods.h"
#include "reference/skinning/shared/sign_pivot.h"

namespace bindpose::morph {
namespace then_skin_question {

const Choice<Implementation (*)()> methods{
    .name = "method",
    .values = {{"lbs", &skinning::linear_blend_implementation},
               {"dqs", &skinning::dual_quaternion_implementation},
               {"log-blend", &skinning::log_blend_implementation},
               {"stitching", &skinning::stitching_implementation},
               {"bones-blending", &skinning::bones_blending_implementation},
               {"sjb", &skinning::spherical_joint_blend_implementation},
               {"sbs", &skinning::spherical_blend_implementation},
               {"mwe", &skinning::multi_weight_implementation},
               {"cor", &skinning::centre_of_rotation_implementation},
               {"stbs", &skinning::stretchable_twistable_implementation},
               {"swing-twist", &skinning::swing_twist_implementation}},
    .meaning = "skinning method of the morphed mesh, by its id"};

/// Like normal_rule for blends of matrices; an engine may use one rule for skins and another for meshes on
/// nodes.
const Choice<skinning::NormalRule> single_normal_rules{
    .name = "rigid_normal_rule",
    .values = skinning::rigid_normal_rules.values,
    .meaning = "which matrix transforms the normal if each vertex has one matrix: stitching, mwe",
    .only_declared = true};

const Choice<skinning::SignPivot> sign_pivots{.name = skinning::sign_pivots.name,
                                              .values = skinning::sign_pivots.values,
                                              .meaning = skinning::sign_pivots.meaning,
                                              .only_declared = true};

enum class Order { by_influence, one_matrix };
const Choice<Order> orders{"formulation",
                           OptionSpec::Kind::formulation,
                           {{"by-influence", Order::by_influence}, {"one-matrix", Order::one_matrix}},
                           "the order of operations",
                           2};

bool takes_motions(const Declaration& method) {
  return method.find_input("palette_rotations") != nullptr;
}

/// Arrays of matrices and arrays of rigid motions: an input has one kind.
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

/// Extends the arrays' meanings: tracks may also move morph weights.
ArrayList with_weight_tracks(ArrayList arrays) {
  for (ArrayDeclaration& array : arrays)
    if (array.name == "tracks")
      array.meaning =
          "joint; what moves: 0 translation, 1 rotation, 2 scale, 3 the weights of all targets, for any "
          "joint; interpolation: 0 step, 1 linear, 2 cubicspline";
  return arrays;
}

/// True for arrays that a method computes from the mesh at rest. They would differ for the morphed mesh, so inputs
/// must give them.
bool is_computed_from(const ArrayDeclaration& array) {
  return !array.instead_of.empty();
}

/// The arrays of all methods; each method checks its own. Arrays of single methods have no symbol: methods
/// use the same symbol for different arrays, and each page explains its own.
ArrayList arrays_of_methods() {
  ArrayList arrays = influence_arrays() + with_weight_tracks(of_either_kind(palette_or_pose_arrays(),
                                                                            rigid_palette_or_pose_arrays()));
  const auto find = [&](std::string_view name) {
    return std::find_if(arrays.begin(), arrays.end(), [&](const auto& array) { return array.name == name; });
  };
  for (const auto& [id, implementation] : methods.values)
    for (const ArrayDeclaration& array : implementation().declaration.inputs)
      if (is_computed_from(array))
        continue;
      else if (const auto same = find(array.name); same == arrays.end()) {
        arrays.push_back(array.optional());
        arrays.back().symbol = {};
      } else if (same->only_pose && !array.only_pose)
        *same = array.optional();  // parents, which some methods also need at level palette
  for (ArrayDeclaration& array : arrays)
    array = array.checked_later();
  return arrays;
}

ArrayList without_mesh(ArrayList arrays) {
  std::erase_if(arrays, [](const ArrayDeclaration& array) {
    return array.name == "positions" || array.name == "normals" || array.name == "tangents";
  });
  return arrays;
}

Declaration declaration() {
  return {.inputs = mesh_arrays() + target_arrays() + without_mesh(arrays_of_methods()),
          .stages = ArrayList{real("morphed_positions", "x_m", "V 3", Kind::point(Space::mesh),
                                   "morphed position, before it is skinned")} +
                    of_either_kind(palette_stages(), rigid_palette_stages()),
          .outputs = surface_arrays(),
          .options = OptionList{methods.spec(), single_normal_rules.spec()} +
                     skinning::linear_blend_policies() + OptionList{sign_pivots.spec(), orders.spec()}};
}

/// Checks that the palette has the kind that the method needs. Error ARRAY_MISSING.
template <class T>
Expected<void> require_palette_of(const Declaration& method, const Inputs<T>& in) {
  const bool motions = in.has("palette_rotations") || in.has("inverse_bind_rotations");
  const bool palette = in.level() == Level::palette;
  if (takes_motions(method) && !motions)
    return fail("ARRAY_MISSING", palette ? "palette_rotations" : "inverse_bind_rotations",
                "the method needs rigid motions");
  if (!takes_motions(method) && motions)
    return fail("ARRAY_MISSING", palette ? "palette" : "inverse_binds", "the method needs matrices");
  return {};
}

/// Requires the arrays that the method would compute from the mesh. Error ARRAY_MISSING.
Expected<void> require_computed_before(const Declaration& method, const ArraySet& question) {
  for (const ArrayDeclaration& array : method.inputs)
    if (is_computed_from(array) && !question.has(array.instead_of))
      return fail("ARRAY_MISSING", std::string(array.instead_of),
                  "expected the array of the mesh at rest; the morphed mesh would give another");
  return {};
}

/// The method's own options among these, with the method's own values.
Options options_of(const Declaration& method, const Options& asked) {
  Options options;
  for (const OptionSpec& spec : method.options) {
    const bool single = spec.name == "normal_rule" && spec.values == single_normal_rules.spec().values;
    const auto given = asked.find(std::string(single ? single_normal_rules.name : spec.name));
    if (given == asked.end()) continue;
    if (spec.name != orders.name)
      options[std::string(spec.name)] = given->second;
    else if (given->second == orders.values[1].first)
      options[std::string(spec.name)] = spec.values[std::min<std::size_t>(1, spec.distinct - 1)];
  }
  return options;
}

/// The method's output for the input with this mesh in place of its own.
template <class T>
Expected<Result<T>> skinned(const Implementation& method, const Inputs<T>& in, const Surface<T>& morphed) {
  Result<T> mesh;
  append_surface(mesh, morphed, Lengths::any);
  Computed<T> computed;
  for (ResultArray<T>& array : mesh.arrays)
    computed[array.name] = std::move(array.values);
  return method.on<T>()(in.arrays(), options_of(method.declaration, in.options()), std::move(computed));
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const Implementation method = in.chosen(methods)();
  BINDPOSE_CHECK(require_palette_of(method.declaration, in));
  BINDPOSE_CHECK(require_computed_before(method.declaration, in.arrays()));
  BINDPOSE_TRY(const Targets<T> d, posed_targets(in));
  return then_skin(base_surface(in), d, [&](const Surface<T>& morphed) -> Expected<Result<T>> {
    BINDPOSE_TRY(Result<T> result, skinned(method, in, morphed));
    result.arrays.insert(result.arrays.begin(),
                         to_result_array<T, 3>("morphed_positions", morphed.positions));
    return result;
  });
}

}  // namespace then_skin_question

BINDPOSE_IMPLEMENT(then_skin)

}  // namespace bindpose::morph

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/posed_mesh.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/moment.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/samples/rigid_questions.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::conformance {
namespace {

/// Inputs that a method may take from a file.
const std::set<std::string_view>& arrays_of_files() {
  static const std::set<std::string_view> names = {"positions",       "joints",
                                                   "parents",         "local_translations",
                                                   "local_rotations", "local_scales",
                                                   "triangles",       "local_is_matrix",
                                                   "inverse_binds",   "inverse_bind_rotations",
                                                   "bind_positions",  "inverse_bind_translations"};
  return names;
}

/// True if the method poses a skin with a file's data only.
bool is_pose_method(const Algorithm& method) {
  const auto has = [](const auto& list, const auto& one) {
    return std::ranges::find(list, one) != list.end();
  };
  const auto is_given = [](const ArrayDeclaration& input) {
    return input.is_optional || input.only_palette || arrays_of_files().contains(input.name);
  };
  return has(method.levels, Level::pose) && has(method.outputs, std::string_view("positions")) &&
         (asks_for(method, "inverse_binds") || asks_for(method, "inverse_bind_rotations")) &&
         !asks_for(method, "target_positions") &&
         std::ranges::all_of(method.implementation.declaration.inputs, is_given);
}

/// Makes every node a joint. Nodes outside the skin have no influence and an identity inverse bind
/// matrix.
Skeleton node_skeleton(const Moment& moment) {
  const Drawable& drawable = *moment.drawable;
  Skeleton skeleton;
  skeleton.inverse_binds.resize(moment.asset->nodes.size());
  for (std::size_t j = 0; j < drawable.joint_nodes.size(); ++j)
    skeleton.inverse_binds[drawable.joint_nodes[j]] = drawable.rig.skeleton.inverse_binds[j];
  return skeleton;
}

/// Adds arrays of the method that linear blending does not need.
Expected<void> add_for_method(ArraySet& question, const Moment& moment, const Algorithm& method) {
  const Skeleton skeleton = node_skeleton(moment);
  if (asks_for(method, "inverse_bind_rotations")) {
    BINDPOSE_TRY(const auto inverse_binds, samples::rigid_inverse_binds(skeleton));
    skinning::add_rigids(question, "inverse_bind", inverse_binds);
  }
  if (asks_for(method, "bind_positions")) samples::add_bind_positions(question, skeleton);
  if (asks_for(method, "triangles")) add_triangles(question, moment.drawable->rig.mesh.triangles);
  return {};
}

template <int n>
std::vector<Eigen::Matrix<double, n, 1>> rows_of(const Result<double>& result, std::string_view name) {
  std::vector<Eigen::Matrix<double, n, 1>> rows;
  const ResultArray<double>* array = result.find(name);
  for (std::size_t i = 0; array != nullptr && i < array->values.size(); i += n)
    rows.emplace_back(array->values.data() + i);
  return rows;
}

/// Reduces a stage with a row per node of the file to the rows of the joints.
ResultArray<double> rows_of_joints(ResultArray<double> stage, const std::vector<std::size_t>& nodes) {
  const std::size_t width = stage.shape[0] == 0 ? 0 : stage.values.size() / stage.shape[0];
  std::vector<double> rows;
  for (const std::size_t node : nodes)
    for (std::size_t c = 0; c < width; ++c)
      rows.push_back(stage.values[node * width + c]);
  stage.shape[0] = nodes.size();
  stage.values = std::move(rows);
  return stage;
}

std::vector<ResultArray<double>> stages_of(const Result<double>& result, const Algorithm& algorithm,
                                           const std::vector<std::size_t>& nodes) {
  std::vector<ResultArray<double>> stages;
  for (const ArrayDeclaration& declared : algorithm.implementation.declaration.stages)
    if (const ResultArray<double>* stage = result.find(declared.name))
      stages.push_back(is_per_joint(declared) ? rows_of_joints(*stage, nodes) : *stage);
  return stages;
}

Expected<PosedMesh> posed(const Moment& moment, const Algorithm& method) {
  const Drawable& drawable = *moment.drawable;
  const bool morphed = drawable.morphing.has_value();
  BINDPOSE_TRY(ArraySet question, ask_pose(moment, morphed));
  if (drawable.skinned) BINDPOSE_CHECK(add_for_method(question, moment, method));
  Options options;
  if (morphed) options["method"] = drawable.skinned ? method.id : "stitching";
  const Algorithm& algorithm =
      drawable.skinned && !morphed ? method : *find_algorithm(algorithm_of(drawable, morphed));
  BINDPOSE_TRY(const auto result, algorithm.implementation.in_double(question, options));
  return PosedMesh{drawable.name,
                   {rows_of<3>(result, "positions"), rows_of<3>(result, "normals"),
                    rows_of<4>(result, "tangents"), drawable.rig.mesh.triangles},
                   result.undefined,
                   drawable.joint_nodes,
                   stages_of(result, algorithm, drawable.joint_nodes)};
}

}  // namespace

std::vector<std::string_view> pose_methods() {
  std::vector<std::string_view> ids;
  for (const Algorithm& algorithm : algorithms())
    if (is_pose_method(algorithm)) ids.push_back(algorithm.id);
  return ids;
}

Expected<std::vector<PosedMesh>> posed_meshes(const std::shared_ptr<const gltf::Asset>& asset,
                                              const PoseChoice& choice) {
  const Algorithm* method = find_algorithm(choice.method);
  if (method == nullptr || !is_pose_method(*method))
    return fail("METHOD_UNKNOWN", "'" + printable(choice.method) + "'",
                fmt::format("expected one of {}", fmt::join(pose_methods(), ", ")));
  std::vector<PosedMesh> meshes;
  for (Drawable& each : drawables(*asset)) {
    const auto drawable = std::make_shared<const Drawable>(std::move(each));
    auto mesh = posed({asset, drawable, choice.clip, choice.seconds}, *method);
    if (!mesh)
      return fail(mesh.error().code, drawable->name + ": " + mesh.error().where, mesh.error().message);
    meshes.push_back(std::move(*mesh));
  }
  if (meshes.empty()) return fail("NO_MESH", asset->path, "the file has no mesh in its scene");
  return meshes;
}

}  // namespace bindpose::conformance

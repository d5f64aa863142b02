// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests: posed scenes, surfaces from algorithms' outputs, and the distance of two surfaces.
#pragma once

#include "reference/algorithms.h"
#include "reference/hierarchy/shared/world.h"
#include "reference/model/mapped.h"
#include "reference/model/rows.h"
#include "reference/scenes/scene.h"
#include "reference/skinning/linear_blend.h"
#include "reference/skinning/shared/skinned_mesh.h"
#include "reference/skinning/stitching.h"

namespace bindpose::test {

/// M_j = W_j A_j in double, not rounded.
inline std::vector<Affine<double>> palette_of(const scenes::Scene& scene) {
  const auto world = hierarchy::fk_matrix<double>(scene.rig.skeleton.parents, scene.pose.locals);
  return *hierarchy::palette<double>(*world, scene.rig.skeleton.inverse_binds);
}

/// An input at palette level with unrounded numbers. validate() reports counts that do not match.
inline Expected<ArraySet> exact_question(const Mesh& mesh, const Influences& slots,
                                         const std::vector<Affine<double>>& palette) {
  const std::size_t count = mesh.vertex_count(), slot_count = count * slots.width;
  if ((!mesh.normals.empty() && mesh.normals.size() != count) ||
      (!mesh.tangents.empty() && mesh.tangents.size() != count) || slots.joints.size() != slot_count ||
      slots.weights.size() != slot_count)
    BINDPOSE_CHECK(validate(mesh, slots, palette.size()));
  ArraySet question;
  add_mesh(question, mesh);
  question.add("joints", {count, slots.width}, Array::Integers(slots.joints.begin(), slots.joints.end()));
  question.add("weights", {count, slots.width}, slots.weights);
  Array::Reals rows(12 * palette.size());
  for (std::size_t j = 0; j < palette.size(); ++j)
    put_affine(&rows[12 * j], palette[j]);
  question.add("palette", {palette.size(), 3, 4}, std::move(rows));
  return question;
}

/// Rows of n numbers of an output array; empty without the array.
template <int n, class T>
std::vector<Eigen::Matrix<T, n, 1>> rows_in(const Result<T>& result, std::string_view name) {
  std::vector<Eigen::Matrix<T, n, 1>> rows;
  if (const ResultArray<T>* array = result.find(name))
    for (std::size_t i = 0; i + n <= array->values.size(); i += n)
      rows.emplace_back(&array->values[i]);
  return rows;
}

/// An algorithm's output surface.
template <class T = double>
Expected<Surface<T>> skinned(std::string_view id, const Expected<ArraySet>& question,
                             const Options& options = {}) {
  if (!question) return tl::unexpected(question.error());
  BINDPOSE_TRY(const Result<T> result, find_algorithm(id)->implementation.on<T>()(*question, options));
  return Surface<T>{rows_in<3>(result, "positions"), rows_in<3>(result, "normals"),
                    rows_in<4>(result, "tangents"), result.undefined};
}

/// {"normal_rule", "direction"}
template <class E>
std::pair<const std::string, std::string> option(const Choice<E>& choice, E value) {
  for (const auto& [name, enumerator] : choice.values)
    if (enumerator == value) return {std::string(choice.name), std::string(name)};
  return {};
}

template <class T = double>
Expected<Surface<T>> linearly_blended(
    const Mesh& mesh, const Influences& slots, const std::vector<Affine<double>>& palette,
    skinning::NormalRule rule = skinning::NormalRule::direction,
    skinning::BlendOrder order = skinning::BlendOrder::transform_then_blend) {
  return skinned<T>("lbs", exact_question(mesh, slots, palette),
                    {option(skinning::normal_rules, rule), option(skinning::blend_orders, order)});
}

/// The input to the methods that move each vertex by one joint; joints: one per vertex.
inline Expected<ArraySet> single_joint_question(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                                                const std::vector<Affine<double>>& palette) {
  return exact_question(mesh, {1, joints, std::vector<double>(joints.size(), 1.0)}, palette);
}

inline Expected<Surface<double>> stitched(const Mesh& mesh, const std::vector<std::uint32_t>& joints,
                                          const std::vector<Affine<double>>& palette,
                                          skinning::NormalRule rule = skinning::NormalRule::direction) {
  return skinned("stitching", single_joint_question(mesh, joints, palette),
                 {option(skinning::rigid_normal_rules, rule)});
}

template <class T>
std::vector<Affine<T>> cast(const std::vector<Affine<double>>& palette) {
  return mapped<Affine<T>>(palette, [](const Affine<double>& M) { return M.cast<T>(); });
}

/// Largest distance between rows; infinite for NaN or unequal counts.
template <class A, class B>
double distance(const std::vector<A>& a, const std::vector<B>& b) {
  double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t v = 0; v < std::min(a.size(), b.size()); ++v)
    for (Eigen::Index c = 0; c < a[v].size(); ++c) {
      const double d =
          std::fabs(to_double(typename A::Scalar(a[v][c] - static_cast<typename A::Scalar>(b[v][c]))));
      if (!(d <= largest)) largest = std::isnan(d) ? std::numeric_limits<double>::infinity() : d;
    }
  return largest;
}

/// Largest distance over positions, normals and tangents.
template <class T, class U>
double distance(const Surface<T>& a, const Surface<U>& b) {
  return std::max(
      {distance(a.positions, b.positions), distance(a.normals, b.normals), distance(a.tangents, b.tangents)});
}

/// Every matrix followed by the rotation and translation.
inline std::vector<Affine<double>> moved(const Affine<double>& motion,
                                         const std::vector<Affine<double>>& palette) {
  return mapped<Affine<double>>(palette, [&](const Affine<double>& M) { return motion * M; });
}

inline Surface<double> moved(const Affine<double>& motion, Surface<double> surface) {
  for (Vec3<double>& x : surface.positions)
    x = motion * x;
  for (Vec3<double>& n : surface.normals)
    n = motion.linear * n;
  for (Vec4<double>& t : surface.tangents)
    t.head<3>() = motion.linear * t.head<3>();
  return surface;
}

/// One vertex at x with a normal along z and a tangent along x of handedness -1.
inline Mesh one_vertex(const Vec3<double>& x) {
  Mesh mesh;
  mesh.positions = {x};
  mesh.normals = {Vec3<double>::UnitZ()};
  mesh.tangents = {{1, 0, 0, -1}};
  return mesh;
}

inline Affine<double> scaling(double x, double y, double z) {
  Affine<double> M;
  M.linear = Vec3<double>(x, y, z).asDiagonal();
  return M;
}

}  // namespace bindpose::test

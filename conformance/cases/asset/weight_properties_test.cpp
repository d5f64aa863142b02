// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Right weights that differ from the reference's have every property. Each wrong binder violates a
// property, which the failure names.
#include "conformance/cases/asset/weight_properties.h"

#include <cstdio>
#include <numbers>

#include <Eigen/IterativeLinearSolvers>
#include <gtest/gtest.h>

#include "conformance/cases/asset/mirror_pairs.h"
#include "reference/binding/heat.h"
#include "reference/binding/shared/mesh_areas.h"
#include "reference/binding/shared/welded_vertices.h"
#include "reference/gltf/load.h"
#include "reference/testing/assert.h"

namespace bindpose::conformance::weight_properties_test {

constexpr const char* heat = "bind.heat";

const Character& figure() {
  static const Character character = *built_in_figure(8);
  return character;
}
const BoundWeights& right_heat() {
  static const BoundWeights weights = *bound_weights(figure(), heat);
  return weights;
}

/// Names of the violated properties. A failing test prints their numbers.
std::vector<std::string> broken_by(const BoundWeights& answer, const Character& character = figure(),
                                   const BoundWeights& right = right_heat()) {
  std::vector<std::string> names;
  for (const PropertyFinding& finding : judge_weights(character, heat, right, answer)) {
    EXPECT_EQ(finding.holds, finding.detail.empty()) << finding.property;
    if (!finding.holds) names.emplace_back(finding.property);
  }
  return names;
}

/// The share of the surface's limit that the weights use.
double surface_share(const BoundWeights& answer, const Character& character = figure(),
                     const BoundWeights& right = right_heat()) {
  return judge_weights(character, heat, right, answer).back().measured;
}

bool breaks(const BoundWeights& answer, const char* property, const Character& character = figure(),
            const BoundWeights& right = right_heat()) {
  const auto broken = broken_by(answer, character, right);
  return std::ranges::find(broken, property) != broken.end();
}

/// Applies change(row of the vertex, vertex) to every vertex.
template <class Change>
BoundWeights changed(BoundWeights weights, Change change) {
  for (std::size_t v = 0; v < weights.vertices(); ++v)
    change(weights.w.data() + v * weights.joints, v);
  return weights;
}

/// How a triangle's area is shared among its vertices: by thirds, as in the reference, or by
/// angles.
enum class Areas { by_thirds, by_angles };

std::vector<double> areas_of(const std::vector<Vec3<double>>& x, const std::vector<Triangle>& triangles,
                             Areas areas) {
  if (areas == Areas::by_thirds) return binding::vertex_areas<double>(x, triangles);
  std::vector<double> m(x.size());
  for (const Triangle& t : triangles)
    for (std::size_t c = 0; c < 3; ++c) {
      const Vec3<double> a = x[t[(c + 1) % 3]] - x[t[c]], b = x[t[(c + 2) % 3]] - x[t[c]];
      const double twice_area = a.cross(b).norm();
      m[t[c]] += twice_area / 2 * std::atan2(twice_area, a.dot(b)) / std::numbers::pi;
    }
  for (double& m_v : m)
    if (m_v == 0) m_v = 1;
  return m;
}

enum class Solver { direct, iterative_in_float };

/// Solves the same equations with Eigen's conjugate gradients in float32, to a tolerance. Weights
/// are clamped at 0 and divided by their sum, as in engines.
Eigen::MatrixXd solved_loosely(const Eigen::SparseMatrix<double>& A, const Eigen::MatrixXd& B) {
  Eigen::ConjugateGradient<Eigen::SparseMatrix<float>, Eigen::Lower | Eigen::Upper> solver;
  solver.setTolerance(1e-4F);
  solver.compute(A.cast<float>());
  Eigen::MatrixXd W = solver.solve(B.cast<float>()).cast<double>().cwiseMax(0);
  for (Eigen::Index v = 0; v < W.rows(); ++v)
    if (W.row(v).sum() > 0) W.row(v) /= W.row(v).sum();
  return W;
}

/// Heat equilibrium weights with other areas and another solver.
BoundWeights heat_by(Areas areas, Solver solver, const Character& of = figure()) {
  const std::vector<Vec3<double>>& x = of.mesh.positions;
  const auto places = binding::places_of(x);
  const auto triangles = binding::between_places(of.mesh.triangles, places);
  const auto L =
      binding::flow_of(*surface::laplacian<double>(x, triangles, surface::LaplacianWeights::cotangent));
  const auto bones =
      *binding::bone_segments<double>(of.pivots, Array::Integers(of.parents.begin(), of.parents.end()));
  const std::vector<double> m = areas_of(x, triangles, areas);
  const binding::Obstacles<double> mesh(x, triangles);
  std::vector<std::vector<double>> h;
  for (std::size_t v = 0; v < x.size(); ++v)
    h.push_back(binding::heat_of<double>(mesh, binding::squared_size(x), v, bones, 1.0));
  Eigen::MatrixXd W = binding::heat_weights<double>(L, m, h);
  if (solver == Solver::iterative_in_float) {
    const auto V = static_cast<Eigen::Index>(x.size());
    Eigen::SparseMatrix<double> A(V, V);
    Eigen::MatrixXd B = Eigen::MatrixXd::Zero(V, W.cols());
    std::vector<Eigen::Triplet<double>> entries;
    for (std::size_t v = 0; v < x.size(); ++v) {
      const auto row = static_cast<Eigen::Index>(v);
      double diagonal = 0;
      for (std::size_t j = 0; j < h[v].size(); ++j)
        diagonal += B(row, static_cast<Eigen::Index>(j)) = m[v] * h[v][j];
      for (std::size_t i = 0; i < L.neighbours[v].size(); ++i) {
        entries.emplace_back(row, static_cast<Eigen::Index>(L.neighbours[v][i]), -L.c[v][i] / 2);
        diagonal += L.c[v][i] / 2;
      }
      entries.emplace_back(row, row, diagonal == 0 ? 1 : diagonal);
    }
    A.setFromTriplets(entries.begin(), entries.end());
    W = solved_loosely(A, B);
  }
  BoundWeights weights{of.pivots.size(), {}};
  for (std::size_t v = 0; v < x.size(); ++v)
    for (std::size_t j = 0; j < weights.joints; ++j)
      weights.w.push_back(W(static_cast<Eigen::Index>(places[v]), static_cast<Eigen::Index>(j)));
  return weights;
}

/// Bytes that sum to exactly 255: weights are rounded down, and those that lost most get the rest.
void store_in_bytes(double* row, std::size_t joints) {
  std::vector<std::pair<double, std::size_t>> lost;
  int left = 255;
  for (std::size_t j = 0; j < joints; ++j) {
    const double steps = std::floor(255 * row[j]);
    lost.emplace_back(255 * row[j] - steps, j);
    left -= static_cast<int>(steps);
    row[j] = steps / 255;
  }
  std::ranges::sort(lost, std::greater());
  for (int i = 0; i < left; ++i)
    row[lost[static_cast<std::size_t>(i)].second] += 1.0 / 255;
}

void keep_four(double* row, std::size_t joints) {
  std::vector<double> sorted(row, row + joints);
  std::ranges::sort(sorted, std::greater());
  double sum = 0;
  for (std::size_t j = 0; j < joints; ++j)
    sum += row[j] = row[j] >= sorted[3] ? row[j] : 0;
  for (std::size_t j = 0; j < joints; ++j)
    row[j] /= sum;
}

TEST(WeightProperties, other_heat_solvers_have_all_properties) {
  const std::size_t J = right_heat().joints;
  const std::pair<const char*, BoundWeights> hands[] = {
      {"the same", right_heat()},
      {"by thirds, direct", heat_by(Areas::by_thirds, Solver::direct)},
      {"by angles, direct", heat_by(Areas::by_angles, Solver::direct)},
      {"by thirds, iterative in float32", heat_by(Areas::by_thirds, Solver::iterative_in_float)},
      {"by angles, iterative in float32", heat_by(Areas::by_angles, Solver::iterative_in_float)},
      {"in bytes", changed(right_heat(), [&](double* row, std::size_t) { store_in_bytes(row, J); })},
      {"the four largest", changed(right_heat(), [&](double* row, std::size_t) { keep_four(row, J); })}};
  for (const auto& [name, weights] : hands) {
    EXPECT_EQ(broken_by(weights), std::vector<std::string>()) << name;
    const double share = surface_share(weights);
    std::printf("%-32s %.3g of the limits of same-surface\n", name, share);
    EXPECT_LT(share, 0.15) << name;
  }
}

/// With edges of different lengths, other areas or another solver change weights as little as on
/// the figure. A binder that counts edges reaches twice the limit; the table of detected errors
/// lists it.
TEST(WeightProperties, other_solvers_have_all_properties_on_long_triangles) {
  const Character legs = built_in_ringed_legs(4);
  const BoundWeights right = *bound_weights(legs, heat);
  for (const Areas areas : {Areas::by_thirds, Areas::by_angles})
    for (const Solver solver : {Solver::direct, Solver::iterative_in_float}) {
      const BoundWeights other = heat_by(areas, solver, legs);
      EXPECT_EQ(broken_by(other, legs, right), std::vector<std::string>());
      const double share = surface_share(other, legs, right);
      std::printf("%.3g of what the surface is allowed\n", share);
      EXPECT_LT(share, 0.15);
    }
}

/// Another solver's weights differ by more than rounding: only their properties show that they are
/// right.
TEST(WeightProperties, other_solvers_have_other_numbers) {
  const BoundWeights other = heat_by(Areas::by_angles, Solver::direct);
  double most = 0;
  for (std::size_t i = 0; i < other.w.size(); ++i)
    most = std::max(most, std::fabs(other.w[i] - right_heat().w[i]));
  EXPECT_GT(most, 1e-3);
}

TEST(WeightProperties, non_finite_weights_are_detected) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    BoundWeights answer = right_heat();
    answer.w[40] = bad;
    EXPECT_EQ(broken_by(answer), std::vector<std::string>{"finite"});
  }
}

TEST(WeightProperties, negative_weights_and_wrong_sums_are_detected) {
  const auto shifted = changed(right_heat(), [](double* row, std::size_t v) {
    if (v != 5) return;
    const auto [least, most] = std::minmax_element(row, row + right_heat().joints);
    *least -= 0.01, *most += 0.01;
  });
  EXPECT_EQ(broken_by(shifted), std::vector<std::string>{"not-negative"});
  const std::size_t J = right_heat().joints;
  const auto scaled = changed(right_heat(), [J](double* row, std::size_t) {
    for (std::size_t j = 0; j < J; ++j)
      row[j] *= 0.99;
  });
  EXPECT_TRUE(breaks(scaled, "sum-of-one"));
  BoundWeights none = right_heat();
  std::ranges::fill(none.w, 0);
  EXPECT_TRUE(breaks(none, "sum-of-one"));
  EXPECT_TRUE(breaks(none, "every-joint"));
}

TEST(WeightProperties, weights_of_a_neighbour_joint_are_detected) {
  const Character& of = figure();
  const auto parents = changed(right_heat(), [&](double* row, std::size_t) {
    std::vector<double> moved(of.parents.size());
    for (std::size_t j = 0; j < of.parents.size(); ++j)
      moved[of.parents[j] < 0 ? j : static_cast<std::size_t>(of.parents[j])] += row[j];
    std::ranges::copy(moved, row);
  });
  EXPECT_TRUE(breaks(parents, "own-joint"));
  const auto next = changed(right_heat(), [&](double* row, std::size_t) {
    std::rotate(row, row + of.parents.size() - 1, row + of.parents.size());
  });
  EXPECT_TRUE(breaks(next, "own-joint"));
  EXPECT_TRUE(breaks(next, "same-surface"));
  for (const BoundWeights& wrong : {parents, next}) {
    const double share = surface_share(wrong);
    std::printf("another joint: %.3g of what the surface is allowed\n", share);
    EXPECT_GT(share, 5);
  }
}

/// Each joint that owns vertices is removed in turn.
TEST(WeightProperties, a_missing_joint_is_detected) {
  std::size_t missed = 0;
  for (std::size_t missing = 1; missing < figure().parents.size(); ++missing) {
    bool has_own = false;
    const auto answer = changed(right_heat(), [&](double* row, std::size_t) {
      has_own = has_own || row[missing] >= 7.0 / 8;
      row[figure().parents[missing]] += std::exchange(row[missing], 0);
    });
    if (!has_own) continue;
    ++missed;
    EXPECT_TRUE(breaks(answer, "every-joint")) << missing;
    EXPECT_TRUE(breaks(answer, "own-joint")) << missing;
  }
  EXPECT_GE(missed, 6U);
}

TEST(WeightProperties, exchanged_sides_are_detected) {
  BINDPOSE_ASSERT(const auto pairs, mirror_pairs(figure()));
  const auto exchanged = changed(right_heat(), [&](double* row, std::size_t) {
    std::vector<double> other(pairs.joints.size());
    for (std::size_t j = 0; j < other.size(); ++j)
      other[pairs.joints[j]] = row[j];
    std::ranges::copy(other, row);
  });
  EXPECT_TRUE(breaks(exchanged, "own-side"));
  EXPECT_TRUE(breaks(exchanged, "same-surface"));
  const Character legs = built_in_legs(4);
  const BoundWeights right = *bound_weights(legs, heat);
  const auto of_legs = changed(right, [](double* row, std::size_t) {
    std::swap(row[1], row[3]);
    std::swap(row[2], row[4]);
  });
  EXPECT_TRUE(breaks(of_legs, "own-side", legs, right));
  EXPECT_FALSE(breaks(of_legs, "mirror-alike", legs, right)) << "it is symmetric all the same";
}

TEST(WeightProperties, an_error_on_one_side_is_detected) {
  const Character legs = built_in_legs(4);
  const BoundWeights right = *bound_weights(legs, heat);
  EXPECT_EQ(broken_by(right, legs, right), std::vector<std::string>());
  const auto give_to_thigh = [](double* row, std::size_t knee) {
    const double moved = row[knee] / 7;
    row[knee] -= moved, row[knee - 1] += moved;
  };
  const auto one = changed(right, [&](double* row, std::size_t) { give_to_thigh(row, 2); });
  EXPECT_TRUE(breaks(one, "mirror-alike", legs, right));
  EXPECT_FALSE(breaks(one, "own-joint", legs, right));
  const auto two = changed(one, [&](double* row, std::size_t) { give_to_thigh(row, 4); });
  EXPECT_FALSE(breaks(two, "mirror-alike", legs, right));
}

TEST(WeightProperties, distances_through_the_air_are_detected) {
  const Character& of = figure();
  const auto bones =
      *binding::bone_segments<double>(of.pivots, Array::Integers(of.parents.begin(), of.parents.end()));
  const auto by_distance = changed(right_heat(), [&](double* row, std::size_t v) {
    double sum = 0;
    for (std::size_t j = 0; j < bones.size(); ++j)
      sum += row[j] = 1 / std::max(binding::nearest_of(bones[j], of.mesh.positions[v]).squared, 1e-12);
    for (std::size_t j = 0; j < bones.size(); ++j)
      row[j] /= sum;
  });
  EXPECT_TRUE(breaks(by_distance, "no-far-joint"));
}

TEST(WeightProperties, equal_weights_on_all_joints_violate_the_surface) {
  BoundWeights answer = right_heat();
  for (double& w : answer.w)
    w = 1 / static_cast<double>(answer.joints);
  for (const PropertyFinding& finding : judge_weights(figure(), heat, right_heat(), answer))
    std::printf("%-14s %.3g of %.3g %s\n", std::string(finding.property).c_str(), finding.measured,
                finding.allowed, finding.detail.c_str());
  EXPECT_TRUE(breaks(answer, "same-surface"));
  EXPECT_EQ(weight_properties().size(), 10U);
}

/// The reference has all properties, by every method.
TEST(WeightProperties, the_reference_has_all_properties_with_every_method) {
  for (const std::string_view method : bind_methods()) {
    BINDPOSE_ASSERT(const auto weights, bound_weights(figure(), method));
    const auto findings = judge_weights(figure(), method, weights, weights);
    EXPECT_EQ(findings.size(), method == "weights.direct"   ? 4U
                               : method == "weights.smooth" ? 9U
                                                            : 8U)
        << method << ": its mesh is not symmetric";
    for (const PropertyFinding& finding : findings)
      EXPECT_TRUE(finding.holds) << method << " " << finding.property << ": " << finding.detail;
  }
}

TEST(WeightProperties, sums_are_1_unless_smoothing_keeps_other_sums) {
  Character short_of_1 = figure();
  for (std::size_t j = 0; j < short_of_1.own.joints; ++j)
    short_of_1.own.w[j] *= 0.75;
  const BoundWeights smoothed = *bound_weights(short_of_1, "weights.smooth");
  const auto sum_holds = [&](std::string_view method) {
    const auto findings = judge_weights(short_of_1, method, smoothed, smoothed);
    return std::ranges::find(findings, std::string_view("sum-of-one"), &PropertyFinding::property)->holds;
  };
  EXPECT_TRUE(sum_holds("weights.smooth"));
  EXPECT_FALSE(sum_holds(heat)) << "a new binding has no sum to keep";
}

TEST(WeightProperties, with_ties_any_single_right_joint_is_accepted) {
  Character two;
  two.mesh.positions = {{0, 0, 0}, {1, 0, 0}};
  two.parents = {-1, 0};
  two.pivots = {{0, 0, 0}, {1, 0, 0}};
  const BoundWeights right{2, {1, 0, 0, 1}};
  const auto broken = [&](const BoundWeights& answer, const Ties& ties) {
    std::vector<std::string_view> names;
    for (const PropertyFinding& finding : judge_weights(two, "bind.delaunay", right, answer, ties))
      if (!finding.holds) names.push_back(finding.property);
    return names;
  };
  const auto says = [](const std::vector<std::string_view>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
  };
  const BoundWeights other{2, {0, 1, 0, 1}}, both_wrong{2, {0, 1, 1, 0}}, none{2, {0, 0, 0, 1}};
  EXPECT_TRUE(says(broken(other, {}), "own-joint"));
  EXPECT_FALSE(says(broken(other, {other, {}}), "own-joint"));
  EXPECT_FALSE(says(broken(other, {{}, {0}}), "own-joint"));
  EXPECT_TRUE(says(broken(both_wrong, {other, {0}}), "own-joint"))
      << "of the second vertex none but one is right";
  EXPECT_TRUE(says(broken(none, {{}, {0}}), "sum-of-one"));
}

TEST(WeightProperties, properties_hold_on_a_real_character) {
  const std::filesystem::path file = std::filesystem::path(BINDPOSE_ASSETS) / "Fox/Fox.glb";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "no " << file;
  BINDPOSE_ASSERT(auto loaded, gltf::load(file.string()));
  const auto asset = std::make_shared<const gltf::Asset>(std::move(loaded));
  const auto skin = std::make_shared<const Drawable>(drawables(*asset).front());
  const Character fox = *character_of(asset, skin, 2);
  const BoundWeights right = *bound_weights(fox, heat);
  EXPECT_EQ(broken_by(right, fox, right), std::vector<std::string>());
  const std::size_t J = right.joints;
  const auto four = changed(right, [J](double* row, std::size_t) { keep_four(row, J); });
  EXPECT_EQ(broken_by(four, fox, right), std::vector<std::string>());
  const double share = judge_weights(fox, heat, right, four).back().measured;
  std::printf("the four largest: %.3g of what the surface is allowed\n", share);
  const auto wrong = changed(right, [J](double* row, std::size_t) { std::rotate(row, row + 1, row + J); });
  const auto broken = broken_by(wrong, fox, right);
  EXPECT_NE(std::ranges::find(broken, "same-surface"), broken.end());
}

}  // namespace bindpose::conformance::weight_properties_test

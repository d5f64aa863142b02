// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/mesh_view.h"

#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/judge/displacement.h"
#include "conformance/report/findings.h"
#include "reference/algorithms.h"
#include "reference/testing/assert.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::mesh_view_test {

constexpr double bound = 1e-6;

/// A strip of vertices along x, 1 cm apart, and its output. Each of two joints moves one half.
struct Strip {
  explicit Strip(std::size_t vertices) {
    Array::Reals positions, weights(vertices, 1);
    Array::Integers joints;
    for (std::size_t v = 0; v < vertices; ++v) {
      positions.insert(positions.end(), {0.01 * static_cast<double>(v), v % 2 == 0 ? 0.0 : 0.5, 0});
      joints.push_back(2 * v < vertices ? 0 : 1);
    }
    from.algorithm = question.algorithm = find_algorithm("lbs");
    question.arrays.add("joints", {vertices, 1}, joints).add("weights", {vertices, 1}, weights);
    right.arrays.push_back({"positions", {vertices, 3}, {positions, Array::Reals(3 * vertices, bound)}, {}});
    answer.arrays.add("positions", {vertices, 3}, positions);
    from.depiction = [vertices] {
      Depiction depiction{vertices, {}, {"upper arm", "forearm"}};
      for (std::uint32_t v = 0; v + 2 < vertices; ++v)
        depiction.triangles.push_back({v, v + 1, v + 2});
      return depiction;
    };
  }

  double& got(std::size_t vertex, std::size_t component) {
    return std::get<Array::Reals>(answer.arrays.find("positions")->data)[3 * vertex + component];
  }
  JudgedAnswer judged() {
    verdict = compare(right, answer);
    return {name, from, question, right, answer, verdict};
  }

  std::string name = "asset.strip/fake/default";
  Case from;
  Question question;
  Expectation right;
  Answer answer;
  Verdict verdict;
};

std::size_t place_of(const MeshView& view, std::uint32_t vertex) {
  return static_cast<std::size_t>(std::ranges::find(view.drawn, vertex) - view.drawn.begin());
}

TEST(MeshViewTest, a_view_has_joint_distance_and_share_of_the_mesh) {
  Strip strip(100);
  strip.got(80, 2) += 0.25;
  strip.got(10, 1) += 0.125;
  BINDPOSE_ASSERT(const auto most, largest_displacement(strip.judged()));
  EXPECT_EQ(most.vertex, 80U);
  const auto whole = whole_mesh(strip.judged());
  EXPECT_EQ(whole->joints[*strongest_of(whole->influences[most.vertex])], "forearm");
  EXPECT_DOUBLE_EQ(whole->fractions[80], 0.25 / bound);
  EXPECT_EQ(whole->metres[11], 0);
  EXPECT_DOUBLE_EQ(most.metres, 0.25);
  EXPECT_DOUBLE_EQ(most.mesh_size, std::hypot(0.99, 0.5));
  EXPECT_DOUBLE_EQ(most.share(), 0.25 / std::hypot(0.99, 0.5));
  BINDPOSE_ASSERT(const auto view, view_of(strip.judged()));
  ASSERT_EQ(view.segments.size(), 2U);
  EXPECT_EQ(view.segments[0].joint, "forearm");
  EXPECT_EQ(view.segments[0].wrong, 1U);
  EXPECT_EQ(view.segments[1].vertices, 50U);
  EXPECT_DOUBLE_EQ(view.segments[1].metres, 0.125);
  EXPECT_EQ(view.triangles.size(), 98U);
}

TEST(MeshViewTest, wrong_weights_are_shown_at_the_input_vertices) {
  Strip strip(100);
  const Array::Reals positions = strip.right.arrays[0].branch.values;
  Array::Reals weights(200, 0.5);
  strip.question.arrays.add("positions", {100, 3}, positions);
  strip.right.arrays = {{"joint_weights", {100, 2}, {weights, Array::Reals(200, bound)}, {}}};
  weights[2 * 30 + 1] += 0x1p-18;
  strip.answer.arrays = {};
  strip.answer.arrays.add("joint_weights", {100, 2}, weights);
  const auto whole = whole_mesh(strip.judged());
  ASSERT_TRUE(whole && can_be_drawn(strip.judged()));
  EXPECT_FALSE(has_distances(strip.judged()));
  EXPECT_TRUE(whole->are_places_right);
  EXPECT_EQ(whole->expected[30][0], positions[90]);
  EXPECT_EQ(whole->got, whole->expected);
  EXPECT_NEAR(whole->fractions[30], 0x1p-18 / bound, 1e-9);
  EXPECT_EQ(whole->fractions[31], 0);
  EXPECT_EQ(whole->influences[30], (VertexInfluences{{0, 0.5}, {1, 0.5}}));
  EXPECT_EQ(whole->joints, (std::vector<std::string>{"upper arm", "forearm"}));
  EXPECT_EQ(whole->triangles.size(), 98U);
  EXPECT_EQ(view_of(strip.judged())->by_metres[30], 0);
  // An array without a row per vertex gives no colours.
  strip.right.arrays = {{"energy", {1}, {{1}, {bound}}, {}}};
  strip.answer.arrays = {};
  strip.answer.arrays.add("energy", {1}, Array::Reals{2});
  EXPECT_FALSE(whole_mesh(strip.judged()) || can_be_drawn(strip.judged()));
}

TEST(MeshViewTest, drawn_numbers_are_rounded_and_printed_numbers_are_not) {
  Strip strip(50);
  strip.got(7, 0) += 0.123456789;
  const JudgedAnswer judged = strip.judged();
  BINDPOSE_ASSERT(const auto view, view_of(judged));
  EXPECT_EQ(view.drawn.size(), 50U);
  EXPECT_EQ(view.by_bound[7], 255);
  EXPECT_EQ(view.by_metres[7], 255);
  EXPECT_EQ(view.by_bound[8], 0);
  const double step = (view.high[0] - view.low[0]) / 65535;
  EXPECT_NEAR(view.low[0] + step * view.got[21], strip.got(7, 0), step);
  EXPECT_EQ(view.numbered.size(), 50U) << "all vertices of a small mesh";
  const auto numbered = std::ranges::find(view.numbered, 7U, &NumberedVertex::vertex);
  ASSERT_NE(numbered, view.numbered.end());
  const ArrayVerdict& worst = judged.verdict.arrays.front();
  EXPECT_EQ(numbered->numbers[0].got, worst.got);
  EXPECT_EQ(numbered->numbers[0].value, worst.expected);
  EXPECT_EQ(numbered->numbers[0].bound, worst.bound);
  EXPECT_EQ(numbered->numbers[0].fraction(), worst.worst_fraction);
  EXPECT_EQ(numbered->influences, (std::vector<std::pair<std::size_t, double>>{{0, 1}}));
}

TEST(MeshViewTest, a_large_mesh_keeps_the_worst_vertices_of_each_joint) {
  Strip strip(60000);
  strip.got(50001, 2) += 0.5;
  strip.got(3, 2) += 0.001;
  BINDPOSE_ASSERT(const auto view, view_of(strip.judged()));
  EXPECT_LE(view.drawn.size(), MeshView::most_drawn);
  EXPECT_GT(view.drawn.size(), MeshView::most_drawn / 2);
  EXPECT_EQ(view.vertices, 60000U);
  EXPECT_FALSE(view.triangles.empty());
  for (const std::uint32_t vertex : {50001U, 3U}) {
    ASSERT_LT(place_of(view, vertex), view.drawn.size()) << vertex;
    EXPECT_GT(view.by_bound[place_of(view, vertex)], 0);
    EXPECT_NE(std::ranges::find(view.numbered, vertex, &NumberedVertex::vertex), view.numbered.end());
  }
  EXPECT_EQ(view.numbered.size(), MeshView::most_numbered);
}

TEST(MeshViewTest, vertices_in_the_verdict_are_always_drawn_and_listed) {
  Strip strip(50000);
  Array::Reals normals;
  for (std::size_t v = 0; v < 50000; ++v)
    normals.insert(normals.end(), {0, 0, 1});
  strip.right.arrays.push_back({"normals", {50000, 3}, {normals, Array::Reals(150000, bound)}, {}});
  normals[3 * 49000] = 0.75;  // the worst normal: its bound is wide, its vertex in the right place
  strip.right.arrays.back().branch.bounds[3 * 49000] = 0.5;
  strip.answer.arrays.add("normals", {50000, 3}, normals);
  for (std::size_t v = 0; v < 40000; ++v)
    strip.got(v, 2) += 0.01;
  strip.got(777, 0) += 0.5;  // the most displaced, only just outside its bound
  strip.right.arrays.front().branch.bounds[3 * 777] = 0.4;
  strip.right.arrays.front().branch.bounds[3 * 777 + 2] = 0.4;
  const JudgedAnswer judged = strip.judged();
  ASSERT_EQ(judged.verdict.arrays[0].row, 777U);
  ASSERT_EQ(judged.verdict.arrays[1].row, 49000U);
  BINDPOSE_ASSERT(const auto view, view_of(judged));
  for (const std::uint32_t vertex : {777U, 49000U}) {
    EXPECT_LT(place_of(view, vertex), view.drawn.size()) << vertex;
    EXPECT_NE(std::ranges::find(view.numbered, vertex, &NumberedVertex::vertex), view.numbered.end())
        << vertex;
  }
  EXPECT_EQ(view.numbered.size(), MeshView::most_numbered);
  EXPECT_EQ(view.numbered.front().vertex, 777U);
}

TEST(MeshViewTest, the_most_displaced_vertices_outside_their_bound_are_listed) {
  Strip strip(600);
  for (std::size_t v = 0; v < 300; ++v) {
    strip.got(v, 2) += 0.001 * static_cast<double>(v + 1);
    strip.right.arrays.front().branch.bounds[3 * v + 2] = 1e-9 * std::pow(1.05, static_cast<double>(v));
  }
  const auto view = view_of(strip.judged());
  ASSERT_TRUE(view);
  const auto is_listed = [&view](std::size_t vertex) {
    return std::ranges::count(view->numbered, vertex, &NumberedVertex::vertex) > 0;
  };
  EXPECT_TRUE(is_listed(290)) << "29 cm, although others have a larger error / bound";
  EXPECT_FALSE(is_listed(5)) << "6 mm";
}

TEST(MeshViewTest, nan_and_far_positions_are_drawn_at_the_side_and_counted) {
  Strip strip(20);
  strip.got(1, 0) = std::numeric_limits<double>::quiet_NaN();
  strip.got(2, 0) = 1e30;
  BINDPOSE_ASSERT(const auto view, view_of(strip.judged()));
  EXPECT_EQ(view.outside, 2U);
  EXPECT_LT(view.high[0], 10);
  EXPECT_EQ(view.by_bound[1], 255);
  EXPECT_EQ(largest_displacement(strip.judged())->vertex, 2U) << "NaN has no distance";
}

TEST(MeshViewTest, an_output_without_positions_has_no_mesh) {
  Strip strip(20);
  strip.right.arrays.front().name = "values";
  EXPECT_FALSE(largest_displacement(strip.judged()));
  EXPECT_FALSE(view_of(strip.judged()));
}

TEST(MeshSvgTest, a_still_picture_has_every_vertex_in_few_bytes) {
  Strip strip(60000);
  strip.got(5, 2) += 0.5;
  const std::string many = mesh_svg(*view_of(strip.judged()));
  EXPECT_LT(many.size(), 60000U);
  EXPECT_FALSE(has(many, "nan"));
  Strip few(9);
  few.got(4, 0) += 0.02;
  const std::string svg = mesh_svg(*view_of(few.judged()));
  EXPECT_TRUE(has(svg, "stroke=\"#fde725\"")) << "the worst vertex has the lightest colour";
  EXPECT_TRUE(has(svg, "stroke=\"#999999\"")) << "vertices within their bounds are grey";
}

/// Formerly a mesh of more than 2,500 triangles was only points.
TEST(MeshSvgTest, a_large_mesh_has_connected_triangles) {
  Strip strip(6000);
  strip.got(5, 2) += 0.5;
  const std::string svg = mesh_svg(*view_of(strip.judged()));
  EXPECT_TRUE(
      has(svg, {"class=\"expected\" d=\"M", "<g class=\"faces\"><path stroke=\"", "fill=\"#fde725\""}));
  EXPECT_FALSE(has(svg, "class=\"points\"")) << "every vertex has a triangle";
}

TEST(MeshSvgTest, the_scale_of_colours_has_readable_numbers) {
  MeshView view;
  for (const auto& [most, high] : {std::pair(2.5, "2.5"), std::pair(552345.6, "552 thousand"),
                                   std::pair(4.2e7, "42 million"), std::pair(1e30, "1000 trillion")}) {
    view.worst_fraction = most;
    EXPECT_EQ(bound_legend(view).high, fmt::format("yellow: {} times the bound or more", high));
  }
}

TEST(FindingsTest, a_group_keeps_its_most_displaced_output_in_any_order) {
  Strip little(30), much(30);
  little.got(3, 0) += 0.01;
  much.got(3, 0) += 0.02;
  little.name = "asset.a/fake/default";
  much.name = "asset.b/fake/default";
  for (const bool little_first : {true, false}) {
    Findings findings;
    findings.look_at("fake", little_first ? little.judged() : much.judged());
    findings.look_at("fake", little_first ? much.judged() : little.judged());
    const auto kept = findings.find(group_of("fake", *little.from.algorithm, much.judged().verdict));
    ASSERT_TRUE(kept);
    EXPECT_EQ(kept->test, much.name);
    EXPECT_EQ(kept->displacement->joint, "upper arm");
  }
}

TEST(FindingsTest, the_requested_number_of_passes_is_kept_by_name) {
  Findings none, two(2);
  Strip strip(10);
  for (const char* name : {"c", "a", "d", "b"}) {
    strip.name = name;
    none.look_at("fake", strip.judged());
    two.look_at("fake", strip.judged());
  }
  EXPECT_TRUE(none.passes().empty());
  ASSERT_EQ(two.passes().size(), 2U);
  EXPECT_EQ(two.passes()[0].test, "a");
  EXPECT_EQ(two.passes()[1].test, "b");
}

TEST(FindingsTest, the_number_of_groups_is_bounded) {
  Findings findings;
  Strip strip(4);
  strip.got(0, 0) += 1;
  for (std::size_t i = 0; i <= Findings::most_groups; ++i)
    findings.look_at("subject " + std::to_string(1000 + i), strip.judged());
  const auto group = [&strip](std::size_t i) {
    return group_of("subject " + std::to_string(1000 + i), *strip.from.algorithm, strip.judged().verdict);
  };
  EXPECT_TRUE(findings.find(group(Findings::most_groups - 1)));
  EXPECT_FALSE(findings.find(group(Findings::most_groups)));
}

TEST(DisplacementTest, displacement_is_reported_for_vertices_and_joints) {
  const auto said = [](bool is_joint, const std::string& joint) { return place_words(is_joint, 2, joint); };
  EXPECT_EQ(said(false, ""), "vertex 2");
  EXPECT_EQ(said(false, "Elbow"), "vertex 2, joint Elbow");
  EXPECT_EQ(said(false, "joint 1"), "vertex 2, joint 1");
  EXPECT_EQ(said(true, "joint 2"), "joint 2");
  EXPECT_EQ(said(true, "Wrist"), "joint 2 (Wrist)");
}

}  // namespace bindpose::conformance::mesh_view_test

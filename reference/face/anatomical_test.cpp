// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/anatomical.h"

#include <functional>

#include <gtest/gtest.h>

#include "reference/samples/face_patches.h"
#include "reference/scenes/scene.h"
#include "reference/testing/deformer_checks.h"

namespace bindpose::face {
namespace anatomical_test {

using namespace bindpose::test;
using samples::face_question, samples::FacePatch, samples::node_of, samples::PatchLayer;
using Row = Array::Reals;

Row positions(const ArraySet& question) {
  return answered("face.anatomical", question, "positions");
}
Row ratios(const ArraySet& question) {
  return answered("face.anatomical", question, "volume_ratios");
}
Vec3<double> point(const Row& x, std::size_t v) {
  return {x[3 * v], x[3 * v + 1], x[3 * v + 2]};
}

FacePatch pulled(double K) {
  FacePatch patch;
  patch.muscles = {{{0, 0}, {2, 1}, K}, {{0, 2}, {2, 1}, K}};
  return patch;
}

TEST(anatomical, rest_is_an_equilibrium) {
  const ArraySet question = face_question({});
  EXPECT_LT(greatest_difference(positions(question), question.find("positions")->reals()), 1e-15);
  for (const double ratio : ratios(question))
    EXPECT_NEAR(ratio, 1, 1e-14);
}

TEST(anatomical, moves_rigidly_with_all_joints) {
  FacePatch patch = pulled(0.25);
  const Row still = positions(face_question(patch));
  patch.head = {scenes::rotation_about({1, 2, -1}, 2), {3, -1, 0.5}};
  const Row moved = positions(face_question(patch));
  for (std::size_t v = 0; v < still.size() / 3; ++v) {
    const Vec3<double> wanted = rotate(patch.head.rotation, point(still, v)) + patch.head.translation;
    EXPECT_LT((point(moved, v) - wanted).norm(), 1e-6) << v;  // quaternions are float32
  }
}

/// The face in the mirror: columns the other way round.
TEST(anatomical, stays_symmetric) {
  FacePatch patch = pulled(0.25);
  patch.jaw = 8;
  patch.kappa = 0;  // two prisms cut a cell along one of its diagonals
  const Row x = positions(face_question(patch));
  for (const PatchLayer layer : {PatchLayer::fascia, PatchLayer::skin})
    for (std::size_t a = 0; a < 3; ++a)
      for (std::size_t b = 0; b < 3; ++b) {
        const Vec3<double> p = point(x, node_of(patch, layer, {a, b})),
                           q = point(x, node_of(patch, layer, {a, 2 - b}));
        EXPECT_LT((p - Vec3<double>(-q[0], q[1], q[2])).norm(), 1e-14);
      }
}

TEST(anatomical, muscles_pull_the_skin_towards_their_attachment) {
  const FacePatch patch = pulled(0.25);
  const ArraySet question = face_question(patch);
  const Row x = positions(question), X = question.find("positions")->reals();
  for (const PatchLayer layer : {PatchLayer::fascia, PatchLayer::skin}) {
    const std::size_t v = node_of(patch, layer, {2, 1});
    EXPECT_GT(point(x, v)[1], point(X, v)[1] + 0.01) << "both are above it";
    EXPECT_NEAR(point(x, v)[0], 0, 0.01);
  }
  for (std::size_t v = 0; v < 9; ++v)
    EXPECT_LT((point(x, v) - point(X, v)).norm(), 1e-15) << "the skull stays";
}

TEST(anatomical, the_jaw_takes_its_nodes_along) {
  FacePatch patch;
  patch.jaw = 10;
  const ArraySet question = face_question(patch);
  const Row x = positions(question), X = question.find("positions")->reals();
  for (std::size_t v = 0; v < 27; ++v) {
    const double down = point(X, v)[1] - point(x, v)[1];
    if (v < 6) {
      EXPECT_LT(std::fabs(down), 1e-15) << "the head stays";
    } else {
      EXPECT_GT(down, v < 9 ? 0.15 : 0.02) << "the jaw opens, and tissue follows";
    }
  }
}

TEST(anatomical, stiff_prisms_keep_their_volume) {
  double before = 1;
  for (const double kappa : {0.0, 4.0, 64.0, 1024.0}) {
    FacePatch patch = pulled(0.5);
    patch.kappa = kappa;
    double worst = 0;
    for (const double ratio : ratios(face_question(patch)))
      worst = std::max(worst, std::fabs(ratio - 1));
    EXPECT_LT(worst, before) << kappa;
    before = worst;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(anatomical, prisms_may_be_listed_clockwise) {
  FacePatch patch = pulled(0.5);
  const Row x = positions(face_question(patch)), ratio = ratios(face_question(patch));
  patch.is_clockwise = true;
  EXPECT_LT(greatest_difference(positions(face_question(patch)), x), 1e-14);
  EXPECT_LT(greatest_difference(ratios(face_question(patch)), ratio), 1e-14);
}

/// The barrier holds against a pull; a stiffer one further away.
TEST(anatomical, no_node_penetrates_the_skull) {
  const auto nearest = [](double beta) {
    FacePatch patch;
    patch.contact = beta;
    patch.clearance = 0.125;
    patch.between = 1;
    patch.muscles = {{{1, 1}, {0, 1}, 0.5, 1.5, 0.3125, 1.5}, {{1, 1}, {2, 2}, 0.5, 1.5, 0.3125, 1.5}};
    const ArraySet question = face_question(patch);
    const Row x = positions(question), c = question.find("skull_centres")->reals(),
              r = question.find("skull_radii")->reals();
    double least = 9;
    for (std::size_t v = 9; v < 27; ++v)
      for (std::size_t s = 0; s < 2; ++s)
        least = std::min(least, (point(x, v) - point(c, s)).norm() - r[s]);
    return least;
  };
  EXPECT_GT(nearest(0.25), 0);
  EXPECT_GT(nearest(4), nearest(0.25));
  EXPECT_LT(nearest(4), 0.125) << "it is in contact";
}

TEST(anatomical, one_spring_and_one_muscle_in_closed_form) {
  ArraySet question = face_question(pulled(0));
  const auto put = [&](const char* name, const Shape& shape, const auto& values) {
    question.put({name, shape, values});
  };
  // A tripod over three nodes of the skull, all at the distance l = 1.5 of its top, pulled down by f to a node under it.
  put("positions", {5, 3}, Row{1, 0, 0, -0.5, 0.75, 0, -0.5, -0.75, 0, 0, 0, -2, 0, 0, 1});
  put("layers", {5}, Array::Integers{0, 0, 0, 0, 1});
  put("node_joints", {5}, Array::Integers(5, 0));
  put("springs", {3, 2}, Array::Integers{0, 4, 4, 1, 2, 4});
  put("spring_stiffness", {3}, Row{1, 1, 1});
  put("prisms", {0, 6}, Array::Integers{});
  put("prism_stiffness", {0}, Row{});
  put("muscle_nodes", {1, 2}, Array::Integers{3, 4});
  put("muscle_zone_angles", {1}, Row{1});
  put("muscle_falloff_starts", {1}, Row{3});
  put("muscle_falloff_ends", {1}, Row{4});
  put("muscle_contractions", {1}, Row{0.125});
  put("skull_centres", {0, 3}, Row{});
  put("skull_radii", {0}, Row{});
  put("skull_joints", {0}, Array::Integers{});
  const Row x = positions(question);
  const Vec3<double> top = point(x, 4);
  Vec3<double> force = 0.125 * (Vec3<double>(0, 0, -2) - top).normalized();
  for (std::size_t v = 0; v < 3; ++v) {
    const Vec3<double> d = point(x, v) - top,
                       D = point(question.find("positions")->reals(), v) - Vec3<double>(0, 0, 1);
    force += (d.norm() - D.norm()) * d.normalized();
  }
  EXPECT_LT(force.norm(), 1e-15);
  EXPECT_NEAR(top[1], 0, 1e-15);
  EXPECT_LT(top[2], 0.95);
}

TEST(anatomical, a_face_that_is_all_skull_goes_with_its_joints) {
  FacePatch patch;
  patch.jaw = 10;
  ArraySet question = face_question(patch);
  integers_of(question, "layers")->assign(27, 0);
  const Row x = positions(question), X = question.find("positions")->reals();
  EXPECT_EQ(point(x, 18), point(X, 18));
  EXPECT_GT(point(X, 26)[1] - point(x, 26)[1], 0.15);
  const auto known = find_algorithm("anatomical")->implementation.in_tracked(question, {});
  ASSERT_TRUE(known);
  EXPECT_LT(known->find("positions")->values.back().error(), 1e-5);
}

TEST(anatomical, errors) {
  const ArraySet right = face_question(pulled(0.125));
  const auto error = [&](const char* name, const std::function<void(ArraySet&)>& change) {
    ArraySet question = right;
    change(question);
    return std::string(name) + error_of("face.anatomical", question);
  };
  const auto put = [&](const char* name, std::size_t i, double value) {
    return error("", [&](ArraySet& question) {
      if (Row* row = reals_of(question, name)) (*row)[i] = value;
      if (Array::Integers* row = integers_of(question, name)) (*row)[i] = static_cast<std::int32_t>(value);
    });
  };
  EXPECT_EQ(put("layers", 26, 2), "");
  EXPECT_EQ(put("springs", 1, 9), "ZERO_SPRING springs[0]");
  EXPECT_EQ(put("muscle_falloff_ends", 1, 0.5), "PARAMETER_RANGE muscle_falloff_ends[1]");
  EXPECT_EQ(put("muscle_nodes", 0, 9), "WRONG_LAYER muscle_nodes[0][0]");
  EXPECT_EQ(put("muscle_nodes", 3, 19), "WRONG_LAYER muscle_nodes[1][1]");
  EXPECT_EQ(put("clearance", 0, 0.5), "NO_CLEARANCE positions[9]");
  EXPECT_EQ(put("palette_translations", 5, 1), "PENETRATION positions[13]");
  EXPECT_EQ(error("",
                  [](ArraySet& q) {
                    Array::Integers& nodes = *integers_of(q, "prisms");
                    std::fill_n(nodes.begin() + 6, 6, 9);
                  }),
            "ZERO_VOLUME prisms[1]");
  EXPECT_EQ(error("",
                  [](ArraySet& q) {
                    Row& x = *reals_of(q, "positions");
                    const std::int32_t* nodes = integers_of(q, "muscle_nodes")->data();
                    std::copy_n(x.begin() + 3 * nodes[1], 3, x.begin() + 3 * nodes[0]);
                  }),
            "ZERO_MUSCLE muscle_nodes[0]");
  EXPECT_EQ(error("",
                  [](ArraySet& q) {
                    q.put({"springs", {1, 2}, Array::Integers{9, 0}});
                    q.put({"spring_stiffness", {1}, Row{1}});
                    for (double& K : *reals_of(q, "muscle_contractions"))
                      K = 0;
                  }),
            "UNSTABLE ");
}

}  // namespace anatomical_test
}  // namespace bindpose::face

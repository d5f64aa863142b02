// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/anatomical.h"

#include <gtest/gtest.h>

#include "reference/samples/face_patches.h"
#include "reference/testing/deformer_checks.h"

namespace bindpose::face::anatomical_test {

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

TEST(anatomical, the_face_moves_rigidly_with_all_joints) {
  FacePatch patch = pulled(0.25);
  const Row still = positions(face_question(patch));
  patch.head = {scenes::rotation_about({1, 2, -1}, 2), {3, -1, 0.5}};
  const Row moved = positions(face_question(patch));
  for (std::size_t v = 0; v < still.size() / 3; ++v) {
    const Vec3<double> wanted = rotate(patch.head.rotation, point(still, v)) + patch.head.translation;
    EXPECT_LT((point(moved, v) - wanted).norm(), 1e-6) << v;  // quaternions are float32
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

/// The barrier resists a pull; a stiffer barrier keeps the node further away.
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

TEST(anatomical, a_face_of_skull_nodes_only_follows_its_joints) {
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

TEST(anatomical, invalid_inputs_are_refused) {
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

}  // namespace bindpose::face::anatomical_test

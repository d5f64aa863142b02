// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/anatomical_bound.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/face/shared/tissue_question.h"
#include "reference/samples/face_patches.h"

namespace bindpose::face::anatomical_bound_test {

using samples::face_question, samples::FacePatch;

const Implementation& implementation() {
  return find_algorithm("anatomical")->implementation;
}

template <class T>
TissueQuestion<T> read(const ArraySet& question) {
  const Declaration& declaration = implementation().declaration;
  return *read_tissue(Inputs<T>(declaration, question, {}, *check(declaration, question)));
}

/// Greatest distance of nodes from the tracked output, as a part of its bound.
template <class T>
double fraction(const Points<T>& x, const ArraySet& question) {
  const auto expected = implementation().in_tracked(question, {});
  double worst = 0;
  for (std::size_t k = 0; k < expected->find("positions")->values.size(); ++k) {
    const Tracked& value = expected->find("positions")->values[k];
    const double off = std::fabs(to_double(x[k / 3][static_cast<Eigen::Index>(k % 3)]) - value.value());
    worst = std::max(worst, off == 0 ? 0 : off / value.error());
  }
  return worst;
}

/// Solves in float32 with the stiffness of the start, or by gradient descent, until nothing moves any more.
Points<float> found_slowly(const ArraySet& question, bool by_gradient) {
  TissueQuestion<float> q = read<float>(question);
  const Balance<float> start = balance(q.tissue, q.x);
  const float shift = start.H.cwiseAbs().rowwise().sum().maxCoeff();
  for (int step = 0; step < (by_gradient ? 4000 : 60); ++step) {
    const DynamicVector<float> g = balance(q.tissue, q.x).g;
    const DynamicVector<float> p =
        by_gradient ? DynamicVector<float>(-g / shift) : *solved_positive<float>(start.H, -g);
    q.x = moved(q.tissue, q.x, 1.0F, p);
  }
  return q.x;
}

TEST(AnatomicalBound, the_bound_holds_for_other_solvers) {
  Random random("other solvers");
  double kept = 0, gradient = 0;
  for (int i = 0; i < 6; ++i) {
    FacePatch patch = samples::sample_face_patch(24, random);
    patch.jaw /= 2;
    const ArraySet question = face_question(patch);
    kept = std::max(kept, fraction(found_slowly(question, false), question));
    gradient = std::max(gradient, fraction(found_slowly(question, true), question));
  }
  fmt::print("equilibria: kept stiffness {:.4f}, gradient {:.4f} of the bound\n", kept, gradient);
  EXPECT_LE(kept, 1);
  EXPECT_LE(gradient, 1);
}

/// Changes lengths, pulls and volumes by up to 2^-23 of themselves: the equilibrium stays within its bound.
TEST(AnatomicalBound, the_bound_holds_for_rounded_lengths_and_pulls) {
  Random random("rounded data");
  double worst = 0;
  for (int i = 0; i < 10; ++i) {
    const ArraySet question = face_question(samples::sample_face_patch(24, random));
    TissueQuestion<double> q = read<double>(question);
    for (auto& spring : q.tissue.springs)
      spring.l *= 1 + random.uniform(-0x1p-23, 0x1p-23);
    for (auto& fibre : q.tissue.fibres)
      fibre.f *= 1 + random.uniform(-0x1p-23, 0x1p-23);
    for (auto& prism : q.tissue.prisms)
      prism.V_0 *= 1 + random.uniform(-0x1p-23, 0x1p-23);
    ASSERT_TRUE(settle(q.tissue, q.x));
    worst = std::max(worst, fraction(q.x, question));
  }
  EXPECT_LE(worst, 1);
  EXPECT_GT(worst, 0.0005);
}

TEST(AnatomicalBound, the_bound_is_infinite_near_several_equilibria) {
  FacePatch patch;
  patch.between = 0x1p-6;
  patch.muscles = {{{0, 0}, {2, 1}, 0.0078125}};
  const auto result = implementation().in_tracked(face_question(patch), {});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->find("positions")->values.back().error(), infinity);
  EXPECT_LT(result->find("positions")->values.front().error(), 1e-5) << "of the skull";
}

/// A cell that buckles: the steps pass points at which the stiffness is not positive definite.
TEST(AnatomicalBound, the_bound_is_infinite_beyond_a_saddle) {
  FacePatch patch;
  patch.rows = patch.columns = 2;
  patch.jaw = 9;
  for (const double K : {0.375, 1.25}) {
    patch.muscles = {{{0, 0}, {1, 1}, K, 1.25, 0.5, 1.25}};
    const ArraySet question = face_question(patch);
    TissueQuestion<double> q = read<double>(question);
    EXPECT_EQ(*settle(q.tissue, q.x), K < 1);
    const auto result = implementation().in_tracked(question, {});
    for (const char* name : {"positions", "volume_ratios"}) {
      const double error = result->find(name)->values.back().error();
      EXPECT_EQ(error < 1e-3, K < 1) << name << ' ' << error;
      EXPECT_EQ(std::isinf(error), K > 1) << name << ' ' << error;
    }
  }
}

}  // namespace bindpose::face::anatomical_bound_test

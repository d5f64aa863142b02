// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/containment.h"

#include <gtest/gtest.h>

#include "reference/algorithms.h"
#include "reference/model/numbers_of.h"
#include "reference/testing/agreement.h"
#include "reference/testing/errors.h"
#include "reference/testing/weights.h"

namespace bindpose::binding {
namespace containment_test {

using Row = std::vector<double>;
using Points = std::vector<Vec3<double>>;

const Options by_depth = {{"weighing", "by-depth"}};

/// Two joints, no bone of use; volumes are given.
ArraySet question(const Points& x, const Array::Integers& kinds, const Array::Integers& joints,
                  const Points& a, const Points& b, const Array::Reals& r) {
  ArraySet asked;
  asked.add("positions", {x.size(), 3}, numbers_of(x));
  asked.add("parents", {2}, Array::Integers{-1, 0});
  asked.add("pivots", {2, 3}, Array::Reals(6, 0));
  if (kinds.empty()) return asked;
  asked.add("volume_kinds", {kinds.size()}, kinds);
  asked.add("volume_joints", {joints.size()}, joints);
  asked.add("volume_starts", {a.size(), 3}, numbers_of(a));
  asked.add("volume_ends", {b.size(), 3}, numbers_of(b));
  asked.add("volume_radii", {r.size()}, r);
  return asked;
}

std::vector<Row> bound(const ArraySet& asked, const Options& options = {}) {
  return test::joint_weights("bind.containment", asked, options);
}

TEST(Containment, depths_by_hand) {
  const Vec3<double> a(0, 0, 0), b(4, 0, 0), x(3, 1, 0), middle(2, 0, 0);
  const auto depth = [&](VolumeKind kind, const Vec3<double>& at) {
    return depth_in<double>({kind, 0, a, b, 2}, at);
  };
  EXPECT_DOUBLE_EQ(depth(VolumeKind::cylinder, x), 0.5);
  EXPECT_DOUBLE_EQ(depth(VolumeKind::capsule, x), 0.5);
  EXPECT_DOUBLE_EQ(depth(VolumeKind::ellipsoid, x), 1 - std::sqrt(0.25 + 0.25));
  EXPECT_DOUBLE_EQ(depth(VolumeKind::sphere, x), 1 - std::sqrt(2) / 2);
  EXPECT_DOUBLE_EQ(depth(VolumeKind::cylinder, {5, 0, 0}), -0.5);
  EXPECT_DOUBLE_EQ(depth(VolumeKind::capsule, {5, 0, 0}), 0.5);
  for (const auto kind :
       {VolumeKind::cylinder, VolumeKind::capsule, VolumeKind::ellipsoid, VolumeKind::sphere})
    EXPECT_DOUBLE_EQ(depth(kind, middle), 1);
  EXPECT_DOUBLE_EQ(depth_in<double>({VolumeKind::capsule, 0, a, a, 2}, {0, 1, 0}), 0.5)
      << "without length a sphere";
}

TEST(Containment, the_best_fitting_volume_has_the_vertex) {
  const ArraySet asked = question({{0.75, 0, 0}, {1.75, 0, 0}, {1.25, 0, 0}}, {3, 3}, {1, 0},
                                  {{0, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}, {1, 2});
  EXPECT_EQ(bound(asked), (std::vector<Row>{{1, 0}, {1, 0}, {1, 0}})) << "0.25 of one, 0.375 of the other";
  const auto w = bound(asked, by_depth);
  EXPECT_NEAR(w[0][1], 0.25 / (0.25 + 0.375), 1e-15);
  EXPECT_EQ(w[1], (Row{1, 0}));
}

TEST(Containment, of_equal_depths_the_volume_that_comes_first) {
  EXPECT_EQ(
      bound(question({{1, 0, 0}}, {3, 3}, {1, 0}, {{0, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}, {2, 2}))[0],
      (Row{0, 1}));
}

TEST(Containment, a_joints_volumes_count_by_the_deepest) {
  const ArraySet asked =
      question({{0, 0, 0}}, {3, 3, 3}, {0, 1, 1}, {{0.5, 0, 0}, {0.75, 0, 0}, {0.25, 0, 0}},
               {{0.5, 0, 0}, {0.75, 0, 0}, {0.25, 0, 0}}, {1, 1, 1});
  EXPECT_NEAR(bound(asked, by_depth)[0][1], 0.75 / 1.25, 1e-15);
}

TEST(Containment, outside_every_volume) {
  const ArraySet asked =
      question({{5, 0, 0}}, {3, 3}, {0, 1}, {{0, 0, 0}, {2, 0, 0}}, {{0, 0, 0}, {2, 0, 0}}, {1, 1});
  const auto answer = find_algorithm("bind.containment")->implementation.in_double(asked, {});
  ASSERT_EQ(answer->undefined.size(), 1U);
  EXPECT_EQ(answer->undefined[0].code, "OUTSIDE_VOLUMES");
  EXPECT_EQ(bound(asked, {{"outside", "nearest"}})[0], (Row{0, 1}));
  EXPECT_EQ(bound(asked, {{"outside", "nearest"}, {"weighing", "by-depth"}})[0], (Row{0, 1}));
}

TEST(Containment, volumes_size_themselves) {
  ArraySet asked;
  asked.add("positions", {4, 3}, Array::Reals{2, 0.5, 0, 4.5, 0, 0, 6, 0, 0, 2, 1.5, 0});
  asked.add("parents", {3}, Array::Integers{-1, 0, 1});
  asked.add("pivots", {3, 3}, Array::Reals{0, 0, 0, 4, 0, 0, 6, 0, 0});
  const Options nearest = {{"outside", "nearest"}};
  EXPECT_EQ(bound(asked, nearest), (std::vector<Row>{{1, 0, 0}, {0, 1, 0}, {0, 1, 0}, {1, 0, 0}}));
  const auto answer = find_algorithm("bind.containment")->implementation.in_double(asked, {});
  ASSERT_EQ(answer->undefined.size(), 1U) << "a quarter of 4 metres reaches 1 metre";
  EXPECT_EQ(answer->undefined[0].row, 3U);
  EXPECT_EQ(bound(asked, {{"outside", "nearest"}, {"volume_kind", "cylinder"}})[2], (Row{0, 0, 1}))
      << "on the cylinder's end, in the middle of the leaf's sphere";
}

TEST(Containment, what_is_refused) {
  EXPECT_EQ(test::error_of("bind.containment", question({{0, 0, 0}}, {}, {}, {}, {}, {})), "NO_BONE pivots");
  const Points at = {{1, 0, 0}};
  EXPECT_EQ(test::error_of("bind.containment", question({{0, 0, 0}}, {0}, {0}, at, at, {1})),
            "ZERO_BONE volume_ends[0]");
  EXPECT_EQ(test::error_of("bind.containment", question({{0, 0, 0}}, {2}, {0}, at, at, {1})),
            "ZERO_BONE volume_ends[0]");
}

TEST(Containment, float_stays_within_the_bound_and_double_near_quad) {
  const auto agreement = test::measure_agreement("containment", 24, 200);
  EXPECT_LE(agreement.fraction, 1);
  EXPECT_LT(agreement.quad, 1e-12);
  Random random("containment, by depth");
  const auto& implementation = find_algorithm("bind.containment")->implementation;
  for (const char* kind : {"capsule", "cylinder", "ellipsoid", "sphere"}) {
    const Options options = {{"weighing", "by-depth"}, {"outside", "nearest"}, {"volume_kind", kind}};
    for (int i = 0; i < 20; ++i) {
      const ArraySet asked = implementation.sample(24, random);
      const std::uint64_t open = Branches::current().undecided;
      const auto bounds = *implementation.in_tracked(asked, options);
      if (Branches::current().undecided > open) continue;
      const auto floats = *implementation.in_float(asked, options);
      for (std::size_t n = 0; n < floats.arrays[0].values.size(); ++n) {
        const Tracked& number = bounds.arrays[0].values[n];
        EXPECT_LE(std::fabs(static_cast<double>(floats.arrays[0].values[n]) - number.value()),
                  number.error());
      }
      test::expect_weights(bound(asked, options));
    }
  }
}

}  // namespace containment_test
}  // namespace bindpose::binding

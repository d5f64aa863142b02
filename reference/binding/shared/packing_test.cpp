// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/shared/packing.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "reference/binding/pack_f16.h"
#include "reference/binding/shared/packing_error.h"

namespace bindpose::binding::packing_test {

/// A hundred thousand by default; `ci/all packing` sets BINDPOSE_PACKED_VERTICES=10000000.
std::size_t vertex_count() {
  const char* asked = std::getenv("BINDPOSE_PACKED_VERTICES");
  return asked == nullptr ? 100'000 : std::stoull(asked);
}

/// Weights that sum to 1 except for the rounding to float32; some slots are empty, some weights are multiples of a step.
std::vector<double> random_weights(std::size_t K, Random& random) {
  std::vector<double> w(K);
  double sum = 0;
  for (double& w_i : w)
    sum += w_i = random.below(5) == 0 ? 0 : random.uniform(0, 1);
  if (sum == 0) sum = w[0] = 1;
  const bool is_stepped = random.below(4) == 0;
  double whole = 0;
  for (double& w_i : w)
    whole += w_i = is_stepped ? std::floor(w_i / sum * 255) / 255 : w_i / sum;
  w[0] += 1 - whole;
  for (double& w_i : w)
    w_i = to_float32(w_i);
  return w;
}

std::vector<Vec3<double>> random_places(std::size_t K, Random& random) {
  std::vector<Vec3<double>> y;
  for (std::size_t i = 0; i < K; ++i)
    y.push_back(random.point(2));
  return y;
}

struct Form {
  int n;
  const StorageForm* storage;  ///< bounds the error of each weight; null: the grid of n steps is coarser
};

struct Worst {
  double moved = 0, displaced = 0;  ///< divided by their bounds
};

void expect_bounded(const std::vector<double>& w, const Form& form, const std::vector<Vec3<double>>& y,
                    Worst& worst) {
  const std::vector<double> k = packed_steps<double>(w, form.n);
  std::vector<double> packed, right;
  double sum = 0, whole = 0;
  std::size_t used = 0;
  for (std::size_t i = 0; i < w.size(); ++i) {
    sum += k[i];
    whole += w[i];
    packed.push_back(k[i] / form.n);
    used += w[i] != 0 ? 1 : 0;
  }
  ASSERT_EQ(sum, form.n);
  for (std::size_t i = 0; i < w.size(); ++i) {
    right.push_back(w[i] / whole);
    ASSERT_TRUE(w[i] != 0 || k[i] == 0);
    ASSERT_LT(std::fabs(packed[i] - right[i]), 1.0 / form.n);
    // Dividing by a sum rounded to float32 changes a weight, and perhaps its neighbours on the grid.
    if (form.storage != nullptr && whole == 1) {
      ASSERT_LE(std::fabs(packed[i] - w[i]), form.storage->error(w[i]) + 0x1p-50);
    }
  }
  const double moved = moved_weight(packed, right), bound = moved_weight_bound(used, form.n);
  ASSERT_LE(moved, bound + 1e-15);
  const double displaced = displacement(packed, right, y), farthest = bound * diameter_of(y);
  ASSERT_LE(displaced, farthest + 1e-15);
  if (bound > 0) worst.moved = std::max(worst.moved, moved / bound);
  if (farthest > 0) worst.displaced = std::max(worst.displaced, displaced / farthest);
}

TEST(Packing, random_vertices_sum_exactly_and_stay_within_the_bounds) {
  Random random("packing");
  for (const Form& form : {Form{255, &unorm8_form}, Form{65535, &unorm16_form}, Form{2048, nullptr}}) {
    Worst worst;
    for (std::size_t v = 0; v < vertex_count(); ++v) {
      const std::size_t K = 1 + random.below(8);
      const std::vector<Vec3<double>> y = random_places(K, random);
      expect_bounded(random_weights(K, random), form, y, worst);
      if (testing::Test::HasFatalFailure()) return;
    }
    std::printf("%d steps: moved weight %.3f of its bound, displacement %.3f\n", form.n, worst.moved,
                worst.displaced);
    EXPECT_GT(worst.moved, 0.9) << "the bound is tight";
  }
}

/// Largest error of rounding a weight to nearest, by the next power of 2.
double half_of_a_spacing(double w) {
  int e = 0;
  std::frexp(w, &e);
  return std::fmax(std::ldexp(1, e - 12), 0x1p-25);
}

TEST(Packing, random_half_floats_are_nearest_and_within_the_bound) {
  Random random("as rounded");
  double nearest = 0, displaced = 0;  // divided by their bounds
  for (std::size_t v = 0; v < vertex_count(); ++v) {
    const std::vector<double> w = random_weights(1 + random.below(8), random),
                              packed = nearest_halves<double>(w);
    const std::vector<Vec3<double>> y = random_places(w.size(), random);
    ASSERT_EQ(nearest_halves<double>(packed), packed) << "what is packed packs to itself";
    double farthest = 0;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const double moved = std::fabs(packed[i] - w[i]), allowed = half_of_a_spacing(w[i]);
      ASSERT_TRUE(is_binary16(packed[i]) && moved <= allowed) << w[i];
      ASSERT_TRUE(w[i] != 0 || packed[i] == 0);
      nearest = std::fmax(nearest, moved / allowed);
      farthest += moved * y[i].norm();
    }
    const double apart = displacement(packed, w, y);
    ASSERT_LE(apart, farthest + 1e-15);
    if (farthest > 0) displaced = std::fmax(displaced, apart / farthest);
  }
  std::printf("as rounded: %.3f of half a spacing, displacement %.3f\n", nearest, displaced);
  EXPECT_GT(nearest, 0.99) << "the bound is tight";
}

TEST(Packing, the_bound_on_moved_weight_is_reached) {
  // Four remainders of 1/2: two are rounded up, two down.
  const std::vector<double> w = {63.5 / 255, 63.5 / 255, 64.5 / 255, 63.5 / 255},
                            k = packed_steps<double>(w, 255);
  std::vector<double> packed;
  for (const double k_i : k)
    packed.push_back(k_i / 255);
  EXPECT_NEAR(moved_weight(packed, w), moved_weight_bound(4, 255), 1e-15);
  EXPECT_DOUBLE_EQ(moved_weight_bound(4, 255), 1.0 / 255);
  EXPECT_DOUBLE_EQ(moved_weight_bound(3, 255), 2.0 / 3 / 255);
  EXPECT_DOUBLE_EQ(moved_weight_bound(1, 255), 0);
}

TEST(Packing, ties_go_to_the_first_slot_and_float32_may_take_either) {
  EXPECT_EQ(whole_steps({63.75, 63.75, 63.75, 63.75}, 255), (std::vector<int>{64, 64, 64, 63}));
  EXPECT_EQ(whole_steps({255, 0, 0}, 255), (std::vector<int>{255, 0, 0}));
  EXPECT_EQ(whole_steps({254.9999999, 1.0000001e-7}, 255), (std::vector<int>{255, 0}));
  EXPECT_EQ(whole_steps({128, 128}, 255), (std::vector<int>{127, 128}))
      << "shares that rounding made too large";
  const std::vector<double> error(4, 1e-4), none(4, 0);
  EXPECT_EQ(open_steps({64, 64, 64, 63}, {63.75, 63.75, 63.75, 63.75}, error),
            (std::vector<char>{1, 1, 1, 1}));
  EXPECT_EQ(open_steps({64, 64, 64, 63}, {63.75, 63.75, 63.75, 63.75}, none), (std::vector<char>(4, 0)));
  EXPECT_EQ(open_steps({255, 0, 0, 0}, {255, 0, 0, 0}, error), (std::vector<char>(4, 0)))
      << "one joint alone is certain";
}

}  // namespace bindpose::binding::packing_test

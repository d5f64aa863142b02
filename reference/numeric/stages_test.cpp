// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/stages.h"

#include <gtest/gtest.h>

namespace bindpose::stages_test {

using Numbers = std::vector<Tracked>;

/// A rotation by an angle of the 3-4-5 triangle.
constexpr auto turn = []<class S>(const std::vector<S>& x) {
  const S c = S(3) / S(5), s = S(4) / S(5);
  return std::vector<S>{c * x[0] - s * x[1], s * x[0] + c * x[1]};
};

/// Newton's step towards the square root of 2.
constexpr auto newton = []<class S>(const std::vector<S>& x) {
  return std::vector<S>{(x[0] + S(2) / x[0]) / S(2)};
};

template <class Map>
Numbers entry_by_entry(Numbers x, const Map& g, int count) {
  for (int k = 0; k < count; ++k) {
    x = g(x);
    for (Tracked& number : x)
      number = number.stored();
  }
  return x;
}

TEST(stages, rotating_errors_do_not_grow) {
  constexpr int count = 100;
  Stages stages(Numbers{1, 0.5});
  std::vector<float> subject = {1, 0.5f};
  double largest = 0;
  for (int k = 0; k < count; ++k) {
    stages.run(turn);
    subject = turn(subject);
    for (std::size_t i = 0; i < 2; ++i) {
      const Tracked& number = stages.numbers()[i];
      ASSERT_LE(std::fabs(static_cast<double>(subject[i]) - number.value()), number.error()) << k;
      largest = std::fmax(largest, number.error());
    }
  }
  EXPECT_LT(largest, 2e-4);  // a hundred times some u
  EXPECT_GT(entry_by_entry({1, 0.5}, turn, count)[0].error(), 1e6);
}

/// Exactly 0 for every x. In float32 one product may be fused with the difference; the two products
/// then round differently.
TEST(stages, a_zero_of_the_reference_may_round_in_a_subject) {
  Stages stages(Numbers{Tracked::uncertain(0, 0x1p-10)});
  stages.run([]<class S>(const std::vector<S>& x) {
    const S third = S(1) / S(3);
    return std::vector<S>{third * x[0] - third * x[0]};
  });
  const float x = 0x1p-10f * (1 - 0x1p-23f), third = 1.0f / 3;
  const auto fused = static_cast<double>(std::fma(third, x, -(third * x)));
  EXPECT_NE(fused, 0);
  EXPECT_LE(std::fabs(fused), stages.numbers()[0].error());
}

TEST(stages, a_converging_process_has_a_converging_bound) {
  Stages stages(Numbers{Tracked::uncertain(1.4, 0.01)});
  EXPECT_NEAR(stages.numbers()[0].error(), 0.01, 1e-6);
  for (int k = 0; k < 6; ++k)
    stages.run(newton);
  EXPECT_NEAR(stages.numbers()[0].value(), std::sqrt(2.0), 1e-15);
  EXPECT_LT(stages.numbers()[0].error(), 1e-6);
  EXPECT_GT(stages.numbers()[0].error(), 0x1p-24);
  EXPECT_GT(entry_by_entry({Tracked::uncertain(1.4, 0.01)}, newton, 6)[0].error(), 0.005);
}

TEST(stages, an_error_used_twice_is_one_error) {
  Stages stages(Numbers{Tracked::uncertain(3, 0.25)});
  stages.run([]<class S>(const std::vector<S>& x) { return std::vector<S>{x[0], x[0] + S(1)}; });
  const Numbers difference =
      stages.read([]<class S>(const std::vector<S>& x) { return std::vector<S>{x[1] - x[0]}; });
  EXPECT_EQ(difference[0].value(), 1);
  EXPECT_LT(difference[0].error(), 1e-5);
  EXPECT_GE(stages.numbers()[1].error(), 0.25);
}

TEST(stages, products_of_errors_are_covered) {
  // At x = y = 0 the product has no first-order error at all, along each input not even a second-order one.
  for (const double x : {0.0, 0.5}) {
    const Stages stages(Numbers{Tracked::uncertain(x, 0.1), Tracked::uncertain(x, 0.2)});
    const Tracked product =
        stages.read([]<class S>(const std::vector<S>& p) { return std::vector<S>{p[0] * p[1]}; })[0];
    EXPECT_GE(product.error(), (x + 0.1) * (x + 0.2) - x * x);
    EXPECT_LT(product.error(), 2.1 * ((x + 0.1) * (x + 0.2) - x * x));
  }
}

TEST(stages, numbers_passed_on_keep_their_error) {
  Stages stages(Numbers{Tracked::uncertain(0.1, 1e-3), 2});
  for (int k = 0; k < 1000; ++k)
    stages.run([]<class S>(const std::vector<S>& x) { return x; });
  EXPECT_NEAR(stages.numbers()[0].error(), 1e-3, 1e-8);
  EXPECT_EQ(stages.numbers()[1].error(), 0);
}

TEST(stages, lost_numbers_stay_lost_and_leave_others_alone) {
  Stages stages(Numbers{Tracked::uncertain(0.5, 1), 2});
  stages.run([]<class S>(const std::vector<S>& x) { return std::vector<S>{S(1) / x[0], x[1] + S(1)}; });
  EXPECT_GT(stages.numbers()[0].error(), 1);
  stages.run([]<class S>(const std::vector<S>& x) { return std::vector<S>{S(1) / (x[0] - x[0]), x[1]}; });
  EXPECT_TRUE(std::isinf(stages.numbers()[0].error()));
  stages.run([]<class S>(const std::vector<S>& x) { return std::vector<S>{x[0] + x[1], x[1] * x[1], x[0]}; });
  EXPECT_TRUE(std::isinf(stages.numbers()[0].error()));
  EXPECT_LT(stages.numbers()[1].error(), 1e-4);
  EXPECT_TRUE(std::isinf(stages.numbers()[2].error()));
}

TEST(stages, decisions_between_stages_see_the_whole_error) {
  Stages stages(Numbers{Tracked::uncertain(1, 0.25)});
  Branches::current() = {};
  EXPECT_TRUE(stages.numbers()[0] < Tracked(2));
  EXPECT_EQ(Branches::current().undecided, 0u);
  EXPECT_TRUE(stages.numbers()[0] < Tracked(1.1));
  EXPECT_EQ(Branches::current().undecided, 1u);
  Branches::current() = {};
}

}  // namespace bindpose::stages_test

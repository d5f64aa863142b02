// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/testing/legal_machine.h"

#include <cfenv>

#include <gtest/gtest.h>

#include "reference/numeric/random.h"
#include "reference/numeric/scalar.h"

namespace bindpose::legal_machine_test {

using Rounding = LegalMachine::Rounding;
using Often = LegalMachine::Often;

float sample(Random& random) {
  const int exponent = static_cast<int>(random.below(40)) - 20;
  return std::ldexp(static_cast<float>(2 * random.unit() - 1), exponent);
}

/// Compares the machine with the processor's float32 arithmetic in one rounding mode of IEEE 754.
void expect_like_the_processor(Rounding rounding, int mode) {
  Random random("legal_machine.processor");
  LegalMachine machine(random.bits());
  LegalMachine::Habits habits;
  habits.rounding = rounding;
  machine.set(habits);
  for (int i = 0; i < 50'000; ++i) {
    const volatile float a = sample(random), b = sample(random), c = sample(random);
    std::fesetround(mode);
    const volatile float sum = a + b, product = a * b, fused = std::fma(float(a), float(b), float(c)),
                         quotient = a / b;
    std::fesetround(FE_TONEAREST);
    const double x = double(a), y = double(b), z = double(c);
    ASSERT_EQ(machine.add(x, y), double(sum)) << x << " + " << y;
    ASSERT_EQ(machine.multiply(x, y), double(product)) << x << " * " << y;
    ASSERT_EQ(machine.fma(x, y, z), double(fused)) << x << " * " << y << " + " << z;
    if (y != 0) {
      ASSERT_EQ(machine.divide(x, y), double(quotient)) << x << " / " << y;
    }
  }
}

TEST(LegalMachine, the_machine_rounds_like_the_processor) {
  expect_like_the_processor(Rounding::nearest, FE_TONEAREST);
  expect_like_the_processor(Rounding::up, FE_UPWARD);
  expect_like_the_processor(Rounding::down, FE_DOWNWARD);
  expect_like_the_processor(Rounding::toward_zero, FE_TOWARDZERO);
}

TEST(LegalMachine, the_machine_rounds_away_from_zero_or_either_way) {
  LegalMachine machine(1);
  machine.set({Rounding::away_from_zero});
  EXPECT_EQ(machine.add(1, 0x1p-60), 1 + 0x1p-23);
  EXPECT_EQ(machine.add(-1, -0x1p-60), -1 - 0x1p-23);
  EXPECT_EQ(machine.add(1, -0x1p-60), 1);
  machine.set({Rounding::toward_zero});
  EXPECT_EQ(machine.add(1, -0x1p-60), 1 - 0x1p-24) << "the lower neighbour of a power of two is closer";
  machine.set({Rounding::either});
  bool up = false, down = false;
  for (int i = 0; i < 64; ++i)
    (machine.add(1, 0x1p-60) == 1 ? down : up) = true;
  EXPECT_TRUE(up && down);
}

TEST(LegalMachine, the_machine_flushes_operands_and_results) {
  LegalMachine machine(2);
  EXPECT_EQ(machine.multiply(0x1p-70, 0x1p-70), 0x1p-140);
  LegalMachine::Habits habits;
  habits.flushes = Often::always;
  machine.set(habits);
  EXPECT_EQ(machine.multiply(0x1p-70, 0x1p-70), 0);
  EXPECT_EQ(machine.multiply(0x1p-130, 0x1p20), 0);
  EXPECT_EQ(machine.add(0x1p-126, 0x1p-127), 0x1p-126);
}

TEST(LegalMachine, errors_reach_but_do_not_exceed_the_allowed_ulps) {
  Random random("legal_machine.stray");
  LegalMachine machine(3);
  LegalMachine::Habits habits;
  habits.strays = Often::always;
  machine.set(habits);
  double furthest = 0, furthest_root = 0;
  for (int i = 0; i < 20'000; ++i) {
    const double a = to_float32(1 + random.unit()), b = to_float32(1 + random.unit());
    const double q = machine.divide(a, b), r = machine.inverse_sqrt(a);
    EXPECT_EQ(q, to_float32(q));
    EXPECT_EQ(r, to_float32(r));
    furthest = std::max(furthest, std::fabs(q - a / b) / (a < b ? 0x1p-24 : 0x1p-23));
    furthest_root = std::max(furthest_root, std::fabs(r - 1 / std::sqrt(a)) / 0x1p-24);
  }
  EXPECT_LE(furthest, 2.5);
  EXPECT_GT(furthest, 2.4);
  EXPECT_LE(furthest_root, 2);
  EXPECT_GT(furthest_root, 1.9);
}

TEST(LegalMachine, orders_and_fusing_change_a_sum) {
  LegalMachine machine(4);
  const std::vector<LegalMachine::Term> terms = {{1}, {0x1p-24}, {0x1p-24}};
  const auto sum = [&](LegalMachine::Order order) {
    LegalMachine::Habits habits;
    habits.order = order;
    machine.set(habits);
    std::vector<LegalMachine::Term> copy = terms;
    return machine.sum(copy);
  };
  EXPECT_EQ(sum(LegalMachine::Order::forward), 1);
  EXPECT_EQ(sum(LegalMachine::Order::backward), 1 + 0x1p-23);
  bool first = false, last = false;
  for (int i = 0; i < 64; ++i)
    (sum(LegalMachine::Order::tree) == 1 ? first : last) = true;
  EXPECT_TRUE(first && last);

  LegalMachine::Habits habits;
  std::vector<LegalMachine::Term> square = {{-1 - 0x1p-11}, {1 + 0x1p-12, 1 + 0x1p-12}};
  machine.set(habits);
  std::vector<LegalMachine::Term> copy = square;
  EXPECT_EQ(machine.sum(copy), 0);
  habits.fuses = Often::always;
  machine.set(habits);
  EXPECT_EQ(machine.sum(square), 0x1p-24);
}

TEST(LegalMachine, the_machine_supports_other_formats) {
  LegalMachine machine(5, {11, -14});
  EXPECT_EQ(machine.input(1.0 / 3), 0x1.554p-2);
  EXPECT_EQ(machine.input(0x1.8p-24), 0x1p-23) << "half of a subnormal's unit, ties to even";
}

}  // namespace bindpose::legal_machine_test

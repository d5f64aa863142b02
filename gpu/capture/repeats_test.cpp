// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/capture/repeats.h"

#include <gtest/gtest.h>

namespace bindpose::gpu::repeats_test {

double now = 0;
double told() {
  return now;
}

/// A round takes this many seconds.
auto lasting(double seconds) {
  return [seconds]() -> Expected<void> {
    now += seconds;
    return {};
  };
}

TEST(Repeats, warm_up_rounds_are_not_measured) {
  Repeats repeats{10, &told, 1};
  std::size_t rounds = 0;
  ASSERT_TRUE(repeats.add([&rounds] { return lasting(++rounds <= 2 ? 0.5 : 0.25)(); }));
  EXPECT_EQ(rounds, 2U + 4U);
  EXPECT_EQ(repeats.seconds, 0.25 / 10);
}

TEST(Repeats, times_of_all_parts_add_up) {
  Repeats repeats{4, &told, 1};
  ASSERT_TRUE(repeats.add(lasting(0.5)));
  ASSERT_TRUE(repeats.add(lasting(2)));
  EXPECT_EQ(repeats.seconds, (0.5 + 2) / 4);
}

TEST(Repeats, failing_inputs_do_not_run_again) {
  const auto fails = []() -> Expected<void> { return fail("DEVICE_LOST", "a round", "gone"); };
  Repeats none{0, &told, 1}, some{1, &told, 1};
  EXPECT_TRUE(none.add(fails)) << "no repeats are requested";
  const auto done = some.add(fails);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "DEVICE_LOST");
  EXPECT_EQ(some.seconds, 0);
}

}  // namespace bindpose::gpu::repeats_test

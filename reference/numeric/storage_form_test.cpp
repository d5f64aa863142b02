// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/numeric/storage_form.h"

#include <Eigen/Core>
#include <gtest/gtest.h>

#include "reference/numeric/float32.h"
#include "reference/numeric/random.h"

namespace bindpose::storage_form_test {

TEST(StorageForm, binary16_agrees_with_eigen_s_half) {
  for (unsigned bits = 0; bits < 0x7C00; ++bits) {
    const auto half = Eigen::numext::bit_cast<Eigen::half>(static_cast<std::uint16_t>(bits));
    const auto x = static_cast<double>(static_cast<float>(half));
    EXPECT_TRUE(is_binary16(x));
    EXPECT_EQ(binary16_bits(x), bits) << x;
  }
  Random random("binary16");
  for (int i = 0; i < 20000; ++i) {
    const double x = to_float32(std::ldexp(random.uniform(0.5, 1), static_cast<int>(random.below(30)) - 24));
    EXPECT_EQ(binary16_form.nearest(x),
              static_cast<double>(static_cast<float>(Eigen::half(static_cast<float>(x)))));
    EXPECT_LE(binary16_form.cut(x), x);
  }
}

TEST(StorageForm, no_neighbour_is_farther_than_the_stated_distance) {
  Random random("neighbours");
  for (const StorageForm& form : {binary16_form, unorm16_form, unorm8_form})
    for (int i = 0; i < 20000; ++i) {
      const double x = to_float32(random.uniform(0, 1));
      const double rounding = 0x1p-24;  // rounding of a number held as float32
      EXPECT_LE(std::fabs(form.nearest(x) - x), form.error(x) + rounding);
      EXPECT_LE(std::fabs(form.cut(x) - x), form.error(x) + rounding);
      EXPECT_LE(form.error(form.nearest(x)), rounding) << "a number of the form";
    }
  EXPECT_TRUE(std::isinf(binary16_form.error(65520)));
}

}  // namespace bindpose::storage_form_test

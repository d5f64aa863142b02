// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/program/covering_array.h"

#include <set>

#include <gtest/gtest.h>

namespace bindpose::gpu::covering_array_test {

/// All combinations of axes of these sizes.
std::vector<Combination> product(const std::vector<std::size_t>& sizes) {
  std::vector<Combination> all = {{}};
  for (const std::size_t size : sizes) {
    std::vector<Combination> longer;
    for (const Combination& each : all)
      for (std::size_t value = 0; value < size; ++value) {
        longer.push_back(each);
        longer.back().push_back(value);
      }
    all = longer;
  }
  return all;
}

std::vector<Combination> chosen_of(const std::vector<Combination>& all, std::size_t strength) {
  std::vector<Combination> chosen;
  for (const std::size_t place : covering_array(all, strength))
    chosen.push_back(all[place]);
  return chosen;
}

std::set<std::vector<std::size_t>> pairs_of(const std::vector<Combination>& combinations) {
  std::set<std::vector<std::size_t>> pairs;
  for (const Combination& each : combinations)
    for (std::size_t a = 0; a < each.size(); ++a)
      for (std::size_t b = a + 1; b < each.size(); ++b)
        pairs.insert({a, each[a], b, each[b]});
  return pairs;
}

TEST(CoveringArray, strength_1_has_every_value) {
  const auto all = product({3, 2, 5});
  const auto chosen = chosen_of(all, 1);
  EXPECT_EQ(chosen.size(), 5U);
  EXPECT_EQ(chosen.front(), all.front());
}

TEST(CoveringArray, strength_2_has_every_allowed_pair) {
  auto all = product({6, 2, 4, 5, 8});
  std::erase_if(all, [](const Combination& c) { return c[1] == 1 && (c[3] > 0 || c[4] > 0); });
  const auto chosen = chosen_of(all, 2);
  EXPECT_EQ(pairs_of(chosen), pairs_of(all));
  EXPECT_LT(chosen.size(), 75U) << "of " << all.size();
  EXPECT_GE(chosen.size(), 48U) << "8 x 6 pairs of the two longest axes";
}

TEST(CoveringArray, strength_of_all_axes_takes_everything) {
  for (const std::size_t strength : {2, 9}) {
    auto chosen = chosen_of(product({2, 3}), strength);
    std::ranges::sort(chosen);
    EXPECT_EQ(chosen, product({2, 3})) << strength;
  }
}

TEST(CoveringArray, no_combinations_give_an_empty_array) {
  EXPECT_TRUE(covering_array({}, 2).empty());
}

}  // namespace bindpose::gpu::covering_array_test

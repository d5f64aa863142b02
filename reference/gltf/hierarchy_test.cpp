// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/gltf/hierarchy.h"

#include <random>

#include <gtest/gtest.h>

namespace bindpose::gltf::hierarchy_test {

TEST(hierarchy, loops_are_found_without_the_nodes_below) {
  // 0 <- 1 <- 2 <- 0 is a loop, 3 is below the loop, 4 is its own parent, 5 is a root.
  const Hierarchy hierarchy({2, 0, 1, 0, 4, -1});
  EXPECT_EQ(hierarchy.looped_nodes(), (std::vector<std::size_t>{0, 1, 2, 4}));
}

TEST(hierarchy, the_lowest_common_node_is_found) {
  //      0        6
  //    1   2
  //   3 4   5
  const Hierarchy hierarchy({-1, 0, 0, 1, 1, 2, -1});
  EXPECT_EQ(hierarchy.lowest_common(3, 4), 1U);
  EXPECT_EQ(hierarchy.lowest_common(3, 5), 0U);
  EXPECT_EQ(hierarchy.lowest_common(1, 4), 1U);
  EXPECT_EQ(hierarchy.lowest_common(4, 4), 4U);
  EXPECT_FALSE(hierarchy.lowest_common(4, 6));
  EXPECT_EQ(hierarchy.root_of(5), 0U);
  EXPECT_TRUE(hierarchy.is_above(1, 3));
  EXPECT_TRUE(hierarchy.is_above(3, 3));
  EXPECT_FALSE(hierarchy.is_above(2, 3));
  EXPECT_FALSE(hierarchy.is_above(3, 1));
}

/// The lowest common node by walking up.
std::optional<std::size_t> lowest_common_slowly(const std::vector<std::int64_t>& parents, std::size_t a,
                                                std::size_t b) {
  std::vector<bool> above(parents.size(), false);
  for (std::int64_t node = static_cast<std::int64_t>(a); node >= 0;
       node = parents[static_cast<std::size_t>(node)]) {
    above[static_cast<std::size_t>(node)] = true;
  }
  for (std::int64_t node = static_cast<std::int64_t>(b); node >= 0;
       node = parents[static_cast<std::size_t>(node)]) {
    if (above[static_cast<std::size_t>(node)]) return static_cast<std::size_t>(node);
  }
  return std::nullopt;
}

TEST(hierarchy, queries_agree_with_walking_up_in_random_forests) {
  std::mt19937_64 random(20260101);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::int64_t> parents(60);
    for (std::size_t i = 0; i < parents.size(); ++i) {
      parents[i] = static_cast<std::int64_t>(random() % (i + 1)) - 1;  // -1 or an earlier node
    }
    const Hierarchy hierarchy(parents);
    ASSERT_TRUE(hierarchy.looped_nodes().empty());
    for (std::size_t a = 0; a < parents.size(); ++a) {
      for (std::size_t b = 0; b < parents.size(); ++b) {
        EXPECT_EQ(hierarchy.lowest_common(a, b), lowest_common_slowly(parents, a, b));
      }
    }
  }
}

TEST(hierarchy, queries_are_fast_on_a_long_chain) {
  std::vector<std::int64_t> chain(1'000'000);
  for (std::size_t i = 0; i < chain.size(); ++i)
    chain[i] = static_cast<std::int64_t>(i) - 1;
  const Hierarchy hierarchy(chain);
  for (std::size_t i = 1; i < chain.size(); ++i)
    ASSERT_EQ(hierarchy.lowest_common(i, chain.size() - 1), i);
}

}  // namespace bindpose::gltf::hierarchy_test

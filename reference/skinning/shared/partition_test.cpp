// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/skinning/shared/partition.h"

#include <algorithm>
#include <set>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "reference/numeric/random.h"

namespace bindpose::skinning::partition_test {

/// Every set is in the table of its part, no table exceeds the limit, no part is empty.
void expect_valid(const Partition& parts, const std::vector<JointSet>& needed, std::size_t limit) {
  ASSERT_EQ(parts.part_of.size(), needed.size());
  std::set<std::size_t> used;
  for (std::size_t i = 0; i < needed.size(); ++i) {
    ASSERT_LT(parts.part_of[i], parts.tables.size());
    used.insert(parts.part_of[i]);
    const JointSet& table = parts.tables[parts.part_of[i]];
    ASSERT_TRUE(std::includes(table.begin(), table.end(), needed[i].begin(), needed[i].end())) << i;
  }
  EXPECT_EQ(used.size(), parts.tables.size());
  for (const JointSet& table : parts.tables) {
    EXPECT_LE(table.size(), limit);
    EXPECT_TRUE(std::is_sorted(table.begin(), table.end()));
  }
}

JointSet random_set(Random& random, std::size_t most, std::uint64_t joints) {
  std::set<std::uint32_t> set;
  const std::size_t count = 1 + random.below(most);
  while (set.size() < count)
    set.insert(static_cast<std::uint32_t>(random.below(joints)));
  return {set.begin(), set.end()};
}

/// The fewest possible parts: tries all distributions of the sets.
std::size_t optimum(const std::vector<JointSet>& needed, std::size_t limit,
                    std::vector<std::set<std::uint32_t>>& tables, std::size_t next, std::size_t best) {
  if (tables.size() >= best) return best;
  if (next == needed.size()) return tables.size();
  for (std::size_t p = 0; p <= tables.size(); ++p) {
    if (p == tables.size()) tables.emplace_back();
    const std::set<std::uint32_t> before = tables[p];
    tables[p].insert(needed[next].begin(), needed[next].end());
    if (tables[p].size() <= limit) best = std::min(best, optimum(needed, limit, tables, next + 1, best));
    tables[p] = before;
    if (before.empty()) {
      tables.pop_back();
      break;
    }
  }
  return best;
}

TEST(Partition, sets_that_fit_share_a_table) {
  const std::vector<JointSet> needed = {{0, 1}, {7}, {1, 2}, {0, 1}, {5, 6, 7}, {0, 2}};
  const Partition parts = partition(needed, 3);
  expect_valid(parts, needed, 3);
  EXPECT_EQ(parts.tables, (std::vector<JointSet>{{5, 6, 7}, {0, 1, 2}}));
  EXPECT_EQ(parts.part_of, (std::vector<std::size_t>{1, 0, 1, 1, 0, 1}));
  EXPECT_EQ(fewest_parts(needed, 3), 2u);
}

TEST(Partition, an_empty_mesh_needs_no_part) {
  EXPECT_TRUE(partition({}, 4).tables.empty());
  EXPECT_EQ(fewest_parts({}, 4), 0u);
}

TEST(Partition, the_lower_bound_is_the_larger_of_two) {
  EXPECT_EQ(fewest_parts({{0}, {1}, {2}, {3}, {4}}, 2), 3u) << "5 joints, 2 per table";
  EXPECT_EQ(fewest_parts({{0, 1}, {0, 2}, {1, 2}}, 2), 3u) << "no two of the three sets fit together";
  EXPECT_EQ(fewest_parts({{0, 1}, {1, 2}}, 3), 1u);
}

TEST(Partition, the_optimum_is_between_the_bound_and_the_greedy_choice) {
  Random random("partition.optimum");
  std::size_t tight = 0, best = 0, cases = 0;
  for (std::size_t limit = 2; limit <= 4; ++limit)
    for (int i = 0; i < 100; ++i, ++cases) {
      std::vector<JointSet> needed;
      for (int s = 0; s < 8; ++s)
        needed.push_back(random_set(random, limit, 7));
      const Partition parts = partition(needed, limit);
      expect_valid(parts, needed, limit);
      std::vector<std::set<std::uint32_t>> tables;
      const std::size_t fewest = optimum(needed, limit, tables, 0, needed.size() + 1);
      EXPECT_LE(fewest_parts(needed, limit), fewest);
      EXPECT_LE(fewest, parts.tables.size());
      tight += fewest_parts(needed, limit) == fewest;
      best += fewest == parts.tables.size();
    }
  fmt::print("partition: the bound is the optimum in {} of {}, the greedy choice in {}\n", tight, cases,
             best);
  EXPECT_GT(tight, cases / 2);
  EXPECT_GT(best, cases * 3 / 4);
}

TEST(Partition, partitions_do_not_depend_on_the_triangle_order) {
  Random random("partition.order");
  std::vector<JointSet> needed;
  for (int s = 0; s < 40; ++s)
    needed.push_back(random_set(random, 3, 12));
  const Partition forward = partition(needed, 4);
  std::reverse(needed.begin(), needed.end());
  Partition backward = partition(needed, 4);
  std::reverse(backward.part_of.begin(), backward.part_of.end());
  EXPECT_EQ(forward.tables, backward.tables);
  EXPECT_EQ(forward.part_of, backward.part_of);
}

TEST(Partition, joints_of_influences_are_needed) {
  const Influences influences{2, {4, 1, 1, 9, 3, 1, 8, 7}, {1, 0, 0.5, 0.5, 0.25, 0.75, 0, 0}};
  EXPECT_EQ(joints_needed({{0, 1, 2}, {3, 3, 3}, {1, 1, 1}}, influences),
            (std::vector<JointSet>{{1, 3, 4, 9}, {8}, {1, 9}}));
}

TEST(Partition, vertices_without_a_triangle_are_points) {
  EXPECT_EQ(with_points({{3, 1, 4}}, 6), (std::vector<Triangle>{{3, 1, 4}, {0, 0, 0}, {2, 2, 2}, {5, 5, 5}}));
}

}  // namespace bindpose::skinning::partition_test

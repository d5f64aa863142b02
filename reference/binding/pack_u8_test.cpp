// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_u8.h"

#include <gtest/gtest.h>

#include "reference/model/rows.h"
#include "reference/samples/weighted_vertices.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::pack_u8_test {

using Row = std::vector<double>;

TEST(PackU8, the_implicit_last_weight_is_the_remainder) {
  Random random("pack_u8");
  const ArraySet asked = without(samples::sample_weighted_vertices(500, 4, random), {"joint_count"});
  const auto stored = test::answer_rows("pack.u8", "bytes", asked);
  const auto implicit = test::answer_rows("pack.u8", "bytes", asked, {{"last_weight", "implicit"}});
  for (std::size_t v = 0; v < stored.size(); ++v) {
    ASSERT_EQ(stored[v].size(), 8U);
    ASSERT_EQ(implicit[v].size(), 7U);
    EXPECT_EQ(stored[v][4] + stored[v][5] + stored[v][6] + stored[v][7], 255);
    EXPECT_EQ(implicit[v], Row(stored[v].begin(), stored[v].end() - 1));
  }
}

TEST(PackU8, packed_weights_pack_to_themselves) {
  Random random("pack_u8, again");
  ArraySet asked = without(samples::sample_weighted_vertices(500, 4, random), {"joint_count"});
  const auto once = test::answer_rows("pack.u8", "bytes", asked);
  Array::Reals unpacked;
  for (const Row& row : test::answer_rows("pack.u8", "unpacked_weights", asked))
    unpacked.insert(unpacked.end(), row.begin(), row.end());
  asked.put({"weights", {500, 4}, unpacked});
  EXPECT_EQ(test::answer_rows("pack.u8", "bytes", asked), once);
}

}  // namespace bindpose::binding::pack_u8_test

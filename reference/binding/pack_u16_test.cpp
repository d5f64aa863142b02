// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_u16.h"

#include <gtest/gtest.h>

#include "reference/model/rows.h"
#include "reference/samples/weighted_vertices.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::pack_u16_test {

using Row = std::vector<double>;

TEST(PackU16, the_implicit_last_weight_is_the_remainder) {
  Random random("pack_u16");
  const ArraySet asked = without(samples::sample_weighted_vertices(500, 4, random), {"joint_count"});
  const auto stored = test::answer_rows("pack.u16", "words", asked);
  const auto implicit = test::answer_rows("pack.u16", "words", asked, {{"last_weight", "implicit"}});
  for (std::size_t v = 0; v < stored.size(); ++v) {
    ASSERT_EQ(stored[v].size(), 8U);
    ASSERT_EQ(implicit[v].size(), 7U);
    EXPECT_EQ(stored[v][4] + stored[v][5] + stored[v][6] + stored[v][7], 65535);
    EXPECT_EQ(implicit[v], Row(stored[v].begin(), stored[v].end() - 1));
  }
}

}  // namespace bindpose::binding::pack_u16_test

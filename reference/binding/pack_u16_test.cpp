// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_u16.h"

#include <gtest/gtest.h>

#include "reference/model/rows.h"
#include "reference/samples/weighted_vertices.h"
#include "reference/testing/errors.h"
#include "reference/testing/weights.h"

namespace bindpose::binding {
namespace pack_u16_test {

using Row = std::vector<double>;

ArraySet question(Array::Integers joints, Array::Reals weights) {
  return without(test::weighted(4, std::move(joints), std::move(weights), 1), {"joint_count"});
}

TEST(PackU16, joints_then_weights) {
  const ArraySet asked = question({7, 1, 65535, 0}, {0.5, 0, 0.25, 0.25});
  const Row stored = test::answer_rows("pack.u16", "words", asked).at(0);
  EXPECT_EQ(stored, (Row{7, 1, 65535, 0, 65535 / 2, 0, 65535 / 4 + 1, 65535 / 4 + 1}))
      << "remainders of 1/2, 3/4 and 3/4";
}

TEST(PackU16, the_last_is_what_the_others_leave) {
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

TEST(PackU16, what_is_packed_packs_to_itself) {
  Random random("pack_u16, again");
  ArraySet asked = without(samples::sample_weighted_vertices(500, 4, random), {"joint_count"});
  const auto once = test::answer_rows("pack.u16", "words", asked);
  Array::Reals unpacked;
  for (const Row& row : test::answer_rows("pack.u16", "unpacked_weights", asked))
    unpacked.insert(unpacked.end(), row.begin(), row.end());
  asked.put({"weights", {500, 4}, unpacked});
  EXPECT_EQ(test::answer_rows("pack.u16", "words", asked), once);
}

}  // namespace pack_u16_test
}  // namespace bindpose::binding

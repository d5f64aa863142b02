// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/binding/pack_f16.h"

#include <gtest/gtest.h>

#include "reference/model/rows.h"
#include "reference/samples/weighted_vertices.h"
#include "reference/testing/answers.h"
#include "reference/testing/weights.h"

namespace bindpose::binding::pack_f16_test {

using Row = std::vector<double>;
const Options alone = {{"sum", "as-rounded"}};

TEST(PackF16, weights_sum_to_one_or_are_rounded_to_nearest) {
  Random random("half sums");
  const ArraySet asked = without(samples::sample_weighted_vertices(500, 4, random), {"joint_count"});
  const Array::Reals& given = asked.find("weights")->reals();
  const auto one = test::answer_rows("pack.f16", "unpacked_weights", asked);
  const auto rounded = test::answer_rows("pack.f16", "unpacked_weights", asked, alone);
  std::size_t off = 0;
  for (std::size_t v = 0; v < one.size(); ++v) {
    EXPECT_EQ(one[v][0] + one[v][1] + one[v][2] + one[v][3], 1);
    off += rounded[v][0] + rounded[v][1] + rounded[v][2] + rounded[v][3] != 1 ? 1 : 0;
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_TRUE(is_binary16(one[v][i]) && is_binary16(rounded[v][i]));
      EXPECT_LE(std::fabs(rounded[v][i] - given[4 * v + i]), std::fabs(one[v][i] - given[4 * v + i]));
      EXPECT_LE(std::fabs(rounded[v][i] - given[4 * v + i]), std::fmax(given[4 * v + i] * 0x1p-11, 0x1p-25));
    }
  }
  EXPECT_GT(off, 100U) << "weights rounded separately need not sum to 1";
}

/// The number that 16 bits with the sign 0 encode.
double decoded(double bits) {
  const int whole = static_cast<int>(bits), e = whole >> 10, m = whole & 0x3ff;
  return e == 0 ? std::ldexp(m, -24) : std::ldexp(0x400 + m, e - 25);
}

TEST(PackF16, packed_weights_pack_to_themselves_and_their_bits_decode) {
  Random random("pack_f16, again");
  const ArraySet asked = without(samples::sample_weighted_vertices(500, 4, random), {"joint_count"});
  for (const Options& options : {Options{}, alone}) {
    const auto once = test::answer_rows("pack.f16", "halves", asked, options);
    Array::Reals unpacked, bits;
    for (const Row& row : test::answer_rows("pack.f16", "unpacked_weights", asked, options))
      unpacked.insert(unpacked.end(), row.begin(), row.end());
    for (const Row& row : once)
      bits.insert(bits.end(), row.begin(), row.end());
    for (std::size_t i = 0; i < bits.size(); ++i)
      ASSERT_EQ(decoded(bits[i]), unpacked[i]) << bits[i];
    ArraySet again = asked;
    again.put({"weights", {500, 4}, unpacked});
    EXPECT_EQ(test::answer_rows("pack.f16", "halves", again, options), once);
  }
}

TEST(PackF16, an_undecided_step_covers_the_half_floats_within) {
  const auto bits = bits_of_half(Tracked::uncertain(0.25, 0x1p-11));
  EXPECT_EQ(bits.value(), 0x3400);
  EXPECT_NEAR(bits.error(), 4, 1e-5) << "below 1/4, a step spans four half floats";
}

}  // namespace bindpose::binding::pack_f16_test

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/card.h"

#include <random>
#include <set>
#include <vector>

#include "gpu/capture/packed_numbers_test.h"
#include "gpu/capture/stack_test.h"
#include "gpu/device/sum_order.h"

namespace bindpose::gpu {
namespace card_test {

std::vector<ProbeRow> some_rows() {
  std::mt19937 engine(7);
  std::vector<ProbeRow> rows(200);
  for (ProbeRow& row : rows)
    for (float& x : row)
      x = static_cast<float>(static_cast<int>(engine() >> 8) - (1 << 23)) * 0x1p-20F;
  return rows;
}

TEST(SumOrder, each_is_known_by_what_it_gives) {
  const std::vector<ProbeRow> rows = some_rows();
  std::set<std::string> names;
  for (const SumOrder& order : sum_orders()) {
    std::vector<float> answers;
    for (const ProbeRow& row : rows)
      answers.push_back(order.sum(row, order.products));
    names.insert(order_of(rows, answers));
  }
  // Twelve chains, of which the first two commute; fused, the first product alone is rounded; three pairs of pairs.
  EXPECT_EQ(names.size(), 12U + 24U + 3U);
  EXPECT_FALSE(names.contains("no plain order"));
}

TEST(SumOrder, what_is_none_of_them_is_said_to_be_none) {
  const std::vector<ProbeRow> rows = some_rows();
  EXPECT_EQ(order_of(rows, std::vector<float>(rows.size(), 1)), "no plain order");
}

class CardTest : public StackTest {};

TEST_P(CardTest, says_one_thing_of_each_kind_and_twice_the_same) {
  GlProbe probe(context());
  const auto card = device_card(probe);
  ASSERT_TRUE(card) << to_string(card.error());
  std::set<std::string> names;
  for (const auto& [name, value] : *card) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_FALSE(value.empty()) << name;
  }
  EXPECT_EQ(card->back(), (std::pair<std::string, std::string>{"asked again", "the same"}));
  EXPECT_TRUE(names.contains("dot"));
  EXPECT_EQ(names.contains("precise a b + c"), info().opened.api == Api::gl);
}

TEST_P(CardTest, an_expression_is_compiled_once_however_often_it_is_asked) {
  GlProbe probe(context());
  const std::vector<ProbeRow> rows = some_rows();
  for (const char* glsl : {"y = a.x;", "y = a.y;", "y = a.x;"}) {
    const auto y = probe.run(glsl, rows);
    ASSERT_TRUE(y) << to_string(y.error());
    EXPECT_EQ((*y)[1], rows[1][glsl[6] == 'x' ? 0 : 1]) << glsl;
  }
  EXPECT_EQ(probe.compiled(), 2U);
}

TEST_P(CardTest, every_number_is_as_near_as_it_has_to_be) {
  GlProbe probe(context());
  expect_numbers_are_near(probe);
}

TEST_P(CardTest, numbers_that_are_too_far_are_named) {
  Careless<GlProbe> probe(context());
  expect_careless_numbers_are_named(probe);
}

INSTANTIATE_TEST_SUITE_P(Stack, CardTest, testing::ValuesIn(stacks_under_test()), stack_name);

}  // namespace card_test
}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/first_wrong.h"

#include <string>

#include <gtest/gtest.h>

#include "conformance/cases/cases.h"
#include "conformance/report/picture.h"
#include "conformance/report/whole_mesh.h"
#include "conformance/testing/given.h"

namespace bindpose::conformance {
namespace wrong_array_test {

/// An answer of the bar, changed.
struct WrongBar {
  explicit WrongBar(GivenAnswer changed) : given(std::move(changed)) {
    for (const Case& c : built_in_cases())
      if (c.name == name) from = &c;
    verdict = compare(given.right, given.answer);
  }
  JudgedAnswer judged() const { return {test, *from, given.question, given.right, given.answer, verdict}; }

  static constexpr const char* name = "skinning.linear_blend.bar.posed.direction.pose.f32";
  std::string test = name;
  GivenAnswer given;
  const Case* from = nullptr;
  Verdict verdict;
};

TEST(WrongArrayTest, of_normals_alone_says_by_how_many_degrees_and_that_places_are_right) {
  const WrongBar flipped(given_answer(WrongBar::name, "normals", [](double* row, std::size_t v) {
    for (int c = 0; c < 3; ++c)
      row[c] *= v < 5 ? -1 : 1;
  }));
  ASSERT_FALSE(largest_displacement(flipped.judged())) << "float32's rounding displaces nothing";
  EXPECT_TRUE(has_distances(flipped.judged()));
  const auto wrong = wrong_array(flipped.judged());
  ASSERT_TRUE(wrong);
  EXPECT_EQ(words_of(*wrong), "normals of 5 vertices, by up to 180 degrees");
  EXPECT_TRUE(wrong->has_places);
  EXPECT_EQ(picture_of(flipped.judged())->captions[1], "actual: every place is within its bound");
}

TEST(WrongArrayTest, of_a_length_alone_turns_nothing) {
  const WrongBar longer(given_answer(WrongBar::name, "normals", [](double* row, std::size_t v) {
    for (int c = 0; c < 3; ++c)
      row[c] *= v == 3 ? 1.5 : 1;
  }));
  const auto wrong = wrong_array(longer.judged());
  ASSERT_TRUE(wrong);
  EXPECT_FALSE(wrong->is_turned);
  EXPECT_EQ(words_of(*wrong).find("normals of 1 vertices, by up to 0."), 0U) << words_of(*wrong);
}

TEST(WrongArrayTest, of_a_displaced_answer_places_are_not_right) {
  const WrongBar moved(given_answer(WrongBar::name, "positions",
                                    [](double* row, std::size_t v) { row[0] += v == 3 ? 1 : 0; }));
  EXPECT_EQ(largest_displacement(moved.judged())->vertex, 3U);
  EXPECT_FALSE(wrong_array(moved.judged())->has_places);
  EXPECT_EQ(picture_of(moved.judged())->captions[1], "actual: off by up to 1.00 m");
}

TEST(WrongArrayTest, of_a_right_answer_there_is_none) {
  EXPECT_FALSE(wrong_array(WrongBar(given_answer(WrongBar::name)).judged()));
}

}  // namespace wrong_array_test
}  // namespace bindpose::conformance

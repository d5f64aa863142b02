// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/face/facs.h"

#include <gtest/gtest.h>

#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/scenes/head.h"
#include "reference/testing/answers.h"

namespace bindpose::face::facs_test {

/// The head with all its action units, without scores and emotion.
ArraySet head_question(double strength) {
  const Mesh base = scenes::head(scenes::small_head).rig.mesh;
  std::vector<Mesh> shapes;
  for (const int unit : scenes::head_action_units())
    shapes.push_back(scenes::head_with_action_unit(unit, scenes::small_head));
  ArraySet question;
  add_mesh(question, base);
  morph::add_targets(question, base, std::vector<double>(shapes.size(), 0),
                     morph::displacements(base, shapes));
  question.remove("target_weights");
  question.add("action_units", {shapes.size()},
               Array::Integers(scenes::head_action_units().begin(), scenes::head_action_units().end()));
  question.add("strength", {1}, Array::Reals{strength});
  return question;
}

ArraySet with_emotion(ArraySet question, int emotion) {
  question.add("emotion", {1}, Array::Integers{emotion});
  return question;
}

Expected<Result<double>> ask(const ArraySet& question, const char* id = "facs") {
  return find_algorithm(id)->implementation.in_double(question, {});
}

/// The published table by emotion: the units and letters that its column lists.
TEST(facs, the_table_equals_the_published_table) {
  const std::pair<Emotion, const char*> published[] = {
      {Emotion::anger, "2C 4E 5D 6D 9D 10E 14A 15C 16D 17C 20E 22B"},
      {Emotion::sadness, "1D 4D 6C 9C 10B 12A 14B 15D 17E 18A"},
      {Emotion::disgust, "2B 4E 6C 9E 10D 14B 15D 16A 17E 20E 26C"},
      {Emotion::surprise, "1E 2D 5E 18B 26E"},
      {Emotion::fear, "1D 4D 5E 6C 9C 10B 14B 15D 16B 17B 20E 22B 26C"},
      {Emotion::happiness, "1A 6D 10B 12E 14B 16C 20B 26C"}};
  for (const auto& [emotion, expected] : published) {
    std::string column;
    for (int unit = 0; unit < 100; ++unit)
      if (const int score = score_of(emotion, unit); score != 0)
        column += (column.empty() ? "" : " ") + std::to_string(unit) + static_cast<char>('A' + score - 1);
    EXPECT_EQ(column, expected);
  }
}

/// The page's table: | unit | muscle | action | six letters |.
TEST(facs, the_page_has_the_same_table) {
  const std::string page(find_algorithm("facs")->page);
  for (const ActionUnit& row : action_units) {
    const std::size_t at = page.find("\n| " + std::to_string(row.number) + " | ");
    ASSERT_NE(at, std::string::npos) << row.number;
    const std::string line = page.substr(at + 1, page.find('\n', at + 1) - at - 1);
    std::string letters;
    for (const char letter : row.letters)
      letters += std::string(" ") + letter + " |";
    EXPECT_TRUE(line.ends_with(letters)) << line;
  }
}

TEST(facs, the_head_has_every_unit_of_the_table) {
  std::vector<int> units;
  for (const ActionUnit& row : action_units)
    units.push_back(row.number);
  EXPECT_EQ(scenes::head_action_units(), units);
}

TEST(facs, the_result_is_dense_morphing_by_the_target_weights) {
  for (int emotion = 0; emotion < 6; ++emotion) {
    const ArraySet question = with_emotion(head_question(0.75), emotion);
    const auto expressed = ask(question);
    ASSERT_TRUE(expressed) << to_string(expressed.error());
    ArraySet dense = question;
    const auto& phi = expressed->find("target_weights")->values;
    dense.add("target_weights", {phi.size()}, phi);
    const auto morphed = ask(dense, "morph.dense");
    for (const char* name : {"positions", "normals", "tangents"})
      EXPECT_EQ(expressed->find(name)->values, morphed->find(name)->values) << emotion << " " << name;
  }
}

TEST(facs, the_face_rests_without_strength_or_scores) {
  const ArraySet question = head_question(0);
  EXPECT_EQ(ask(with_emotion(question, 0))->find("positions")->values, question.find("positions")->reals());
  ArraySet unscored = head_question(1);
  unscored.add("scores", {16}, Array::Integers(16, 0));
  EXPECT_EQ(ask(unscored)->find("positions")->values, question.find("positions")->reals());
}

TEST(facs, a_unit_missing_from_the_table_has_no_part_in_emotions) {
  ArraySet question = with_emotion(head_question(1), 3);
  std::get<Array::Integers>(question.find("action_units")->data)[0] = 43;
  EXPECT_EQ(ask(question)->find("target_weights")->values[0], 0);
}

TEST(facs, invalid_inputs_are_refused) {
  const auto error = [](const ArraySet& question) { return test::error_of("facs", question); };
  EXPECT_EQ(error(head_question(1)), "ARRAY_MISSING scores");
  ArraySet question = head_question(1);
  question.add("scores", {16}, Array::Integers(16, 6));
  EXPECT_EQ(error(question), "PARAMETER_RANGE scores[0]");
  question.put({"scores", {15}, Array::Integers(15, 0)});
  EXPECT_EQ(error(question), "ARRAY_SHAPE scores");
}

}  // namespace bindpose::face::facs_test

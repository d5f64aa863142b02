// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include <gtest/gtest.h>

#include "conformance/report/picture.h"
#include "conformance/report/saved_answers.h"
#include "conformance/testing/wrong_cylinder.h"
#include "reference/gltf/load.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::kept_answers_test {

/// A changed output of the bar.
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

TEST(WrongArrayTest, wrong_normals_are_reported_in_degrees) {
  const WrongBar flipped(given_answer(WrongBar::name, "normals", [](double* row, std::size_t v) {
    for (int c = 0; c < 3; ++c)
      row[c] *= v < 5 ? -1 : 1;
  }));
  ASSERT_FALSE(largest_displacement(flipped.judged())) << "rounding to float32 is not a displacement";
  EXPECT_TRUE(has_distances(flipped.judged()));
  BINDPOSE_ASSERT(const auto wrong, wrong_array(flipped.judged()));
  EXPECT_EQ(words_of(wrong), "normals of 5 vertices, by up to 180 degrees");
  EXPECT_TRUE(wrong.has_places);
  EXPECT_EQ(picture_of(flipped.judged())->captions[1], "actual: every position is within its bound");
}

TEST(WrongArrayTest, a_wrong_length_is_not_a_rotation) {
  const WrongBar longer(given_answer(WrongBar::name, "normals", [](double* row, std::size_t v) {
    for (int c = 0; c < 3; ++c)
      row[c] *= v == 3 ? 1.5 : 1;
  }));
  BINDPOSE_ASSERT(const auto wrong, wrong_array(longer.judged()));
  EXPECT_FALSE(wrong.is_turned);
  EXPECT_EQ(words_of(wrong).find("normals of 1 vertex, by up to 0."), 0U) << words_of(wrong);
}

TEST(WrongArrayTest, displaced_positions_are_not_reported_as_right) {
  const WrongBar moved(given_answer(WrongBar::name, "positions",
                                    [](double* row, std::size_t v) { row[0] += v == 3 ? 1 : 0; }));
  EXPECT_EQ(largest_displacement(moved.judged())->vertex, 3U);
  EXPECT_FALSE(wrong_array(moved.judged())->has_places);
  EXPECT_EQ(picture_of(moved.judged())->captions[1], "actual: off by up to 1.00 m");
}

TEST(WrongArrayTest, a_right_output_has_no_wrong_array) {
  EXPECT_FALSE(wrong_array(WrongBar(given_answer(WrongBar::name)).judged()));
}

TEST(SavedAnswersTest, saved_numbers_equal_the_judged_numbers) {
  const WrongCylinder wrong;
  const TemporaryFolder folder;
  ASSERT_TRUE(save_answer(folder, wrong.judged()));
  const auto file = folder / "fake" / (std::string(WrongCylinder::name) + ".default.safetensors");
  BINDPOSE_ASSERT(const auto tensors, from_safetensors(*read_file(file)));
  const auto reals = [&](const char* array) { return tensors.find(array)->array.reals(); };
  EXPECT_EQ(reals("got.positions"), wrong.given.answer.arrays.find("positions")->reals());
  EXPECT_EQ(reals("expected.positions"), wrong.given.right.arrays.front().branch.values);
  EXPECT_EQ(reals("bound.positions"), wrong.given.right.arrays.front().branch.bounds);
  EXPECT_EQ(reals("question.palette"), wrong.given.question.arrays.find("palette")->reals());
  EXPECT_EQ(tensors.metadata.at("test"), wrong.test);
}

TEST(SavedAnswersTest, the_mesh_is_valid_gltf_with_the_output) {
  const WrongCylinder wrong;
  const TemporaryFolder folder;
  const auto file = folder / "wrong.glb";
  ASSERT_TRUE(write_file(file, std::string_view(coloured_glb(wrong.judged()))));
  BINDPOSE_ASSERT(const auto asset, gltf::load(file.string()));
  ASSERT_EQ(asset.meshes.size(), 1U);
  const Mesh& mesh = asset.meshes[0].primitives[0].mesh;
  const Array::Reals& got = wrong.given.answer.arrays.find("positions")->reals();
  ASSERT_EQ(3 * mesh.positions.size(), got.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(mesh.positions[i / 3][static_cast<int>(i % 3)], static_cast<float>(got[i]));
  EXPECT_EQ(mesh.triangles, wrong.from->depiction().triangles);
}

TEST(SavedAnswersTest, wrong_vertices_are_coloured_and_others_white) {
  const WrongCylinder wrong;
  const std::string glb = coloured_glb(wrong.judged());
  const std::size_t vertices = wrong.given.right.arrays.front().shape[0];
  std::uint32_t json = 0;
  std::memcpy(&json, glb.data() + 12, 4);
  const std::size_t colours = 12 + 8 + json + 8 + 12 * vertices;
  EXPECT_EQ(glb.substr(colours + 4 * 7, 4), "\xfd\xe7\x25\xff");
  EXPECT_EQ(glb.substr(colours + 4 * 8, 4), "\xff\xff\xff\xff");
}

TEST(SavedAnswersTest, only_wrong_outputs_are_saved_and_errors_are_reported) {
  const TemporaryFolder folder;
  AnswerSaver saver(folder / "answers"), nowhere("/proc/no-such-folder");
  WrongCylinder wrong;
  nowhere.look_at(wrong.judged());
  EXPECT_FALSE(nowhere.result());
  wrong.verdict.outcome = Outcome::pass;
  saver.look_at(wrong.judged());
  EXPECT_TRUE(saver.result());
  EXPECT_FALSE(std::filesystem::exists(folder / "answers"));
}

TEST(SavedAnswersTest, a_subject_with_a_long_command_line_also_gets_files) {
  const TemporaryFolder folder;
  WrongCylinder wrong;
  wrong.test = std::string(WrongCylinder::name) + "/cmd_" + std::string(400, 'x') + "/default";
  const auto saved = save_answer(folder, wrong.judged());
  EXPECT_TRUE(saved) << to_string(saved.error());
}

}  // namespace bindpose::conformance::kept_answers_test

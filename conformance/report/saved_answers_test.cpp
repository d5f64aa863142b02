// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/saved_answers.h"

#include <cstdint>
#include <cstring>
#include <filesystem>

#include <gtest/gtest.h>

#include "conformance/testing/wrong_cylinder.h"
#include "reference/gltf/load.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance {
namespace saved_answers_test {

TEST(SavedAnswersTest, numbers_are_those_that_were_judged) {
  const WrongCylinder wrong;
  const TemporaryFolder folder;
  ASSERT_TRUE(save_answer(folder, wrong.judged()));
  const auto file = folder / "fake" / (std::string(WrongCylinder::name) + ".default.safetensors");
  const auto tensors = from_safetensors(*read_file(file));
  ASSERT_TRUE(tensors);
  const auto reals = [&](const char* array) { return tensors->find(array)->array.reals(); };
  EXPECT_EQ(reals("got.positions"), wrong.given.answer.arrays.find("positions")->reals());
  EXPECT_EQ(reals("expected.positions"), wrong.given.right.arrays.front().branch.values);
  EXPECT_EQ(reals("bound.positions"), wrong.given.right.arrays.front().branch.bounds);
  EXPECT_EQ(reals("question.palette"), wrong.given.question.arrays.find("palette")->reals());
  EXPECT_EQ(tensors->metadata.at("test"), wrong.test);
}

TEST(SavedAnswersTest, the_mesh_is_valid_gltf_and_as_answered) {
  const WrongCylinder wrong;
  const TemporaryFolder folder;
  const auto file = folder / "wrong.glb";
  ASSERT_TRUE(write_file(file, std::string_view(coloured_glb(wrong.judged()))));
  const auto asset = gltf::load(file.string());
  ASSERT_TRUE(asset) << gltf::to_string(asset.error());
  ASSERT_EQ(asset->meshes.size(), 1U);
  const Mesh& mesh = asset->meshes[0].primitives[0].mesh;
  const Array::Reals& got = wrong.given.answer.arrays.find("positions")->reals();
  ASSERT_EQ(3 * mesh.positions.size(), got.size());
  for (std::size_t i = 0; i < got.size(); ++i)
    EXPECT_EQ(mesh.positions[i / 3][static_cast<int>(i % 3)], static_cast<float>(got[i]));
  EXPECT_EQ(mesh.triangles, wrong.from->depiction().triangles);
}

TEST(SavedAnswersTest, what_is_wrong_is_coloured_and_the_rest_is_white) {
  const WrongCylinder wrong;
  const std::string glb = coloured_glb(wrong.judged());
  const std::size_t vertices = wrong.given.right.arrays.front().shape[0];
  std::uint32_t json = 0;
  std::memcpy(&json, glb.data() + 12, 4);
  const std::size_t colours = 12 + 8 + json + 8 + 12 * vertices;
  EXPECT_EQ(glb.substr(colours + 4 * 7, 4), "\xfd\xe7\x25\xff");
  EXPECT_EQ(glb.substr(colours + 4 * 8, 4), "\xff\xff\xff\xff");
}

TEST(SavedAnswersTest, only_what_is_wrong_is_saved_and_errors_are_told) {
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

TEST(SavedAnswersTest, a_subject_of_a_long_command_line_has_files_all_the_same) {
  const TemporaryFolder folder;
  WrongCylinder wrong;
  wrong.test = std::string(WrongCylinder::name) + "/cmd_" + std::string(400, 'x') + "/default";
  const auto saved = save_answer(folder, wrong.judged());
  EXPECT_TRUE(saved) << to_string(saved.error());
}

}  // namespace saved_answers_test
}  // namespace bindpose::conformance

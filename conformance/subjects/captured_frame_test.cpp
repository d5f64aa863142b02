// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames from other programs, judged by the program: outputs that are too narrow, and cameras that
// lose precision.
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/subjects/open.h"
#include "conformance/testing/results.h"
#include "conformance/testing/skinned_strip.h"
#include "reference/io/safetensors.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::captured_frame_test {

namespace fs = std::filesystem;

using Rows = std::vector<Array::Reals>;

/// The strip at rest.
Rows strip() {
  Rows rows;
  for (int v = 0; v < 10; ++v)
    rows.push_back({static_cast<double>(v % 2), 0.5 * (v / 2), 0.0625 * (v / 2)});
  return rows;
}

/// gl_Position of a strip that is shifted sideways by `off` and seen through a translated camera.
Rows drawn_from(const std::array<double, 3>& camera, double off = 0) {
  Rows rows = strip();
  for (Array::Reals& row : rows) {
    row[0] += off;
    for (std::size_t c = 0; c < 3; ++c)
      row[c] = to_float32(row[c] + camera[c]);
    row.push_back(1);
  }
  return rows;
}

/// The 16 numbers by columns.
Array::Reals move(const std::array<double, 3>& by) {
  return {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, by[0], by[1], by[2], 1};
}

using Matrices = std::map<std::string, Array::Reals>;

struct CapturedFrameTest : testing::Test {
  void SetUp() override { std::ofstream(file("strip.gltf")) << skinned_strip(); }
  fs::path file(const char* name) const { return folder_.path() / name; }

  /// Writes a frame of one draw. Its indices use the rows in the strip's order, from `first` on.
  void write_frame(const char* output, const Rows& rows, const Matrices& matrices = {},
                   std::int32_t first = 0) {
    Array::Integers used, vertices;
    for (int quad = 0; quad < 8; quad += 2)
      for (const int corner : {0, 1, 2, 2, 1, 3}) {
        vertices.push_back(quad + corner);
        used.push_back(first + quad + corner);
      }
    Array::Reals numbers;
    for (const Array::Reals& row : rows)
      numbers.insert(numbers.end(), row.begin(), row.end());
    std::vector<Tensor> tensors = {
        {{"rows", {used.size()}, used}, Storage::int32},
        {{"vertices", {vertices.size()}, vertices}, Storage::int32},
        {{std::string("output.") + output, {rows.size(), rows.front().size()}, numbers}, Storage::float32}};
    for (const auto& [name, matrix] : matrices)
      tensors.push_back({{"matrix." + name, {4, 4}, matrix}, Storage::float32});
    BINDPOSE_ASSERT(const auto bytes, to_safetensors(tensors, {}));
    fs::create_directory(file("frame"));
    ASSERT_TRUE(write_file(file("frame/draw.safetensors"), std::span<const std::byte>(bytes)));
    list_draws({"draw.safetensors"});
  }
  /// Numbers events from 1.
  void list_draws(const std::vector<std::string>& files) const {
    nlohmann::json draws = nlohmann::json::array();
    for (const std::string& each : files)
      draws.push_back({{"event", draws.size() + 1},
                       {"name", "draw"},
                       {"topology", "triangles"},
                       {"corners", 24},
                       {"instances", 1},
                       {"file", each}});
    std::ofstream(file("frame/frame.json"))
        << nlohmann::json{{"format", "bindpose-frame-1"}, {"by", "a test"}, {"api", "GL"}, {"draws", draws}};
  }
  Ran judged(const std::string& options = "") const {
    return run_in(folder_.path(),
                  BINDPOSE_PROGRAM " judge --asset strip.gltf --capture frame --out out " + options);
  }
  void expect(int exit_code, const std::string& words, const std::string& options = "") const {
    const Ran ran = judged(options);
    EXPECT_EQ(ran.exit_code, exit_code) << ran.out;
    EXPECT_NE(ran.out.find(words), std::string::npos) << ran.out;
  }
  /// How many numbers of positions are judged and undecided in results.json.
  std::pair<int, int> judged_and_undecided() const {
    const auto results = nlohmann::json::parse(slurp(file("out/results.json")));
    const auto& array = results["results"][0]["arrays"][0];
    return {array["judged"].get<int>(), array["undecided"].get<int>()};
  }

  TemporaryFolder folder_;
};

TEST_F(CapturedFrameTest, a_right_frame_passes_with_every_number_judged) {
  write_frame("gl_Position", drawn_from({0, 0, 0}));
  expect(0, " 1 pass ");
  EXPECT_EQ(judged_and_undecided(), std::pair(30, 0));
  write_frame("gl_Position", drawn_from({-0.5, -1.25, -8}), {{"view", move({-0.5, -1.25, -8})}});
  expect(0, " 1 pass ", "--camera view");
  EXPECT_EQ(judged_and_undecided(), std::pair(30, 0));
}

TEST_F(CapturedFrameTest, an_output_of_three_columns_is_refused) {
  const std::string words = "expected 4 numbers per vertex for gl_Position, found 3";
  write_frame("gl_Position", strip());
  expect(1, words);
  // Draws the last rows: read as four numbers each, they would extend megabytes beyond the end.
  constexpr std::int32_t many = 180000;
  write_frame("gl_Position", Rows(many, {0, 0, 0}), {}, many - 10);
  expect(1, words);
  expect(1, words, "--positions gl_Position");
}

TEST_F(CapturedFrameTest, several_draws_of_a_mesh_need_the_number_of_a_draw) {
  write_frame("gl_Position", drawn_from({0, 0, 0}, 5));
  fs::rename(file("frame/draw.safetensors"), file("frame/wrong"));
  write_frame("gl_Position", drawn_from({0, 0, 0}));
  list_draws({"wrong", "draw.safetensors"});
  expect(1, "CAPTURE_AMBIGUOUS");
  expect(1, " 0 pass  1 fail\n", "--draw 1");
  expect(0, " 1 pass ", "--draw 2");
}

/// Formerly the vertices of all draws were in memory at once, here 1.6 GB.
TEST_F(CapturedFrameTest, many_draws_of_a_mesh_take_the_memory_of_a_single_draw) {
  const std::string limited = "ulimit -v 1000000; " BINDPOSE_PROGRAM " ";
  if (run_in(folder_.path(), limited + "--version").exit_code != 0)
    GTEST_SKIP() << "a sanitizer takes more address space";
  constexpr std::int32_t many = 500000;
  write_frame("gl_Position", Rows(many, {0, 0, 0, 1}), {}, many - 10);
  std::vector<std::string> files;
  for (int i = 0; i < 100; ++i) {
    files.push_back(std::to_string(i));
    fs::create_hard_link(file("frame/draw.safetensors"), file("frame") / files.back());
  }
  list_draws(files);
  expect_ended(run_in(folder_.path(), limited + "judge --asset strip.gltf --capture frame"), 1,
               {"CAPTURE_AMBIGUOUS"});
}

TEST_F(CapturedFrameTest, a_named_output_that_is_too_narrow_is_refused) {
  write_frame("v_world", Rows(10, {0, 0}));
  expect(1, "expected at least 3 numbers per vertex for positions in 'v_world', found 2",
         "--positions v_world");
}

TEST_F(CapturedFrameTest, a_displaced_mesh_does_not_pass_with_a_distant_camera) {
  for (const auto& [away, off] : {std::pair(-1e6, 0.05), std::pair(-1e7, 0.5)}) {
    write_frame("gl_Position", drawn_from({away, away, away}, off), {{"view", move({away, away, away})}});
    expect(3, "30 of 30 numbers are undecided", "--camera view");
    EXPECT_EQ(judged_and_undecided(), std::pair(0, 30));
    EXPECT_EQ(judged("--camera view").out.find("as pages are"), std::string::npos) << "--asset names a file";
  }
}

TEST_F(CapturedFrameTest, wrong_vertices_do_not_pass_with_matrices_that_cancel_out) {
  write_frame("gl_Position", Rows(10, {9, 9, 9, 1}),
              {{"a", move({0x1p40, 0x1p40, 0x1p40})}, {"b", move({-0x1p40, -0x1p40, -0x1p40})}});
  expect(3, "the camera enlarges", "--camera 'a*b'");
}

TEST_F(CapturedFrameTest, wrong_vertices_do_not_pass_with_a_nearly_singular_camera) {
  constexpr double next = 1 + 0x1p-23;
  write_frame("gl_Position", Rows(10, {9, 9, 9, 1}),
              {{"m", {1, 1, 0, 0, 1, next, 0, 0, 0, 0, 1, 1, 0, 0, 1, next}}});
  expect(3, "the camera enlarges", "--camera m");
}

TEST_F(CapturedFrameTest, an_error_larger_than_a_distant_cameras_uncertainty_fails) {
  write_frame("gl_Position", drawn_from({-1e6, -1e6, -1e6}, 5), {{"view", move({-1e6, -1e6, -1e6})}});
  expect(1, "times the bound", "--camera view");
}

TEST_F(CapturedFrameTest, a_partly_undecided_output_is_reported) {
  const std::array<double, 3> camera = {-1e6, -1e6, 0};
  write_frame("gl_Position", drawn_from(camera), {{"view", move(camera)}});
  expect(0, "67 % of the numbers", "--camera view");
  EXPECT_EQ(judged_and_undecided(), std::pair(10, 20));
  EXPECT_NE(slurp(file("out/results.json")).find("20 of 30 numbers are undecided"), std::string::npos);
}

/// The named camera is wrong, not the engine.
TEST_F(CapturedFrameTest, a_camera_that_is_not_a_matrix_file_is_not_judged) {
  write_frame("gl_Position", drawn_from({0, 0, 0}), {{"view", move({0, 0, 0})}});
  std::ofstream(file("words")) << "1 0 0 x";
  std::ofstream(file("flat")) << "1 0 0 0  0 1 0 0  0 0 0 0  0 0 0 1";
  expect(2, "FILE_READ at /nonexistent", "--camera 'view*@/nonexistent'");
  expect(2, "FILE_READ at frame", "--camera @frame");
  expect(2, "CAMERA_FORMAT at words: expected 16 numbers, row by row; number 3 is not a number",
         "--camera @words");
  expect(2, "CAMERA_FORMAT at flat: the matrix has no inverse", "--camera '@flat*view'");
}

TEST_F(CapturedFrameTest, a_frame_of_a_changed_file_is_an_error) {
  write_frame("gl_Position", drawn_from({0, 0, 0}));
  BINDPOSE_ASSERT(const auto subject, open_any(*parse_subject("capture:" + file("frame").string())));
  for (const AssetPart& part : {AssetPart{0, 7, 0, 10}, AssetPart{0, 0, 7, 10}, AssetPart{0, 0, 0, 99}}) {
    Question question;
    question.level = Level::asset;
    question.asset = std::make_shared<const AssetMoment>(
        AssetMoment{file("strip.gltf").string(), std::nullopt, 0, {part}});
    question.answers = {{"positions", {part.vertices, 3}}};
    EXPECT_EQ(subject->run(question, {}).error().code, "ASSET");
  }
}

}  // namespace bindpose::conformance::captured_frame_test

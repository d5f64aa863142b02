// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/report/binding_page.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/picture.h"
#include "conformance/testing/results.h"
#include "conformance/testing/wrong_cylinder.h"
#include "reference/testing/assert.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance::pictures_test {

TEST(PictureTest, a_picture_shows_expected_actual_and_error) {
  const WrongCylinder wrong;
  BINDPOSE_ASSERT(const auto picture, picture_of(wrong.judged()));
  ASSERT_EQ(picture.drawing.panels.size(), 3U);
  const auto& expected = picture.drawing.panels[0].places;
  const auto& got = picture.drawing.panels[1].places;
  EXPECT_EQ(expected.size(), wrong.given.right.arrays.front().branch.values.size());
  EXPECT_NEAR(got[3 * 7 + 1] - expected[3 * 7 + 1], 2.5, 1e-5 * 2.5);
  EXPECT_EQ(picture.drawing.panels[2].places, got);
  EXPECT_NE(picture.drawing.panels[2].colours[4 * 7], picture.drawing.panels[2].colours[4 * 8]);
  EXPECT_EQ(picture.drawing.triangles, wrong.from->depiction().triangles);
  EXPECT_EQ(picture.captions[1], "actual: off by up to 2.50 m");
  EXPECT_EQ(picture.captions[2], "error in times the bound; grey: within it");
  ASSERT_TRUE(picture.legend);
  EXPECT_EQ(picture.legend->low, "1");
  EXPECT_EQ(picture.legend->high, round_number(worst_fraction_of(*whole_mesh(wrong.judged()))));
}

TEST(PictureTest, a_right_output_has_no_scale) {
  BINDPOSE_ASSERT(const auto picture, picture_of(WrongCylinder(0).judged()));
  EXPECT_EQ(picture.captions[2], "error: every number is within its bound");
  EXPECT_FALSE(picture.legend);
}

TEST(PictureTest, large_numbers_are_words) {
  EXPECT_EQ(round_number(1.234), "1.23");
  EXPECT_EQ(round_number(999.4), "999");
  EXPECT_EQ(round_number(384123), "384 thousand");
  EXPECT_EQ(round_number(1e300), "1000 trillion");
}

TEST(PictureTest, far_and_nan_vertices_do_not_hide_the_rest) {
  for (const double by : {1e30, std::nan("")}) {
    BINDPOSE_ASSERT(const auto picture, picture_of(WrongCylinder(by).judged()));
    const auto& places = picture.drawing.panels[1].places;
    EXPECT_TRUE(std::ranges::all_of(places, [](float x) { return std::isfinite(x); }));
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_LT(picture.drawing.high[c] - picture.drawing.low[c], 1000) << by;
  }
}

TEST(PictureTest, a_picture_is_written_as_png) {
  const TemporaryFolder folder;
  const auto picture = picture_of(WrongCylinder().judged());
  const auto written = write_pictures({{*picture, folder / "wrong.png"}});
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_EQ(slurp(folder / "wrong.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(test::code_of(write_pictures({{*picture, "/proc/no-such-folder/x.png"}})), "FILE_WRITE");
}

TEST(PictureTest, the_worst_groups_of_a_run_are_drawn_and_attached) {
  const TemporaryFolder folder;
  const Ran ran = run_in(
      folder, BINDPOSE_PROGRAM
      " test --subject defect:ibm-ignored --filter '*.linear_blend.cylinder.bend-60.direction.pose.f32' "
      "--out out --pictures 3");
  expect_ended(ran, 1);
  const std::string picture =
      "out/pictures/skinning.linear_blend.cylinder.bend-60.direction.pose.f32.defect_ibm-ignored.default.png";
  EXPECT_TRUE(std::filesystem::exists(folder / picture)) << ran.out;
  EXPECT_TRUE(
      has(slurp(folder / "out/junit.xml"), "<system-out>[[ATTACHMENT|" + picture + "]]</system-out>"));
  EXPECT_EQ(run_in(folder, "xmllint --noout --schema " BINDPOSE_CONFORMANCE "/report/junit.xsd out/junit.xml")
                .exit_code,
            0);
}

TEST(PictureTest, the_command_draws_a_test_by_name) {
  const TemporaryFolder folder;
  const std::string picture = BINDPOSE_PROGRAM " picture ";
  const Ran drawn = run_in(folder, picture + WrongCylinder::name + " --subject reference-float -o right.png");
  expect_ended(drawn, 0);
  EXPECT_EQ(drawn.out.find("pass "), 0U) << drawn.out;
  for (const auto& [words, code] : std::vector<std::pair<std::string, std::string>>{
           {"skinning.linear_blend.no-such -o x.png", "TEST_UNKNOWN"},
           {"animation.slerp.axes.any -o x.png", "TEST_UNKNOWN"},
           {"asset.hero.rest.pose.f32 -o x.png", "name the file with --asset"},
           {std::string(WrongCylinder::name) + "/gpu/no-such-variant --subject reference-float -o x.png",
            "NOT_ASKED"},
           {std::string(WrongCylinder::name) + " --subject none: -o x.png", "SUBJECT_UNKNOWN"}}) {
    const Ran refused = run_in(folder, picture + words);
    EXPECT_EQ(refused.exit_code, 2) << words;
    EXPECT_TRUE(has(refused.out, code));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
  }
}

TEST(IllustrationTest, a_skinning_method_is_compared_with_linear_blending) {
  BINDPOSE_ASSERT(const auto picture, illustration_of(*find_algorithm("dqs")));
  EXPECT_EQ(picture.captions, (std::vector<std::string>{"at rest", "linear blending", "dqs"}));
  EXPECT_GT(picture.drawing.triangles.size(), 1000U);
  // A twist by nearly half a turn: linear blending collapses the middle to the axis, dual quaternions keep the radius.
  const auto& blended = picture.drawing.panels[1].places;
  const auto& kept = picture.drawing.panels[2].places;
  EXPECT_TRUE(has(picture.title, "twist"));
  float apart = 0;
  for (std::size_t i = 0; i < kept.size(); ++i)
    apart = std::max(apart, std::abs(kept[i] - blended[i]));
  EXPECT_GT(apart, 0.5F);
  EXPECT_FALSE(picture.legend);
}

TEST(IllustrationTest, weights_and_chains_are_shown) {
  BINDPOSE_ASSERT(const auto weights, illustration_of(*find_algorithm("bind.heat")));
  const auto& colours = weights.drawing.panels.back().colours;
  EXPECT_NE(std::ranges::max(colours), std::ranges::min(colours));
  BINDPOSE_ASSERT(const auto chains, illustration_of(*find_algorithm("ik.ccd")));
  EXPECT_EQ(chains.captions, (std::vector<std::string>{"at rest", "ik.ccd"}));
  EXPECT_NE(chains.drawing.panels[0].places, chains.drawing.panels[1].places);
}

TEST(IllustrationTest, an_illustration_needs_positions) {
  EXPECT_EQ(test::code_of(illustration_of(*find_algorithm("interp.slerp"))), "NO_MESH");
}

/// Three vertices and two joints. The only moment moves the second joint by (0, 2, 0).
Character sliding_triangle() {
  const Affine<double> still, moved{Mat3<double>::Identity(), {0, 2, 0}};
  Character character{.name = "triangle",
                      .mesh = {},
                      .parents = {-1, 0},
                      .pivots = {{0, 0, 0}, {1, 0, 0}},
                      .own = {2, {1, 0, 0.5, 0.5, 0, 1}},
                      .clips = 1,
                      .palettes = {{still, moved}}};
  character.mesh.positions = {{-1, 0, 0}, {0, 3, 0}, {1, 0, 0.5}};
  character.mesh.triangles = {{0, 1, 2}};
  return character;
}

TEST(WeightPicture, joints_and_distances_have_their_colours) {
  const Character character = sliding_triangle();
  BINDPOSE_ASSERT(const auto picture,
                  picture_of_weights(character, "bind.heat", {2, {1, 0, 1, 0, 0.25, 0.75}}));
  ASSERT_EQ(picture.drawing.panels.size(), 3U);
  const auto colour = [&](std::size_t panel, std::size_t v) {
    const auto& all = picture.drawing.panels[panel].colours;
    return Colour{all[4 * v], all[4 * v + 1], all[4 * v + 2]};
  };
  EXPECT_EQ(colour(0, 0), colour(1, 0));
  EXPECT_NE(colour(0, 1), colour(1, 1));
  EXPECT_EQ(colour(1, 0), colour(1, 1)) << "the first joint alone moves both";
  EXPECT_EQ(colour(2, 0), scale_colour(0)) << "stays";
  EXPECT_EQ(colour(2, 1), scale_colour(1)) << "1 m apart, the farthest";
  EXPECT_EQ(colour(2, 2), scale_colour(0.5));
  EXPECT_EQ(picture.captions,
            (std::vector<std::string>{"its own weights", "bind.heat", "apart by up to 22 % of its size"}));
  ASSERT_TRUE(picture.legend);
  EXPECT_EQ(picture.legend->middle, "11 %");
  EXPECT_EQ(picture.legend->high, "22 %");
  EXPECT_EQ(picture.drawing.low, (std::array<float, 3>{-1, 0, 0}));
  EXPECT_EQ(picture.drawing.high, (std::array<float, 3>{1, 3, 0.5}));
}

TEST(WeightPicture, unmoved_meshes_have_distance_0) {
  Character character = sliding_triangle();
  character.palettes.clear();
  BINDPOSE_ASSERT(const auto picture, picture_of_weights(character, "bind.heat", {2, {1, 0, 1, 0, 1, 0}}));
  EXPECT_EQ(picture.captions[2], "nothing moves");
  EXPECT_FALSE(picture.legend);
}

TEST(WeightPicture, the_command_draws_the_built_in_figure) {
  const TemporaryFolder folder;
  expect_ended(run_in(folder, BINDPOSE_PROGRAM
                      " bind --method bind.point-to-line --moments 2 --pictures pictures --colours colours"),
               0);
  EXPECT_EQ(slurp(folder / "pictures/figure-bind.point-to-line.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_TRUE(std::filesystem::exists(folder / "colours/figure-bind.point-to-line.glb"));
  EXPECT_TRUE(std::filesystem::exists(folder / "colours/figure-own.glb"));
}

/// CIE 1976 lightness of an sRGB colour, 0 to 100.
double lightness(const Colour& colour) {
  constexpr double weights[] = {0.2126, 0.7152, 0.0722};
  double luminance = 0;
  for (std::size_t c = 0; c < 3; ++c) {
    const double x = colour[c] / 255.0;
    luminance += weights[c] * (x <= 0.04045 ? x / 12.92 : std::pow((x + 0.055) / 1.055, 2.4));
  }
  return luminance > 216.0 / 24389 ? 116 * std::cbrt(luminance) - 16 : luminance * 24389 / 27;
}

TEST(ColourScaleTest, the_ends_of_the_scale_are_as_published) {
  EXPECT_EQ(to_string(scale_colour(0)), "#440154");
  EXPECT_EQ(to_string(scale_colour(1)), "#fde725");
  EXPECT_EQ(scale_colour(-1), scale_colour(0));
  EXPECT_EQ(scale_colour(2), scale_colour(1));
}

TEST(ColourScaleTest, lightness_rises_evenly_along_the_scale) {
  constexpr int steps = 64;
  const double whole = lightness(scale_colour(1)) - lightness(scale_colour(0));
  for (int i = 0; i < steps; ++i) {
    const double step = lightness(scale_colour((i + 1.0) / steps)) - lightness(scale_colour(1.0 * i / steps));
    EXPECT_GT(step, 0) << i;
    EXPECT_LT(step, 2.5 * whole / steps) << i;
  }
}

using nlohmann::json;

/// Two methods in addition to the character's own weights; one of them refuses.
BindingTable table_of_two() {
  return {"<b>hero</b>.glb skin0",
          4,
          2,
          1,
          8,
          {{"own", "", {0, 1, 0, 0}, {0, 0, 2, {}}, 0},
           {"bind.heat", "", {0, 0.75, 1e-7, 1}, {0.5, 1, 2, {}}, 0.25, "\x89PNG"},
           {"bind.bbw", "MESH: <script>alert(1)</script>"}}};
}

TEST(BindingPage, the_page_shows_the_numbers_of_each_method) {
  const std::string page = binding_page({table_of_two()});
  EXPECT_TRUE(has(page, {"<td>bind.heat</td><td>0</td><td>0.75</td><td>1e-07</td><td>1</td>"
                         "<td>0.5</td><td>1</td><td>25.00 %</td><td>0.25</td>",
                         "data:image/png;base64,iVBORw=="}));
}

TEST(BindingPage, names_and_messages_stay_text_and_load_nothing) {
  const std::string page = binding_page({table_of_two()});
  EXPECT_TRUE(lacks(page, {"<script", "<b>", "http:"}));
  EXPECT_TRUE(has(page, "default-src 'none'"));
}

TEST(BindingPage, the_method_closest_to_the_own_weights_is_highlighted) {
  BindingTable table = table_of_two();
  table.rows.push_back({"bind.delaunay", "", {0, 1, 0, 0}, {0.25, 1, 2, {}}, 0});
  const std::string page = binding_page({table});
  EXPECT_TRUE(has(page, "<tr class=\"nearest\"><td>bind.delaunay"));
  EXPECT_FALSE(has(page, "<tr class=\"nearest\"><td>bind.heat"));
}

TEST(BindingPage, data_obey_the_schema) {
  const json document = json::parse(binding_json({table_of_two()}).dump());
  EXPECT_TRUE(obeys("report/binding.schema.json", document));
  EXPECT_EQ(document["characters"][0]["methods"][1]["apart_root_mean_square"], 0.5);
  json wrong = document;
  wrong["characters"][0]["methods"][1].erase("size");
  EXPECT_FALSE(obeys("report/binding.schema.json", wrong));
}

TEST(BindingPage, the_command_writes_page_data_and_pictures) {
  const TemporaryFolder folder;
  const Ran ran =
      run_in(folder, BINDPOSE_PROGRAM
             " bind --method bind.point-to-line --method bind.point-to-line --moments 2 --out bound");
  ASSERT_EQ(ran.exit_code, 0) << ran.out;
  const json document = json::parse(slurp(folder / "bound/bind.json"));
  EXPECT_TRUE(obeys("report/binding.schema.json", document));
  EXPECT_EQ(document["characters"][0]["methods"].size(), 2U) << "the own weights, and the method only once";
  const std::string page = slurp(folder / "bound/bind.html");
  EXPECT_TRUE(has(page, "the built-in figure"));
  EXPECT_TRUE(has(page, "data:image/png;base64,iVBORw0KGgo")) << "the beginning of a PNG file";
}

}  // namespace bindpose::conformance::pictures_test

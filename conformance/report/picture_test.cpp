// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/picture.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "conformance/testing/results.h"
#include "conformance/testing/wrong_cylinder.h"
#include "reference/testing/temporary_folder.h"
#include "reference/testing/text.h"

namespace bindpose::conformance {
namespace picture_test {

TEST(PictureTest, has_expected_actual_and_error_of_every_vertex) {
  const WrongCylinder wrong;
  const auto picture = picture_of(wrong.judged());
  ASSERT_TRUE(picture);
  ASSERT_EQ(picture->drawing.panels.size(), 3U);
  const auto& expected = picture->drawing.panels[0].places;
  const auto& got = picture->drawing.panels[1].places;
  EXPECT_EQ(expected.size(), wrong.given.right.arrays.front().branch.values.size());
  EXPECT_NEAR(got[3 * 7 + 1] - expected[3 * 7 + 1], 2.5, 1e-5 * 2.5);
  EXPECT_EQ(picture->drawing.panels[2].places, got);
  EXPECT_NE(picture->drawing.panels[2].colours[4 * 7], picture->drawing.panels[2].colours[4 * 8]);
  EXPECT_EQ(picture->drawing.triangles, wrong.from->depiction().triangles);
  EXPECT_EQ(picture->captions[1], "actual: off by up to 2.50 m");
}

TEST(PictureTest, what_is_far_away_or_no_number_leaves_the_rest_to_be_seen) {
  for (const double by : {1e30, std::nan("")}) {
    const auto picture = picture_of(WrongCylinder(by).judged());
    ASSERT_TRUE(picture);
    const auto& places = picture->drawing.panels[1].places;
    EXPECT_TRUE(std::ranges::all_of(places, [](float x) { return std::isfinite(x); }));
    for (std::size_t c = 0; c < 3; ++c)
      EXPECT_LT(picture->drawing.high[c] - picture->drawing.low[c], 1000) << by;
  }
}

TEST(PictureTest, is_drawn_and_written_as_png) {
  const TemporaryFolder folder;
  const auto picture = picture_of(WrongCylinder().judged());
  const auto written = write_pictures({{*picture, folder / "wrong.png"}});
  ASSERT_TRUE(written) << to_string(written.error());
  EXPECT_EQ(slurp(folder / "wrong.png").substr(0, 8), "\x89PNG\r\n\x1a\n");
  const auto nowhere = write_pictures({{*picture, "/proc/no-such-folder/x.png"}});
  ASSERT_FALSE(nowhere);
  EXPECT_EQ(nowhere.error().code, "FILE_WRITE");
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

TEST(PictureTest, of_a_test_by_name) {
  const TemporaryFolder folder;
  const std::string picture = BINDPOSE_PROGRAM " picture ";
  const Ran drawn = run_in(folder, picture + WrongCylinder::name + " --subject reference-float -o right.png");
  expect_ended(drawn, 0);
  EXPECT_EQ(drawn.out.find("pass "), 0U) << drawn.out;
  for (const auto& [words, code] : std::vector<std::pair<std::string, std::string>>{
           {"skinning.linear_blend.no-such -o x.png", "TEST_UNKNOWN"},
           {"animation.slerp.axes.any -o x.png", "TEST_UNKNOWN"},
           {"asset.hero.rest.pose.f32 -o x.png", "name that by --asset"},
           {std::string(WrongCylinder::name) + "/gpu/no-such-variant --subject reference-float -o x.png",
            "NOT_ASKED"},
           {std::string(WrongCylinder::name) + " --subject none: -o x.png", "SUBJECT_UNKNOWN"}}) {
    const Ran refused = run_in(folder, picture + words);
    EXPECT_EQ(refused.exit_code, 2) << words;
    EXPECT_TRUE(has(refused.out, code));
    EXPECT_FALSE(std::filesystem::exists(folder / "x.png"));
  }
}

}  // namespace picture_test
}  // namespace bindpose::conformance

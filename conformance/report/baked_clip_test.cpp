// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "conformance/cases/asset/asset_cases.h"
#include "conformance/cases/asset/posed_mesh.h"
#include "conformance/report/html_page.h"
#include "conformance/report/run_page.h"
#include "conformance/testing/fakes.h"
#include "conformance/testing/sample_asset.h"
#include "reference/model/rows.h"

namespace bindpose::conformance::baked_clip_test {

using nlohmann::json;

/// Cases of an asset, for which a subject moves every x by `off`, and by more at pose level.
struct MovedRun {
  MovedRun(gltf::Asset file, const std::string& glob, double off = 0.5)
      : asset(std::make_shared<const gltf::Asset>(std::move(file))) {
    auto fake = std::make_unique<Fake>([off](const Question& question, Answer answer) -> Expected<Answer> {
      Array::Reals& positions = *reals_of(answer.arrays, "positions");
      for (std::size_t i = 0; i < positions.size(); i += 3)
        positions[i] += question.level == Level::pose ? 2 * off : off;
      return answer;
    });
    fake->offered = [](const Algorithm&, Level level) { return level != Level::asset; };
    suite.add_cases(*asset_cases(asset, "sample"), {glob});
    suite.add_subject(std::move(fake));
    const auto findings = std::make_shared<Findings>(off == 0 ? 100 : 0);
    Executor executor(suite);
    on_judged_answer(executor, [this, findings](const std::string& subject, const JudgedAnswer& judged) {
      findings->look_at(subject, judged);
      if (auto view = view_of(judged)) {
        view->baked_clip = baked_clips.of(judged, *view);
        views.push_back(std::move(*view));
      }
    });
    run.findings = findings;
    suite.make_records();
    executor.run_all();
  }
  json data() const {
    const PageContent content = page_content(suite, run);
    return json::parse(page_data(content, page_groups(content), most_page_bytes).dump());
  }

  std::shared_ptr<const gltf::Asset> asset;
  Suite suite;
  RunReport run;
  BakedClips baked_clips;
  std::vector<MeshView> views;
};

/// Expects the coordinates of posed_meshes() at every moment, rounded to 16 bits.
void expect_baked_clip_of(const MovedRun& moved, const std::string& drawable, double begin, double end) {
  ASSERT_FALSE(moved.views.empty());
  const auto& baked_clip = moved.views.front().baked_clip;
  ASSERT_TRUE(baked_clip);
  ASSERT_EQ(baked_clip->seconds.size(), BakedClip::most_moments);
  EXPECT_EQ(baked_clip->seconds.front(), begin);
  EXPECT_EQ(baked_clip->seconds.back(), end);
  EXPECT_TRUE(std::ranges::is_sorted(baked_clip->seconds));
  for (std::size_t m = 0; m < baked_clip->seconds.size(); ++m) {
    const auto posed = posed_meshes(moved.asset, {0U, baked_clip->seconds[m]});
    ASSERT_TRUE(posed);
    const auto mesh = std::ranges::find_if(
        *posed, [&](const PosedMesh& each) { return each.name.find(drawable) != std::string::npos; });
    ASSERT_NE(mesh, posed->end());
    ASSERT_EQ(baked_clip->moments[m].size(), 3 * mesh->mesh.positions.size());
    for (std::size_t i = 0; i < baked_clip->moments[m].size(); ++i) {
      const double step = (baked_clip->high[i % 3] - baked_clip->low[i % 3]) / 65535;
      EXPECT_NEAR(baked_clip->low[i % 3] + step * baked_clip->moments[m][i],
                  mesh->mesh.positions[i / 3][i % 3], 0.51 * step)
          << baked_clip->seconds[m];
    }
  }
  EXPECT_NE(baked_clip->moments.front(), baked_clip->moments.back()) << "it moves";
}

TEST(BakedClipTest, a_baked_clip_follows_the_reference_from_first_to_last_key) {
  expect_baked_clip_of(MovedRun(sample_asset(), "asset.sample.skin0-no-tangents.clip0.key-0.*"), "skin0", 0.5,
                       1.25);
}

TEST(BakedClipTest, morph_targets_also_move) {
  const MovedRun moved(morphing_asset(), "asset.sample.skin0*node3-morphed.clip0.key-0.*");
  expect_baked_clip_of(moved, "node3", 0.5, 2.5);
}

TEST(BakedClipTest, parts_attached_to_nodes_have_a_baked_clip) {
  const MovedRun moved(sample_asset(), "asset.sample.parts*.clip0.between-0.*");
  expect_baked_clip_of(moved, "parts", 0.5, 1.25);
}

TEST(BakedClipTest, clips_are_baked_and_rest_poses_are_not) {
  const MovedRun moved(sample_asset(), "asset.sample.skin0-no-tangents.*");
  ASSERT_GT(moved.views.size(), 10U);
  std::size_t without = 0;
  const BakedClip* baked_clip = nullptr;
  for (const MeshView& view : moved.views) {
    without += view.baked_clip ? 0 : 1;
    if (view.baked_clip && baked_clip == nullptr) baked_clip = view.baked_clip.get();
    EXPECT_TRUE(!view.baked_clip || view.baked_clip.get() == baked_clip);
  }
  EXPECT_EQ(without, 2U) << "the rest pose, at two levels";
}

TEST(BakedClipTest, the_page_stores_a_clip_once_with_the_judged_moment) {
  const MovedRun right(sample_asset(), "asset.sample.skin0-no-tangents.*.pose.f32", 0);
  const json data = right.data();
  ASSERT_EQ(data["baked_clips"].size(), 1U);
  const json& baked_clip = data["baked_clips"][0];
  EXPECT_EQ(baked_clip["clip"], "turn");
  EXPECT_EQ(baked_clip["seconds"].size(), BakedClip::most_moments);
  EXPECT_EQ(baked_clip["moments"].size(), BakedClip::most_moments);
  std::size_t of_clip = 0;
  for (const json& group : data["groups"]) {
    const std::string test = group["test"];
    const json& mesh = data["meshes"][group["mesh"].get<std::size_t>()];
    EXPECT_EQ(mesh.contains("baked_clip"), test.find(".rest.") == std::string::npos) << test;
    if (!mesh.contains("baked_clip")) continue;
    ++of_clip;
    EXPECT_EQ(mesh["baked_clip"], 0);
    for (const auto& [moment, seconds] : {std::pair(".before.", 0.0), std::pair(".key-1.", 0.75)})
      EXPECT_TRUE(test.find(moment) == std::string::npos || mesh["seconds"] == seconds)
          << test << mesh["seconds"];
  }
  EXPECT_GT(of_clip, 3U);
}

TEST(BakedClipTest, large_clips_have_fewer_moments_or_are_omitted) {
  MeshView view;
  BakedClip baked_clip;
  baked_clip.clip = "walk";
  for (std::size_t m = 0; m < BakedClip::most_moments; ++m) {
    baked_clip.seconds.push_back(static_cast<double>(m));
    baked_clip.moments.emplace_back(3000, static_cast<std::uint16_t>(m));
  }
  view.baked_clip = std::make_shared<const BakedClip>(baked_clip);
  constexpr std::size_t moment = 8040;  // 3000 numbers as base64
  const std::pair<std::size_t, std::size_t> rooms[] = {
      {17 * moment, 17}, {17 * moment - 1, 9}, {9 * moment - 1, 5}, {5 * moment - 1, 0}};
  for (const auto& [room, moments] : rooms) {
    PageClips baked_clips(room);
    Blobs blobs;
    nlohmann::ordered_json mesh = nlohmann::ordered_json::object();
    baked_clips.put(mesh, view, blobs);
    EXPECT_EQ(mesh.contains("baked_clip"), moments > 0) << room;
    if (moments == 0) continue;
    ASSERT_EQ(baked_clips.all()[0]["seconds"].size(), moments) << room;
    EXPECT_EQ(baked_clips.all()[0]["seconds"].back(), 16) << "the last key stays";
    EXPECT_LE(blobs.all().dump().size(), room);
  }
}

}  // namespace bindpose::conformance::baked_clip_test

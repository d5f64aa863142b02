// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/asset_cases.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "conformance/run/executor.h"
#include "conformance/testing/sample_asset.h"

namespace bindpose::conformance::asset_cases_test {

std::vector<Case> cases_of(const gltf::Asset& asset) {
  return *asset_cases(std::make_shared<const gltf::Asset>(asset), "sample");
}

/// Expects that the float32 reference passes all cases.
void expect_all_pass(const std::vector<Case>& cases) {
  Suite suite;
  suite.add_cases(cases, {});
  suite.add_subject(std::move(*open_subject(*parse_subject("reference-float"))));
  suite.make_records();
  Executor executor(suite);
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    const Verdict& verdict = executor.run(i);
    EXPECT_EQ(verdict.outcome, Outcome::pass) << suite.records()[i].name << ": " << verdict.detail;
  }
}

TEST(AssetCasesTest, every_skin_clip_and_time_has_a_passing_case) {
  const std::vector<Case> cases = cases_of(sample_asset());
  const auto has = [&](const std::string& name) {
    return std::any_of(cases.begin(), cases.end(), [&](const Case& c) { return c.name == name; });
  };
  for (const char* time :
       {"rest", "clip0.before", "clip0.key-0", "clip0.between-0", "clip0.key-2", "clip0.after"})
    for (const char* level : {"palette", "pose"}) {
      EXPECT_TRUE(has(std::string("asset.sample.skin0-no-tangents.") + time + "." + level + ".f32")) << time;
      EXPECT_TRUE(has(std::string("asset.sample.parts-no-normals.") + time + "." + level + ".f32")) << time;
    }
  expect_all_pass(cases);
}

TEST(AssetCasesTest, all_levels_expect_the_same_surface) {
  std::vector<Case> cases = cases_of(sample_asset());
  std::erase_if(cases, [](const Case& c) { return c.algorithm->id == "anim.pose-loop"; });
  ASSERT_EQ(cases.size() % 3, 0U);
  const auto expected = [](const Case& c) {
    return expect({c.algorithm, c.level, c.options, *c.question()});
  };
  for (std::size_t i = 0; i < cases.size(); i += 3) {
    const auto palette = expected(cases[i]), pose = expected(cases[i + 1]), asset = expected(cases[i + 2]);
    ASSERT_TRUE(palette && pose && asset) << cases[i].name;
    const auto& at_pose = pose->arrays[0].branch.values;
    for (std::size_t v = 0; v < at_pose.size(); ++v)
      EXPECT_NEAR(palette->arrays[0].branch.values[v], at_pose[v], 1e-5) << cases[i].name;
    EXPECT_EQ(asset->arrays[0].branch.values, at_pose) << cases[i].name;
  }
}

TEST(AssetCasesTest, level_asset_names_clip_and_parts) {
  for (const Case& c : cases_of(sample_asset())) {
    ASSERT_EQ(c.asset != nullptr, c.level == Level::asset) << c.name;
    if (c.level != Level::asset) continue;
    std::size_t vertices = 0;
    for (const AssetPart& part : c.asset->parts)
      vertices += part.vertices;
    EXPECT_EQ(vertices, c.question()->find("positions")->shape[0]) << c.name;
    EXPECT_EQ(c.asset->clip.has_value(), c.name.find(".rest.") == std::string::npos) << c.name;
  }
}

TEST(AssetCasesTest, transform_of_a_skinned_mesh_node_has_no_effect) {
  gltf::Asset moved = sample_asset();
  moved.nodes[3].local.trs.translation = {0, 0, 0};
  const auto positions_of_the_skin = [](const gltf::Asset& asset) {
    const std::vector<Case> cases = cases_of(asset);
    const auto skin =
        std::find_if(cases.begin(), cases.end(), [](const Case& c) { return c.algorithm->id == "lbs"; });
    return expect({skin->algorithm, skin->level, skin->options, *skin->question()})->arrays[0].branch.values;
  };
  EXPECT_EQ(positions_of_the_skin(sample_asset()), positions_of_the_skin(moved));
}

TEST(AssetCasesTest, meshes_with_targets_have_morphed_and_plain_cases) {
  const std::vector<Case> cases = cases_of(morphing_asset());
  std::size_t morphed = 0, plain = 0;
  for (const Case& c : cases) {
    const bool is_morphed = c.algorithm->id == "morph.then-skin";
    EXPECT_EQ(is_morphed, c.name.find("-morphed.") != std::string::npos) << c.name;
    EXPECT_EQ(c.question()->has("target_weights"), is_morphed) << c.name;
    const bool has_targets = c.name.find("-node") != std::string::npos;
    EXPECT_FALSE(has_targets && !is_morphed && c.level == Level::asset) << "no file shows that: " << c.name;
    morphed += is_morphed ? 1 : 0;
    plain += has_targets && !is_morphed ? 1 : 0;
  }
  EXPECT_GT(morphed, 0U);
  EXPECT_GT(plain, 0U);
}

TEST(AssetCasesTest, target_weights_come_from_the_node_the_mesh_or_the_clip) {
  const std::vector<Case> cases = cases_of(morphing_asset());
  const auto weights = [&](const std::string& part) {
    const auto found = std::find_if(cases.begin(), cases.end(), [&](const Case& c) {
      return c.name.find(part) != std::string::npos && c.level == Level::palette;
    });
    EXPECT_NE(found, cases.end()) << part;
    return found == cases.end() ? Array::Reals{} : found->question()->find("target_weights")->reals();
  };
  EXPECT_EQ(weights("-node3-morphed.rest."), (Array::Reals{0, 1}));
  EXPECT_EQ(weights("-node5-morphed.rest."), (Array::Reals{0.5, 0.25}));
  EXPECT_EQ(weights("-node3-morphed.clip0.before."), (Array::Reals{0, 0}));
  EXPECT_EQ(weights("-node3-morphed.clip0.after."), (Array::Reals{1, 0.5}));
  EXPECT_EQ(weights("-node5-morphed.clip0.after."), (Array::Reals{0.5, 0.25}));
}

TEST(AssetCasesTest, morphed_meshes_pass_and_agree_at_every_level) {
  const std::vector<Case> cases = cases_of(morphing_asset());
  expect_all_pass(cases);
  for (std::size_t i = 0; i + 2 < cases.size(); ++i) {
    if (cases[i].level != Level::palette || cases[i + 2].level != Level::asset) continue;
    const auto positions = [&](std::size_t k) {
      const Case& c = cases[k];
      return expect({c.algorithm, c.level, c.options, *c.question()})->arrays[0].branch.values;
    };
    const auto at_palette = positions(i), at_pose = positions(i + 1), at_asset = positions(i + 2);
    for (std::size_t n = 0; n < at_pose.size(); ++n)
      EXPECT_NEAR(at_palette[n], at_pose[n], 1e-5) << cases[i].name;
    EXPECT_EQ(at_asset, at_pose) << cases[i].name;
  }
}

TEST(AssetCasesTest, weights_with_another_sum_than_1_are_noted_and_judged) {
  const std::vector<Case> cases = cases_of(sample_asset(0.98));
  const auto skinned =
      std::find_if(cases.begin(), cases.end(), [](const Case& c) { return c.algorithm->id == "lbs"; });
  ASSERT_NE(skinned, cases.end());
  ASSERT_EQ(skinned->notes.size(), 1U);
  EXPECT_NE(skinned->notes[0].find("0.02"), std::string::npos) << skinned->notes[0];
  EXPECT_EQ(skinned->leave_out, std::vector<std::string>{"implicit-last-weight"});
}

TEST(AssetCasesTest, a_second_node_with_the_same_mesh_and_skin_shows_the_same_vertices) {
  gltf::Asset asset = sample_asset();
  asset.nodes.push_back(asset.nodes[3]);
  asset.nodes[5].local.trs.translation = {10, 0, 0};
  std::size_t repeated = 0;
  const std::vector<Case> cases = cases_of(asset);
  for (const Case& c : cases) {
    if (c.name.find(".skin0-no-tangents-node5.") == std::string::npos) continue;
    ++repeated;
    EXPECT_EQ(c.level, Level::asset) << c.name;
    for (const AssetPart& part : c.asset->parts)
      EXPECT_EQ(part.node, 5U);
    std::string first = c.name;
    first.erase(first.find("-node5"), 6);
    const auto same = std::ranges::find(cases, first, &Case::name);
    ASSERT_NE(same, cases.end()) << first;
    const auto positions = [](const Case& of) {
      return expect({of.algorithm, of.level, of.options, *of.question()})->arrays[0].branch.values;
    };
    EXPECT_EQ(positions(c), positions(*same)) << c.name;
  }
  EXPECT_GT(repeated, 0U);
}

TEST(AssetCasesTest, a_node_outside_the_default_scene_is_not_judged) {
  gltf::Asset asset = sample_asset();
  asset.nodes[4].is_shown = false;
  for (const Case& c : cases_of(asset))
    EXPECT_EQ(c.name.find(".parts"), std::string::npos) << c.name;
}

/// Inputs of the loop case whose name ends with `time`.
ArraySet loop_question(const gltf::Asset& asset, const std::string& time) {
  for (const Case& c : cases_of(asset))
    if (c.name == "asset.sample.clip0.loop." + time + ".pose.f32") return *c.question();
  ADD_FAILURE() << time;
  return {};
}

TEST(AssetCasesTest, every_clip_has_loop_cases) {
  gltf::Asset asset = sample_asset();
  const Track& turn = asset.clips[0].channels[0].track;
  const std::size_t K = turn.times.size(), J = asset.nodes.size();
  for (const char* time : {"before", "between", "last-key", "over-the-end", "third-period"})
    EXPECT_EQ(loop_question(asset, time).find("rotations")->shape, (Shape{K, J, 4})) << time;
  const ArraySet open = loop_question(asset, "last-key");
  const double span = turn.times.back() - turn.times.front();
  EXPECT_EQ(open.find("times")->reals().front(), 0);
  EXPECT_EQ(open.find("times")->reals().back(), span);
  EXPECT_EQ(open.find("t")->reals()[0], span);
  EXPECT_FLOAT_EQ(static_cast<float>(open.find("period")->reals()[0]),
                  static_cast<float>(span * static_cast<double>(K) / static_cast<double>(K - 1)));
  EXPECT_EQ(open.find("translations")->reals()[0], 1) << "of node 0, which nothing moves";

  // The last pose equals the first, so the period ends there.
  Track& closed = asset.clips[0].channels[0].track;
  std::copy_n(closed.values.begin(), closed.width,
              closed.values.end() - static_cast<std::ptrdiff_t>(closed.width));
  const ArraySet question = loop_question(asset, "over-the-end");
  EXPECT_EQ(question.find("times")->shape, (Shape{K - 1}));
  EXPECT_EQ(question.find("period")->reals()[0], span);
  expect_all_pass(cases_of(asset));
}

TEST(AssetCasesTest, times_are_float32_and_reach_outside_the_clip) {
  const std::vector<SampleTime> times = sample_times(sample_asset().clips[0]);
  EXPECT_LT(times.front().seconds, 0.5);
  EXPECT_GT(times.back().seconds, 1.25);
  for (const SampleTime& time : times)
    EXPECT_EQ(static_cast<double>(static_cast<float>(time.seconds)), time.seconds) << time.name;
}

TEST(AssetCasesTest, all_keys_and_intervals_are_tested_if_requested) {
  gltf::Clip clip;
  gltf::Channel& channel = clip.channels.emplace_back();
  for (int k = 0; k < 20; ++k)
    channel.track.times.push_back(k);
  EXPECT_EQ(sample_times(clip).size(), 2U + 7);
  const std::vector<SampleTime> all = sample_times(clip, false, Keys::all);
  ASSERT_EQ(all.size(), 2U + 39);
  EXPECT_EQ(all[3].name, "key-1");
  EXPECT_EQ(all[3].seconds, 1);
}

TEST(AssetCasesTest, limited_moments_are_those_with_the_largest_motion) {
  gltf::Asset asset = sample_asset();
  asset.clips[0].channels[0].track.values = {0, 0, 0, 1, 0, 0,
                                             0, 1, 0, 0, 1, 0};  // at rest, then half a turn
  std::string note;
  const auto chosen = [&](const MomentChoice& choice) {
    const std::string before = "asset.sample.skin0-no-tangents.clip0.", behind = ".pose.f32";
    std::vector<std::string> moments;
    const std::vector<Case> cases =
        *asset_cases(std::make_shared<const gltf::Asset>(asset), "sample", choice);
    for (const Case& c : cases)
      if (c.name.starts_with(before) && c.name.ends_with(behind)) {
        note = c.notes.empty() ? "" : c.notes.back();
        moments.push_back(c.name.substr(before.size(), c.name.size() - before.size() - behind.size()));
      }
    return moments;
  };
  using Words = std::vector<std::string>;
  EXPECT_EQ(chosen({.most = 3}), (Words{"key-1", "between-1", "key-0"}));
  EXPECT_EQ(note, "clip0: 3 of 7 moments judged, the largest motion first");
  EXPECT_EQ(chosen({.most = 100}),
            (Words{"key-1", "between-1", "key-0", "between-0", "key-2", "before", "after"}));
  EXPECT_EQ(note, "");
  double seconds_each = 0;
  for (const Drawable& each : drawables(asset))
    seconds_each += usual_seconds_per_vertex * static_cast<double>(each.rig.mesh.vertex_count());
  EXPECT_EQ(chosen({.seconds = 3.5 * seconds_each}), (Words{"key-1", "between-1"})) << "and the rest pose";
  EXPECT_EQ(chosen({.most = 1, .seconds = 100}), (Words{"key-1"}));
}

TEST(AssetCasesTest, a_file_without_meshes_has_no_cases) {
  EXPECT_TRUE(cases_of(gltf::Asset{}).empty());
}

TEST(AssetCasesTest, case_words_have_only_plain_characters) {
  EXPECT_EQ(case_word("My Hero, v2.1/ü"), "My_Hero__v2_1___");
}

}  // namespace bindpose::conformance::asset_cases_test

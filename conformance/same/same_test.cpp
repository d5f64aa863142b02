// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A small character, and the findings for copies with one fault each.
#include <algorithm>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "conformance/cases/asset/posed_mesh.h"
#include "conformance/same/same_report.h"
#include "conformance/testing/schema.h"
#include "conformance/testing/skinned_strip.h"
#include "reference/animation/shared/track.h"
#include "reference/gltf/load.h"
#include "reference/io/safetensors.h"
#include "reference/testing/temporary_folder.h"

namespace bindpose::conformance::same {

using gltf::Asset;
using gltf::Channel;

constexpr std::size_t rings = 9, sides = 6;
constexpr double rate = 30;  // keys per second

/// A tube along y with skin colour. Its length is that of `joints` bones.
gltf::Primitive tube(double radius, std::size_t joints) {
  gltf::Primitive tube;
  for (std::size_t r = 0; r < rings; ++r)
    for (std::size_t s = 0; s < sides; ++s) {
      const double angle = static_cast<double>(s) * std::numbers::pi / 3, y = 0.25 * static_cast<double>(r);
      const Vec3<double> out{std::cos(angle), 0, std::sin(angle)};
      tube.mesh.positions.push_back((radius + 0.01 * static_cast<double>(s)) * out + Vec3<double>(0, y, 0));
      tube.mesh.normals.push_back(out);
      const double along = std::min(y, 1.999) / 2 * static_cast<double>(joints);
      const auto j = std::min(static_cast<std::uint32_t>(along), static_cast<std::uint32_t>(joints - 1));
      const double w = std::min(1.0, 0.6 + 0.4 * (along - j));
      tube.influences.joints.insert(tube.influences.joints.end(), {j, j == 0 ? 1 : j - 1});
      tube.influences.weights.insert(tube.influences.weights.end(), {w, 1 - w});
    }
  tube.influences.width = 2;
  const auto at = [](std::size_t r, std::size_t s) {
    return static_cast<std::uint32_t>(r * sides + s % sides);
  };
  for (std::size_t r = 0; r + 1 < rings; ++r)
    for (std::size_t s = 0; s < sides; ++s) {
      tube.mesh.triangles.push_back({at(r, s), at(r + 1, s), at(r, s + 1)});
      tube.mesh.triangles.push_back({at(r, s + 1), at(r + 1, s), at(r + 1, s + 1)});
    }
  return tube;
}

/// Rotations about z that accelerate and decelerate, with 31 keys.
Channel swing(std::size_t node, double degrees) {
  Channel channel{node, Channel::Path::rotation, {}};
  channel.track.rotation = true;
  channel.track.width = 4;
  for (int k = 0; k <= 30; ++k) {
    const double t = k / rate;
    const double half = degrees * one_degree * std::sin(7 * t) / 2;
    channel.track.times.push_back(t);
    const auto numbers = {0.0, 0.0, std::sin(half), std::cos(half)};
    channel.track.values.insert(channel.track.values.end(), numbers);
  }
  return channel;
}

/// An arm of three joints with two morph targets, a tail of two joints with its own skin, and the
/// clips "wave" and "wag".
Asset character() {
  Asset asset;
  asset.path = "character.glb";
  asset.nodes.resize(8);
  const char* names[] = {"root", "upper", "lower", "hand", "tail", "tip", "arm mesh", "tail mesh"};
  const int parents[] = {-1, 0, 1, 2, 0, 4, -1, -1};
  const double heights[] = {0, 0, 0.75, 0.5, 0, 1, 0, 0};
  for (std::size_t n = 0; n < 8; ++n) {
    asset.nodes[n].name = names[n];
    asset.nodes[n].parent = parents[n];
    asset.nodes[n].local.trs.translation = {n == 4 ? 2.0 : 0.0, heights[n], 0};
  }
  const auto bind = [](double x, double y) {
    Affine<double> A;
    A.translation = {-x, -y, 0};
    return A;
  };
  asset.skins = {{"arm", {1, 2, 3}, {bind(0, 0), bind(0, 0.75), bind(0, 1.25)}},
                 {"tail", {4, 5}, {bind(2, 0), bind(2, 1)}}};
  gltf::Primitive arm = tube(0.2, 3), tail = tube(0.1, 2);
  for (Vec3<double>& x : tail.mesh.positions)
    x[0] += 2;
  const std::size_t vertices = arm.mesh.vertex_count();
  arm.morph_targets = {{std::vector<Vec3<double>>(vertices, Vec3<double>::Zero()), {}, {}},
                       {std::vector<Vec3<double>>(vertices, Vec3<double>::Zero()), {}, {}}};
  arm.morph_targets[0].positions[7] = {0, 0, 0.25};
  arm.morph_targets[1].positions[20] = {0, 1.5, 0};
  asset.meshes = {{"arm", {arm}, {0, 0}, {"bulge", "stretch"}}, {"tail", {tail}, {}}};
  asset.nodes[6].mesh = 0;
  asset.nodes[6].skin = 0;
  asset.nodes[7].mesh = 1;
  asset.nodes[7].skin = 1;
  asset.clips = {{"wave", {swing(2, 40), swing(3, -30)}}, {"wag", {swing(5, 20)}}};
  return asset;
}

Differences compared(const Asset& before, const Asset& after) {
  const auto found =
      differences(std::make_shared<const Asset>(before), std::make_shared<const Asset>(after), {}, true);
  EXPECT_TRUE(found) << to_string(found.error());
  return found ? *found : Differences();
}

/// Compares the character with a faulty copy.
Differences with_fault(const std::function<void(Asset&)>& break_it) {
  Asset broken = character();
  break_it(broken);
  return compared(character(), broken);
}

const Finding* find(const Differences& all, std::string_view kind, std::string_view subject) {
  const auto found = std::ranges::find_if(
      all.findings, [&](const Finding& each) { return each.kind == kind && each.subject == subject; });
  return found == all.findings.end() ? nullptr : &*found;
}

const NamedTally& part(const Differences& all, std::string_view kind, std::string_view name) {
  const auto found = std::ranges::find_if(
      all.tallies, [&](const NamedTally& each) { return each.kind == kind && each.name == name; });
  EXPECT_NE(found, all.tallies.end()) << kind << " " << name;
  static const NamedTally none;
  return found == all.tallies.end() ? none : *found;
}

#define EXPECT_FINDING(all, kind, subject) EXPECT_NE(find(all, kind, subject), nullptr) << same_text(all)

TEST(SameTest, a_file_is_the_same_as_itself) {
  const Differences all = compared(character(), character());
  EXPECT_EQ(all.total.tally.most, 0);
  EXPECT_EQ(all.total.tally.normal_most, 0);
  EXPECT_EQ(all.total.tally.object_most, 0);
  EXPECT_EQ(all.paired, all.vertices);
  EXPECT_TRUE(all.findings.empty()) << same_text(all);
  EXPECT_TRUE(all.is_within());
  EXPECT_EQ(all.total.tally.cause(), Cause::none);
}

/// Poses equal those that `pose` writes.
TEST(SameTest, poses_equal_posed_meshes) {
  const auto asset = std::make_shared<const Asset>(character());
  const PosedFile file(asset);
  const auto expected = posed_meshes(asset, {0, 0.4375, "lbs"});
  const auto pose = file.pose(0, 0.4375);
  ASSERT_TRUE(expected && pose);
  for (std::size_t d = 0; d < file.drawables().size(); ++d) {
    PosedFile::RestVertices storage;
    const auto& vertices = file.before_skinning(d, *pose, storage);
    for (std::size_t v = 0; v < vertices.size(); ++v)
      EXPECT_LE((file.in_world(d, vertices[v], *pose).x - (*expected)[d].mesh.positions[v]).norm(), 1e-14);
  }
}

TEST(SameTest, a_joint_moved_by_a_millimetre_is_found) {
  const Differences all = with_fault([](Asset& asset) { asset.nodes[2].local.trs.translation[2] += 0.001; });
  ASSERT_NE(find(all, "joint-moved", "lower"), nullptr) << same_text(all);
  EXPECT_NEAR(find(all, "joint-moved", "lower")->size, 0.001, 1e-9);
  EXPECT_NEAR(part(all, "rest", "rest").tally.most, 0.001, 1e-9);
  EXPECT_EQ(part(all, "joint", "tip").tally.most, 0);
  EXPECT_EQ(part(all, "rest", "rest").tally.object_most, 0);
  EXPECT_EQ(all.total.tally.cause(), Cause::other);
  EXPECT_EQ(all.paired, all.vertices);
}

TEST(SameTest, resampling_at_15_hertz_is_found) {
  const Differences all = with_fault([](Asset& asset) {
    for (Channel& channel : asset.clips[0].channels) {
      Track sampled = channel.track;
      sampled.times.clear();
      sampled.values.clear();
      for (int k = 0; k <= 15; ++k) {
        sampled.times.push_back(k / 15.0);
        const auto value = animation::sample<double>(channel.track, k / 15.0);
        sampled.values.insert(sampled.values.end(), value.begin(), value.end());
      }
      channel.track = sampled;
    }
  });
  const NamedTally& wave = part(all, "clip", "wave");
  EXPECT_EQ(wave.tally.cause(), Cause::resampling) << same_text(all);
  EXPECT_GT(wave.tally.most, 0.001);
  EXPECT_EQ(wave.at.when, "between keys");
  EXPECT_EQ(part(all, "clip", "wag").tally.most, 0);
  EXPECT_FINDING(all, "channels-resampled", "wave");
  EXPECT_EQ(find(all, "channels-changed", "wave"), nullptr) << same_text(all);
}

TEST(SameTest, a_changed_inverse_bind_matrix_is_found) {
  const Differences all =
      with_fault([](Asset& asset) { asset.skins[0].inverse_binds[1].translation[0] += 0.02; });
  ASSERT_NE(find(all, "inverse-bind-changed", "lower"), nullptr) << same_text(all);
  EXPECT_NEAR(find(all, "inverse-bind-changed", "lower")->size, 0.02, 1e-9);
  EXPECT_EQ(find(all, "inverse-bind-changed", "hand"), nullptr);
  EXPECT_EQ(part(all, "rest", "rest").tally.cause(), Cause::other);
  EXPECT_EQ(part(all, "rest", "rest").at.joint, "lower");
}

TEST(SameTest, byte_weights_with_a_sum_other_than_1_are_found) {
  const Differences all = with_fault([](Asset& asset) {
    gltf::Primitive& arm = asset.meshes[0].primitives[0];
    for (double& w : arm.influences.weights)
      w = std::floor(w * 255) / 255;
    arm.storage.weights = 0.5 / 255;
  });
  ASSERT_NE(find(all, "weights-not-normalized", "arm"), nullptr) << same_text(all);
  EXPECT_NEAR(find(all, "weights-not-normalized", "arm")->size, 1.0 / 255, 1e-6);
  EXPECT_GT(part(all, "mesh", "arm").tally.most, 0.001);
  EXPECT_EQ(part(all, "mesh", "tail").tally.most, 0);
}

TEST(SameTest, normalized_byte_weights_count_as_quantization) {
  const Differences all = with_fault([](Asset& asset) {
    gltf::Primitive& arm = asset.meshes[0].primitives[0];
    for (std::size_t i = 0; i < arm.influences.weights.size(); i += 2) {
      arm.influences.weights[i] = std::round(arm.influences.weights[i] * 255) / 255;
      arm.influences.weights[i + 1] = 1 - arm.influences.weights[i];
    }
    arm.storage.weights = 0.5 / 255;
  });
  EXPECT_GT(all.total.tally.most, 0);
  EXPECT_EQ(all.total.tally.cause(), Cause::quantization) << same_text(all);
}

TEST(SameTest, a_lost_target_is_found) {
  const Differences all = with_fault([](Asset& asset) {
    asset.meshes[0].primitives[0].morph_targets.erase(asset.meshes[0].primitives[0].morph_targets.begin());
    asset.meshes[0].morph_weights = {0};
    asset.meshes[0].target_names = {"stretch"};
  });
  ASSERT_NE(find(all, "target-lost", "bulge"), nullptr) << same_text(all);
  EXPECT_TRUE(find(all, "target-lost", "bulge")->is_loss);
  EXPECT_NEAR(part(all, "target", "bulge").tally.most, 0.25, 1e-12);
  EXPECT_EQ(part(all, "target", "stretch").tally.most, 0);
  EXPECT_FALSE(all.is_within());
}

TEST(SameTest, a_lost_target_without_names_is_found) {
  Asset original = character(), broken = character();
  original.meshes[0].target_names.clear();
  broken.meshes[0].target_names.clear();
  broken.meshes[0].primitives[0].morph_targets.erase(broken.meshes[0].primitives[0].morph_targets.begin());
  broken.meshes[0].morph_weights = {0};
  const Differences all = compared(original, broken);
  EXPECT_FINDING(all, "target-lost", "target 0");
  EXPECT_EQ(part(all, "target", "target 1").tally.most, 0);
}

TEST(SameTest, flipped_normals_are_found) {
  const Differences all = with_fault([](Asset& asset) {
    for (Vec3<double>& n : asset.meshes[1].primitives[0].mesh.normals)
      n = -n;
  });
  ASSERT_NE(find(all, "normals-flipped", "tail"), nullptr) << same_text(all);
  EXPECT_EQ(find(all, "normals-flipped", "tail")->size, rings * sides);
  EXPECT_NEAR(all.total.tally.normal_most, std::numbers::pi, 1e-9);
  EXPECT_EQ(all.total.tally.most, 0);
  EXPECT_EQ(part(all, "mesh", "arm").tally.normal_most, 0);
  EXPECT_FALSE(all.is_within());
}

TEST(SameTest, keys_shifted_by_a_frame_are_found) {
  const Differences all = with_fault([](Asset& asset) {
    for (Channel& channel : asset.clips[0].channels)
      for (double& t : channel.track.times)
        t += 1 / rate;
  });
  ASSERT_NE(find(all, "keys-shifted", "wave"), nullptr) << same_text(all);
  EXPECT_NEAR(find(all, "keys-shifted", "wave")->size, 1 / rate, 1e-9);
  EXPECT_FINDING(all, "channels-changed", "wave");
  EXPECT_EQ(part(all, "clip", "wave").tally.cause(), Cause::other);
  EXPECT_EQ(part(all, "clip", "wag").tally.most, 0);
}

TEST(SameTest, swapped_joints_are_found) {
  const Differences all =
      with_fault([](Asset& asset) { std::swap(asset.skins[0].joints[1], asset.skins[0].joints[2]); });
  EXPECT_FINDING(all, "joints-swapped", "lower");
  EXPECT_FINDING(all, "joints-swapped", "hand");
  EXPECT_GT(part(all, "rest", "rest").tally.most, 0.4);
}

TEST(SameTest, joints_in_another_order_are_the_same) {
  const Differences all = with_fault([](Asset& asset) {
    std::swap(asset.skins[0].joints[1], asset.skins[0].joints[2]);
    std::swap(asset.skins[0].inverse_binds[1], asset.skins[0].inverse_binds[2]);
    for (std::uint32_t& j : asset.meshes[0].primitives[0].influences.joints)
      j = j == 0 ? 0 : 3 - j;
  });
  EXPECT_EQ(all.total.tally.most, 0);
  EXPECT_TRUE(all.findings.empty()) << same_text(all);
}

TEST(SameTest, a_displacement_clamped_to_one_is_found) {
  const Differences all =
      with_fault([](Asset& asset) { asset.meshes[0].primitives[0].morph_targets[1].positions[20][1] = 1; });
  const NamedTally& stretch = part(all, "target", "stretch");
  EXPECT_NEAR(stretch.tally.most, 0.5, 1e-12);
  EXPECT_NEAR(stretch.tally.object_most, 0.5, 1e-12);
  EXPECT_EQ(stretch.at.vertex, 20U);
  EXPECT_EQ(stretch.at.mesh, "arm");
  EXPECT_EQ(part(all, "target", "bulge").tally.most, 0);
  EXPECT_EQ(part(all, "rest", "rest").tally.most, 0);
}

TEST(SameTest, merged_skins_are_found) {
  const Differences all = with_fault([](Asset& asset) {
    asset.nodes[7].skin = 0;
    asset.skins.pop_back();
  });
  EXPECT_FINDING(all, "skins-lost", "1 of 2");
  EXPECT_FINDING(all, "joint-replaced", "tail");
  EXPECT_GT(part(all, "mesh", "tail").tally.most, 0.1);
  EXPECT_EQ(part(all, "mesh", "arm").tally.most, 0);
}

TEST(SameTest, lost_and_renamed_clips_are_found) {
  const Differences lost = with_fault([](Asset& asset) { asset.clips.erase(asset.clips.begin()); });
  EXPECT_FINDING(lost, "clip-lost", "wave");
  EXPECT_FALSE(lost.is_within());
  const Differences renamed = with_fault([](Asset& asset) { asset.clips[0].name = "hello"; });
  EXPECT_FINDING(renamed, "clip-renamed", "wave");
  EXPECT_TRUE(renamed.is_within());
}

/// Reverses the vertices of a primitive.
void reorder(gltf::Primitive& primitive) {
  const auto last = static_cast<std::uint32_t>(primitive.mesh.vertex_count() - 1);
  std::ranges::reverse(primitive.mesh.positions);
  std::ranges::reverse(primitive.mesh.normals);
  for (Triangle& t : primitive.mesh.triangles)
    for (std::uint32_t& v : t)
      v = last - v;
  Influences& slots = primitive.influences;
  for (std::size_t a = 0, b = last; a < b; ++a, --b)
    for (std::size_t i = 0; i < slots.width; ++i) {
      std::swap(slots.joints[a * slots.width + i], slots.joints[b * slots.width + i]);
      std::swap(slots.weights[a * slots.width + i], slots.weights[b * slots.width + i]);
    }
}

TEST(SameTest, vertices_in_another_order_are_the_same) {
  const Differences all = with_fault([](Asset& asset) { reorder(asset.meshes[1].primitives[0]); });
  EXPECT_EQ(all.total.tally.most, 0);
  EXPECT_TRUE(all.findings.empty()) << same_text(all);
}

/// Positions with 14 bits; the inverse bind matrices undo the scaling.
TEST(SameTest, quantized_positions_are_within_their_bound) {
  const Differences all = with_fault([](Asset& asset) {
    gltf::Primitive& tail = asset.meshes[1].primitives[0];
    const double scale = 2.0 / 16383;
    for (Vec3<double>& x : tail.mesh.positions)
      x = ((x - Vec3<double>(1.5, 0, -0.5)) / scale).array().round();
    tail.storage.positions = 0.5;
    for (Affine<double>& A : asset.skins[1].inverse_binds) {
      A.translation += A.linear * Vec3<double>(1.5, 0, -0.5);
      A.linear *= scale;
    }
  });
  EXPECT_EQ(all.paired, all.vertices) << same_text(all);
  EXPECT_GT(all.total.tally.most, 1e-6);
  EXPECT_EQ(all.total.tally.cause(), Cause::quantization) << same_text(all);
  EXPECT_TRUE(all.is_within());
}

TEST(SameTest, vertices_without_a_partner_are_counted) {
  const Differences all = with_fault([](Asset& asset) {
    std::erase_if(asset.meshes[0].primitives[0].mesh.triangles,
                  [](const Triangle& t) { return std::ranges::find(t, 0U) != t.end(); });
  });
  ASSERT_NE(find(all, "vertices-lost", "arm"), nullptr) << same_text(all);
  EXPECT_EQ(find(all, "vertices-lost", "arm")->size, 1);
  EXPECT_FALSE(all.is_within());
}

TEST(SameTest, a_lost_triangle_is_found) {
  const Differences all = with_fault([](Asset& asset) {
    asset.meshes[0].primitives[0].mesh.triangles.erase(asset.meshes[0].primitives[0].mesh.triangles.begin() +
                                                       20);
  });
  ASSERT_NE(find(all, "triangles-lost", "arm"), nullptr) << same_text(all);
  EXPECT_EQ(find(all, "triangles-lost", "arm")->size, 1);
  EXPECT_EQ(all.findings.size(), 1U) << same_text(all);
  EXPECT_FALSE(all.is_within());
}

TEST(SameTest, an_added_triangle_is_found) {
  const Differences all = with_fault([](Asset& asset) {
    asset.meshes[1].primitives[0].mesh.triangles.push_back({0, 2, 4});
  });
  EXPECT_FINDING(all, "triangles-added", "tail");
  EXPECT_EQ(all.findings.size(), 1U) << same_text(all);
}

TEST(SameTest, flipped_winding_is_found) {
  const Differences all = with_fault([](Asset& asset) {
    for (Triangle& t : asset.meshes[1].primitives[0].mesh.triangles)
      std::swap(t[0], t[1]);
  });
  ASSERT_NE(find(all, "winding-flipped", "tail"), nullptr) << same_text(all);
  EXPECT_EQ(find(all, "winding-flipped", "tail")->size, 2 * (rings - 1) * sides);
  EXPECT_EQ(all.findings.size(), 1U) << same_text(all);
  EXPECT_EQ(all.total.tally.most, 0);
  EXPECT_FALSE(all.is_within());
}

TEST(SameTest, rotated_triangles_and_split_vertices_are_the_same) {
  const Differences all = with_fault([](Asset& asset) {
    gltf::Primitive& tail = asset.meshes[1].primitives[0];
    tail.mesh.positions.push_back(tail.mesh.positions[10]);
    tail.mesh.normals.push_back(tail.mesh.normals[10]);
    Influences& slots = tail.influences;
    for (std::size_t i = 20; i < 22; ++i) {
      slots.joints.push_back(std::uint32_t{slots.joints[i]});
      slots.weights.push_back(double{slots.weights[i]});
    }
    bool is_second = false;
    for (Triangle& t : tail.mesh.triangles) {
      std::ranges::rotate(t, t.begin() + 1);
      for (std::uint32_t& v : t)
        if (v == 10 && std::exchange(is_second, !is_second)) v = static_cast<std::uint32_t>(rings * sides);
    }
  });
  EXPECT_TRUE(all.findings.empty()) << same_text(all);
  EXPECT_TRUE(all.is_within());
}

/// The tail without its skin, in a rotated node; then with this rotation baked into its vertices.
TEST(SameTest, a_baked_rotation_flips_no_normals) {
  Asset original = character(), baked;
  original.nodes[7].skin = {};
  original.meshes[1].primitives[0].influences = {};
  original.nodes[7].local.trs.rotation = {0, 1, 0, 0};
  baked = original;
  baked.nodes[7].local.trs.rotation = {0, 0, 0, 1};
  for (auto* list :
       {&baked.meshes[1].primitives[0].mesh.positions, &baked.meshes[1].primitives[0].mesh.normals})
    for (Vec3<double>& x : *list)
      x = {-x[0], x[1], -x[2]};
  const Differences all = compared(original, baked);
  EXPECT_EQ(find(all, "normals-flipped", "tail"), nullptr) << same_text(all);
  EXPECT_TRUE(all.is_within()) << same_text(all);
}

TEST(SameTest, a_vertex_without_a_position_is_infinitely_far) {
  for (const double nowhere : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    const Differences all = with_fault([nowhere](Asset& asset) {
      asset.meshes[0].primitives[0].morph_targets[1].positions[20][1] = nowhere;
    });
    const NamedTally& stretch = part(all, "target", "stretch");
    EXPECT_TRUE(std::isinf(stretch.tally.most)) << same_text(all);
    EXPECT_EQ(stretch.at.vertex, 20U);
    EXPECT_EQ(stretch.tally.cause(), Cause::other);
    EXPECT_FALSE(all.is_within());
    EXPECT_TRUE(obeys("same/same.schema.json", nlohmann::json::parse(same_json(all)), ""));
  }
}

TEST(SameTest, reports_have_valid_formats) {
  const Differences all = with_fault([](Asset& asset) {
    asset.nodes[2].local.trs.translation[2] += 0.002;
    asset.clips.pop_back();
  });
  const std::string text = same_text(all);
  EXPECT_LE(std::ranges::count(text, '\n'), 24);
  EXPECT_NE(text.find("joint-moved 'lower'"), std::string::npos) << text;
  EXPECT_TRUE(obeys("same/same.schema.json", nlohmann::json::parse(same_json(all)), ""));
  EXPECT_NE(same_junit(all).find("clip-lost wag"), std::string::npos);
  EXPECT_NE(same_markdown(all).find("NOT THE SAME"), std::string::npos);
}

/// The block of data of a page.
nlohmann::json data_of(const std::string& page) {
  const std::string begin = "id=\"data\">";
  const std::size_t at = page.find(begin) + begin.size();
  return nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
}

TEST(SameTest, the_page_shows_both_files_at_their_largest_difference) {
  const Differences all = with_fault([](Asset& asset) {
    asset.nodes[2].local.trs.translation[2] += 0.002;
    asset.nodes[3].name = "</script><b>";
  });
  const std::string page = same_page(all);
  EXPECT_EQ(page.find("</script><b>"), page.npos) << "a name is text";
  EXPECT_NE(page.find("<h1>Not the same within 1 mm and 0.5 deg</h1>"), page.npos);
  EXPECT_EQ(page.find("1 moments"), page.npos);
  EXPECT_NE(page.find("<td data-label=\"cause\">"), page.npos) << "cells have names where columns do not fit";
  const nlohmann::json data = data_of(page);
  ASSERT_FALSE(data["rows"].empty());
  double largest = 0;
  for (const auto& moment : data["rows"][0]["moments"])
    largest = std::max(largest, moment["metres"].get<double>());
  EXPECT_EQ(largest, all.total.tally.most) << "the first row has the largest displacement of all";
  EXPECT_EQ(data["mesh"]["vertices"], all.paired);
  EXPECT_FALSE(all.drawing.triangles.empty());
}

TEST(SameTest, files_without_a_common_vertex_have_a_page_without_meshes) {
  Asset moved = character();
  for (auto& mesh : moved.meshes)
    for (Vec3<double>& x : mesh.primitives[0].mesh.positions)
      x[0] += 1000;
  const Differences all = compared(character(), moved);
  EXPECT_EQ(all.paired, 0U);
  EXPECT_TRUE(data_of(same_page(all))["rows"].empty());
}

/// A target row shows only the displacement of its own mesh.
TEST(SameTest, the_page_has_the_numbers_of_the_table) {
  const Differences all = with_fault([](Asset& asset) {
    asset.nodes[5].local.trs.translation[2] += 0.05;
    asset.meshes[0].primitives[0].morph_targets[0].positions[7][2] += 0.003;
  });
  for (const auto& row : data_of(same_page(all))["rows"]) {
    double largest = 0;
    for (const auto& moment : row["moments"])
      largest = std::max(largest, moment["metres"].get<double>());
    for (const NamedTally& tally : all.tallies)
      if (row["title"] == (tally.kind == "rest" ? tally.name : tally.kind + " " + tally.name)) {
        EXPECT_EQ(largest, tally.tally.most) << row["title"];
      }
  }
}

TEST(SameTest, large_files_are_drawn_in_part) {
  Asset before = character();
  gltf::Primitive& tail = before.meshes[1].primitives[0];
  const gltf::Primitive one = tail;
  const auto append = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
  for (std::uint32_t copy = 1; copy <= 400; ++copy) {
    const auto first = static_cast<std::uint32_t>(tail.mesh.positions.size());
    for (const Vec3<double>& x : one.mesh.positions)
      tail.mesh.positions.push_back(x + Vec3<double>(0.5 * copy, 0, 0));
    append(tail.mesh.normals, one.mesh.normals);
    append(tail.influences.joints, one.influences.joints);
    append(tail.influences.weights, one.influences.weights);
    for (const auto& t : one.mesh.triangles)
      tail.mesh.triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
  }
  Asset after = before;
  after.nodes[5].local.trs.translation[2] += 0.002;
  const Differences all = compared(before, after);
  EXPECT_GT(all.paired, Drawing::most_vertices);
  EXPECT_LE(all.drawing.vertices, Drawing::most_vertices);
  EXPECT_GT(all.drawing.triangles.size(), Drawing::most_vertices / 20) << "whole triangles are chosen";
  EXPECT_LT(same_page(all).size(), 5'000'000U);
}

class SameCommandTest : public testing::Test {
 protected:
  /// Exit code for a file and a copy in which `to` replaces each `from`.
  int run(const std::string& from, const std::string& to, const std::string& options = "") {
    std::string changed = skinned_strip();
    for (std::size_t at = changed.find(from); !from.empty() && at != std::string::npos;
         at = changed.find(from, at + to.size()))
      changed.replace(at, from.size(), to);
    EXPECT_TRUE(write_file(folder_ / "a.gltf", std::string_view(skinned_strip())));
    EXPECT_TRUE(write_file(folder_ / "b.gltf", std::string_view(changed)));
    const std::string command =
        fmt::format("{} same {} {} {} >{} 2>&1", BINDPOSE_PROGRAM, (folder_ / "a.gltf").string(),
                    (folder_ / "b.gltf").string(), options, (folder_ / "text").string());
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  TemporaryFolder folder_;
};

TEST_F(SameCommandTest, exit_codes_report_the_verdict) {
  EXPECT_EQ(run("", ""), 0);
  EXPECT_EQ(run(R"("translation":[0,1,0])", R"("translation":[0,1.25,0])"), 1);
  EXPECT_EQ(run(R"("translation":[0,1,0])", R"("translation":[0,1.25,0])", "--within 300mm,180deg"), 0);
  EXPECT_EQ(run("\"skins\"", "skins"), 2);
  EXPECT_EQ(run("", "", "--within 3"), 2);
  EXPECT_EQ(run("", "", "--within 3mm,"), 2);
}

}  // namespace bindpose::conformance::same

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for volume preserving skinning. Varied: bend and twist of a closed tube, its mesh,
// scale, one or two regions, vertices without a region, tiny weights, the entry level.
#include <algorithm>

#include "conformance/cases/shared/mesh_scenes.h"
#include "conformance/cases/shared/slots.h"

namespace bindpose::conformance::surface {
namespace {

/// The first half of the vertices in region 2, the rest in region `other`.
ChangeQuestion halves(std::int32_t other) {
  return [other](ArraySet& question) {
    const std::size_t count = question.find("positions")->shape[0];
    Array::Integers regions(count, other);
    for (std::size_t v = 0; v < count / 2; ++v)
      regions[v] = 2;
    question.add("regions", {count}, std::move(regions));
  };
}

void add(std::vector<Case>& cases, const char* name, const char* purpose, bool golden, const MakeScene& make,
         const ChangeQuestion& change = nullptr) {
  add_mesh_cases(cases, "volume_preserving", {name, purpose, golden, make}, change);
}
void add_at_palette(std::vector<Case>& cases, const char* name, const char* purpose, const MakeScene& make,
                    const ChangeQuestion& change) {
  add_mesh_case(cases, "volume_preserving", {name, purpose, false, make}, Level::palette, change);
}

void add_tubes(std::vector<Case>& cases) {
  add(cases, "tube.bend-90", "A tube at a right angle loses volume at the inner elbow.", true,
      small_tube(90, 0));
  add(cases, "tube.twist-120", "A twisted tube loses volume (candy wrapper).", true, small_tube(0, 120));
  add(cases, "tube.fine-bend-60-twist-90", "Many vertices, bent and twisted.", false, fine_tube(60, 90));
  add(cases, "tube.every-slot-4", "Four joints influence every vertex: all of them count.", true,
      every_slot_tube(25, 20));
  for (const double sum : {0.98, 1.125})
    add(cases, sum < 1 ? "tube.weights-sum-0.98" : "tube.weights-sum-1.125",
        "Weights that do not sum to 1 are used as given.", true, weighing(small_tube(60, 30), sum));
  add(cases, "tube.uneven", "Areas differ by a factor of 100: the displacement follows the gradient.", false,
      uneven_tube(90, 0));
  add(cases, "tube.rest", "The rest pose has the rest volume: nothing moves.", true, small_tube(0, 0));
  add(cases, "tube.rest-uneven", "The rest pose of an uneven mesh: nothing moves.", false, uneven_tube(0, 0));
  add(cases, "tube.shrunk", "Half of the tube shrinks to three quarters: one step is not enough.", false,
      scaled_tube(30, {0.5, 1, 0.5}));
  add(cases, "tube.grown", "A joint that swells: the extra volume is removed.", false,
      scaled_tube(30, {1.25, 1, 1.25}));
  add_at_palette(cases, "tube.unused-joint-nan", "Slots of weight 0 refer to a joint with NaN.",
                 small_tube(60, 30), &with_unused_joint);
  add_at_palette(cases, "tube.twisted-unused-joint-nan",
                 "A twist; slots of weight 0 refer to a joint with NaN.", small_tube(0, 60),
                 &with_unused_joint);
  add_at_palette(
      cases, "tube.weights-tiny", "Influences of 2^-12 and 2^-16 count like any other.",
      [] { return with_tiny_weights(small_tube(60, 30)()); }, nullptr);
  cases.back().golden = true;
  add(cases, "tube.grown-loose-vertex", "A joint that swells, and a vertex without triangles.", false,
      scaled_tube_with_loose_vertex({1.5, 1, 1.25}));
}

/// Renumbers the joints of a closed tube with large numbers, among many unused joints: joint j
/// becomes first[j mod 3] + 5 j.
ChangeQuestion numbered_from(const std::array<std::int32_t, 3>& first) {
  return [first](ArraySet& question) {
    const auto place = [&first](std::int32_t j) { return first[static_cast<std::size_t>(j) % 3] + 5 * j; };
    const Array palette = *question.find("palette");
    const std::size_t joints = palette.shape[0], width = palette.reals().size() / joints;
    Array moved = palette;
    moved.shape[0] = 300;
    Array::Reals& matrices = std::get<Array::Reals>(moved.data);
    matrices.resize(moved.shape[0] * width);
    for (std::size_t j = 0; j < moved.shape[0]; ++j)  // unused joints have the first joint's position
      std::copy_n(palette.reals().begin(), width, matrices.begin() + static_cast<std::ptrdiff_t>(j * width));
    for (std::size_t j = 0; j < joints; ++j)
      std::copy_n(
          palette.reals().begin() + static_cast<std::ptrdiff_t>(j * width), width,
          matrices.begin() + place(static_cast<std::int32_t>(j)) * static_cast<std::ptrdiff_t>(width));
    question.put(std::move(moved));
    Array named = *question.find("joints");
    for (std::int32_t& joint : std::get<Array::Integers>(named.data))
      joint = place(joint);
    question.put(std::move(named));
  };
}

void add_far_joints(std::vector<Case>& cases) {
  add_mesh_case(cases, "volume_preserving",
                {"tube.joints-300", "More joints than a byte can count.", true, small_tube(60, 30)},
                Level::palette, numbered_from({128, 256, 64}));
  add_mesh_case(cases, "volume_preserving",
                {"tube.joints-300-others", "Other joints with large indices.", true, small_tube(25, 70)},
                Level::palette, numbered_from({135, 259, 70}));
}

void add_regions(std::vector<Case>& cases) {
  add(cases, "two-tubes.regions", "Two surfaces, each with its own multiplier.", true, two_tubes(80),
      halves(7));
  add(cases, "two-tubes.one-region", "Two surfaces that share their volume.", false, two_tubes(80));
  add(cases, "two-tubes.one-free", "The second surface has no region and is only skinned.", false,
      two_tubes(80), halves(-1));
  add(cases, "tube.loose-vertex", "A vertex without triangles is only skinned.", false,
      tube_with_loose_vertex(60));
}

}  // namespace

void volume_preserving_cases(std::vector<Case>& cases) {
  add_tubes(cases);
  add_tube_policies(cases, "volume_preserving", nullptr);
  const Conventions conventions = conventions_of_tube("volume_preserving", nullptr);
  add_normal_conventions(cases, conventions);
  add_weight_conventions(cases, conventions, Level::palette);
  add_regions(cases);
  add_far_joints(cases);
}

}  // namespace bindpose::conformance::surface

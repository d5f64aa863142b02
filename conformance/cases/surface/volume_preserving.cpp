// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The cases of volume preserving skinning. Varied: bend and twist of a closed tube, how it is meshed, scale,
// one region and two, vertices that belong to none, the entry level.
#include "conformance/cases/shared/mesh_scenes.h"

namespace bindpose::conformance::surface {
namespace {

Expected<ArraySet> as_it_is(Expected<ArraySet> question) {
  return question;
}

/// The first half of the vertices in region 2, the rest in region `other`.
ChangeQuestion halves(std::int32_t other) {
  return [other](Expected<ArraySet> question) {
    if (!question) return question;
    const std::size_t count = question->find("positions")->shape[0];
    Array::Integers regions(count, other);
    for (std::size_t v = 0; v < count / 2; ++v)
      regions[v] = 2;
    question->add("regions", {count}, std::move(regions));
    return question;
  };
}

void add_tubes(std::vector<Case>& cases) {
  const DefectIds wrong = {"volume-sign", "gradient-of-rest-mesh", "lbs-instead", "first-order-only"};
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.bend-90", "A tube at a right angle loses volume at the inner elbow.", wrong, true,
                  [] { return small_tube(90, 0); }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.twist-120", "A twisted tube loses volume to the candy wrapper.", wrong, true,
                  [] { return small_tube(0, 120); }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.fine-bend-60-twist-90",
                  "Many vertices, bent and twisted at once.",
                  {"volume-sign", "gradient-of-rest-mesh", "lbs-instead"},
                  false,
                  [] { return fine_tube(60, 90); }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.uneven",
                  "Areas differ a hundredfold: the displacement follows the gradient.",
                  {"normal-instead-of-gradient", "gradient-of-rest-mesh"},
                  false,
                  [] { return uneven_tube(90, 0); }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.rest",
                  "The rest pose has its volume: nothing moves.",
                  {"ibm-ignored", "divide-by-zero-deficit"},
                  true,
                  [] { return small_tube(0, 0); }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.shrunk",
                  "Half of the tube at three quarters of its size: one step is not enough.",
                  {"first-order-only"},
                  false,
                  [] {
                    return scaled_tube(30, {0.5, 1, 0.5});
                  }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.grown",
                  "A joint that swells: the surplus is taken away again.",
                  {"volume-sign", "deficit-only"},
                  false,
                  [] {
                    return scaled_tube(30, {1.25, 1, 1.25});
                  }},
                 &as_it_is);
  add_mesh_case(cases, "volume_preserving",
                {"tube.unused-joint-nan",
                 "Slots of weight 0 name a joint that holds NaN.",
                 {"nan-times-zero"},
                 false,
                 [] { return small_tube(60, 30); }},
                Level::palette, &with_unused_joint);
}

void add_regions(std::vector<Case>& cases) {
  add_mesh_cases(cases, "volume_preserving",
                 {"two-tubes.regions",
                  "Two surfaces, each with a multiplier of its own.",
                  {"region-ignored"},
                  true,
                  [] { return two_tubes(80); }},
                 halves(7));
  add_mesh_cases(cases, "volume_preserving",
                 {"two-tubes.one-region",
                  "Two surfaces that share their volume.",
                  {"region-a-component"},
                  false,
                  [] { return two_tubes(80); }},
                 &as_it_is);
  add_mesh_cases(cases, "volume_preserving",
                 {"two-tubes.one-free",
                  "The second surface belongs to no region and is only skinned.",
                  {"region-ignored"},
                  false,
                  [] { return two_tubes(80); }},
                 halves(-1));
  add_mesh_cases(cases, "volume_preserving",
                 {"tube.loose-vertex",
                  "A vertex of no triangle is only skinned.",
                  {"nan-without-neighbours"},
                  false,
                  [] { return tube_with_loose_vertex(60); }},
                 &as_it_is);
}

}  // namespace

void volume_preserving_cases(std::vector<Case>& cases) {
  add_tubes(cases);
  add_regions(cases);
}

}  // namespace bindpose::conformance::surface

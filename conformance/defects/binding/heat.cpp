// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Heat that flows otherwise, or comes from elsewhere.
#include "reference/binding/heat.h"

#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/mesh_edges.h"
#include "reference/binding/shared/mesh_areas.h"
#include "reference/binding/shared/mesh_with_bones.h"
#include "reference/binding/shared/weight_matrix.h"
#include "reference/numeric/crossing.h"
#include "reference/surface/shared/corners.h"

namespace bindpose::conformance {
namespace {

bool is_heat(const Question& question) {
  return question.algorithm->id == "bind.heat";
}

/// What is done otherwise.
struct HeatWay {
  enum class Bones { right, to_parent, pivots } bones = Bones::right;
  Edges edges = Edges::right;
  bool whole_edges = false;  ///< cotangents are not halved
  bool blind = false;        ///< hidden bones warm, too
  bool unsquared = false;    ///< c / d
  bool first_alone = false;  ///< of bones that are as near
  bool areas_ignored = false;
  bool ends_hide = false;  ///< what touches either end is in the way, too
  bool torn = false;       ///< each copy of a vertex is a vertex
};

using HeatMesh = std::vector<Vec3<double>>;

binding::Bones<double> heat_bones_by(const HeatWay& way, const Inputs<double>& in,
                                     const binding::Bones<double>& right) {
  if (way.bones == HeatWay::Bones::right) return right;
  const HeatMesh pivots = in.rows<3>("pivots");
  binding::Bones<double> bones;
  for (std::size_t j = 0; j < pivots.size(); ++j) {
    const int parent = in.integers("parents")[j];
    const bool alone = parent < 0 || way.bones == HeatWay::Bones::pivots;
    bones.push_back({{j, pivots[j], alone ? pivots[j] : pivots[static_cast<std::size_t>(parent)]}});
  }
  return bones;
}

/// Whether a triangle without the vertex meets the segment from it to the nearest point of a joint's bones, ends included.
bool is_touched(const HeatMesh& x, const std::vector<Triangle>& triangles, std::size_t v,
                const std::vector<binding::Bone<double>>& bones) {
  const Vec3<double> q = binding::nearest_of(bones, x[v]).q;
  return std::ranges::any_of(triangles, [&](const Triangle& t) {
    return std::ranges::find(t, v) == t.end() && !surface::names_a_vertex_twice(t) &&
           in_the_way<double>(x[v], q, x[t[0]], x[t[1]], x[t[2]]).is;
  });
}

Expected<surface::Laplacian<double>> heat_edges_by(const HeatWay& way, const HeatMesh& x,
                                                   const std::vector<Triangle>& triangles) {
  BINDPOSE_TRY(auto L, laplacian_by(way.edges, x, triangles));
  if (way.edges != Edges::unclamped) L = binding::flow_of(L);
  for (auto& row : L.c)
    for (double& c : row)
      c *= way.whole_edges ? 2 : 1;
  return L;
}

std::vector<double> heat_by(const HeatWay& way, std::vector<double> h, double c) {
  bool found = false;
  for (double& h_j : h) {
    if (h_j == 0) continue;
    if (way.unsquared) h_j = c * std::sqrt(h_j / c);
    if (way.first_alone && found) h_j = 0;
    found = true;
  }
  return h;
}

template <class Choose>
Computed heated_by(const Question& question, Choose choose) {
  if (!is_heat(question)) return cannot_be_made();
  HeatWay way;
  choose(way);
  return read_and(question, [&](const Inputs<double>& in) -> Computed {
    const HeatMesh x = in.rows<3>("positions");
    BINDPOSE_TRY(auto q, binding::read_mesh_with_bones(in));
    if (way.torn) BINDPOSE_CHECK(tear_seams(q, in));
    const std::vector<Triangle>& triangles = q.triangles;
    BINDPOSE_TRY(const auto L, heat_edges_by(way, x, triangles));
    const double c = in.has("heat") ? in.number("heat") : 1;
    const auto bones = heat_bones_by(way, in, q.bones);
    const std::vector<Triangle> in_the_way = way.blind ? std::vector<Triangle>{} : triangles;
    const binding::Obstacles<double> mesh(x, in_the_way);
    const double D2 = binding::squared_size(x);
    std::vector<std::vector<double>> h;
    std::vector<bool> warm;
    for (std::size_t v = 0; v < x.size(); ++v) {
      h.push_back(heat_by(way, binding::heat_of<double>(mesh, D2, v, bones, c), c));
      for (std::size_t j = 0; j < bones.size() && way.ends_hide; ++j)
        if (is_touched(x, triangles, v, bones[j])) h.back()[j] = 0;
      warm.push_back(*std::max_element(h.back().begin(), h.back().end()) > 0);
    }
    if (!binding::require_on_every_island<double>(q, warm, "")) return cannot_be_made();
    auto m = binding::vertex_areas<double>(x, triangles);
    if (way.areas_ignored) std::fill(m.begin(), m.end(), 1.0);
    return binding::joint_weights_result<double>(
        binding::for_all_copies<double>(q, binding::heat_weights<double>(L, m, h)), 0);
  });
}

Computed heat_to_parent(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.bones = HeatWay::Bones::to_parent; });
}
Computed heat_pivots_alone(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.bones = HeatWay::Bones::pivots; });
}
Computed heat_uniform(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.edges = Edges::uniform; });
}
Computed heat_whole_edges(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.whole_edges = true; });
}
Computed heat_unclamped(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.edges = Edges::unclamped; });
}
Computed heat_blind(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.blind = true; });
}
Computed heat_unsquared(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.unsquared = true; });
}
Computed heat_first_alone(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.first_alone = true; });
}
Computed heat_areas_ignored(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.areas_ignored = true; });
}
Computed heat_ends_hide(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.ends_hide = true; });
}
Computed heat_seams_torn(const Question& question) {
  return heated_by(question, [](HeatWay& way) { way.torn = true; });
}

Changed heat_default(const Question& question) {
  if (!is_heat(question) || !question.arrays.has("heat")) return std::nullopt;
  Changed changed = question;
  changed->arrays.remove("heat");
  return changed;
}

Damaged heat_rigid(const Question& question, const ArraySet& right) {
  if (!is_heat(question)) return std::nullopt;
  return strongest_alone(right);
}

constexpr std::string_view heat_paper = "Baran & Popovic 2007, section 4";

}  // namespace

BINDPOSE_DEFECTS(binding, heat) {
  return {
      {.id = "heat-blind",
       .sentence = "your output equals what one gets when bones warm vertices that do not see them",
       .symptom = "a leg follows the other one",
       .source = heat_paper,
       .formula = &heat_blind},
      {.id = "heat-ends-hide",
       .sentence = "your output equals what one gets when a vertex is hidden by what merely touches it or "
                   "the bone's nearest point",
       .symptom = "patches on a surface follow what is beside them",
       .source = "(derived)",
       .formula = &heat_ends_hide},
      {.id = "heat-seams-torn",
       .sentence = "your output equals what one gets when the copies of a vertex along a seam are vertices "
                   "of their own",
       .symptom = "cracks open along seams",
       .source = "(derived)",
       .formula = &heat_seams_torn},
      {.id = "heat-distance-unsquared",
       .sentence = "your output equals what one gets when heat falls with the distance, not with its square",
       .symptom = "thick parts are stiff, thin ones soft",
       .source = heat_paper,
       .formula = &heat_unsquared},
      {.id = "heat-first-alone",
       .sentence = "your output equals what one gets when of bones that are as near the first alone warms",
       .symptom = "the outside of an elbow is the upper arm's",
       .source = heat_paper,
       .formula = &heat_first_alone},
      {.id = "heat-areas-ignored",
       .sentence =
           "your output equals what one gets when every vertex counts alike, however much surface it has",
       .symptom = "weights hang on how finely a part is meshed",
       .source = "(derived)",
       .formula = &heat_areas_ignored},
      {.id = "heat-uniform",
       .sentence =
           "your output equals what one gets when heat flows alike along every edge, whatever the angles",
       .symptom = "weights hang on how the mesh is cut into triangles",
       .source = "(derived)",
       .formula = &heat_uniform},
      {.id = "heat-whole-edges",
       .sentence = "your output equals what one gets when cotangents are not halved",
       .symptom = "weights are too smooth",
       .source = "(derived)",
       .formula = &heat_whole_edges},
      {.id = "heat-unclamped",
       .sentence = "your output equals what one gets when cotangents of obtuse angles count as negative",
       .symptom = "weights below 0 in badly shaped triangles",
       .source = "(derived)",
       .formula = &heat_unclamped},
      {.id = "heat-to-parent",
       .sentence =
           "your output equals what one gets when a joint's bone goes to its parent; it goes to its children",
       .symptom = "every part follows the joint after its own",
       .source = "(derived)",
       .formula = &heat_to_parent},
      {.id = "heat-pivots-alone",
       .sentence =
           "your output equals what one gets when distances are those from the pivots, not from the bones",
       .symptom = "the middle of a limb bends",
       .source = "(derived)",
       .formula = &heat_pivots_alone},
      {.id = "heat-default",
       .sentence = "your output equals what one gets when the heat that is given is ignored",
       .symptom = "weights are as smooth as ever",
       .source = "(derived)",
       .question = &heat_default},
      {.id = "heat-rigid",
       .sentence = "your output gives every vertex to its strongest joint alone",
       .symptom = "hard edges at the joints",
       .source = "(derived)",
       .answer = &heat_rigid},
  };
}

}  // namespace bindpose::conformance

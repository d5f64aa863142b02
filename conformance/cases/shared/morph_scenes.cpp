// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/morph_scenes.h"

#include <algorithm>

#include "conformance/cases/shared/scene_case.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

using Weights = std::vector<double>;

/// A row whose first three numbers are randomly displaced, rounded to float32.
template <class Row>
Row displaced(const Row& row, double half, Random& random) {
  Row moved = row;
  moved.template head<3>() += random.point(half);
  return moved.unaryExpr(&to_float32);
}

Mesh bar_mesh() {
  return scenes::bar({}, true).rig.mesh;
}

std::function<MorphScene(std::size_t)> bar_with(const Weights& weights) {
  return [weights](std::size_t every) { return morph_scene(bar_mesh(), weights, every); };
}

MorphScene unused(const Weights& weights, std::size_t every) {
  MorphScene scene = morph_scene(bar_mesh(), weights, every);
  scene.nan_where_unused = true;
  return scene;
}

MorphScene without_directions(std::size_t every) {
  Mesh base = bar_mesh();
  base.normals.clear();
  base.tangents.clear();
  return morph_scene(base, {0.5, 1}, every);
}

/// Shapes that keep the directions of the base.
MorphScene directions_of_base(std::size_t every) {
  MorphScene scene = morph_scene(bar_mesh(), {0.5, 1}, every);
  for (Mesh& shape : scene.shapes) {
    shape.normals = scene.base.normals;
    shape.tangents = scene.base.tangents;
  }
  return scene;
}

/// One shape, whose normals and tangents are 0 at some vertices.
MorphScene cancelling(std::size_t every) {
  MorphScene scene = morph_scene(bar_mesh(), {1}, every);
  for (const std::size_t v : {3U, 12U})
    scene.shapes[0].normals[v].setZero();
  scene.shapes[0].tangents[6].head<3>().setZero();
  return scene;
}

/// The base with directions that are not unit.
MorphScene stretched(const Weights& weights, std::size_t every) {
  Mesh base = bar_mesh();
  for (std::size_t v = 0; v < base.vertex_count(); ++v) {
    const double f = v % 2 == 0 ? 2 : 0.5;
    base.normals[v] *= f;
    base.tangents[v].head<3>() *= f;
  }
  return morph_scene(base, weights, every);
}

void put_nan(ArraySet& question, const char* name, std::size_t first, std::size_t last) {
  if (Array::Reals* rows = reals_of(question, name))
    std::fill(rows->begin() + static_cast<std::ptrdiff_t>(first),
              rows->begin() + static_cast<std::ptrdiff_t>(last), std::numeric_limits<double>::quiet_NaN());
}

}  // namespace

std::vector<double> small_weights(std::size_t n) {
  Weights weights;
  for (std::size_t i = 0; i < n; ++i)
    weights.push_back(0.125 * static_cast<double>(1 + i * 3 % 4));
  return weights;
}

std::vector<double> faint_weights() {
  return {0x1p-7, 0.5, -0x1p-14, 0x1p-14};
}

MorphScene morph_scene(const Mesh& base, std::vector<double> weights, std::size_t every, double scale) {
  Random random("morph targets");
  MorphScene scene{base, std::vector<Mesh>(weights.size(), base), std::move(weights)};
  for (std::size_t i = 0; i < scene.shapes.size(); ++i)
    for (std::size_t v = i % every; v < base.vertex_count(); v += every) {
      Mesh& shape = scene.shapes[i];
      shape.positions[v] = displaced(base.positions[v], 0.5 * scale, random);
      if (!base.normals.empty()) shape.normals[v] = displaced(base.normals[v], 0.25 * scale, random);
      if (!base.tangents.empty()) shape.tangents[v] = displaced(base.tangents[v], 0.25 * scale, random);
    }
  return scene;
}

const std::vector<MorphVariation>& morph_variations() {
  static const std::vector<MorphVariation> all = {
      {"bar.one", "One target at full weight: the shape itself.", bar_with({1})},
      {"bar.two", "Two targets; their weights do not sum to 1.", bar_with({0.5, 1})},
      {"bar.nine", "Nine targets.", bar_with(small_weights(9))},
      {"bar.thirteen", "Thirteen targets, one of them without weight.",
       [](std::size_t every) {
         Weights weights = small_weights(13);
         weights[2] = 0;
         return morph_scene(bar_mesh(), weights, every);
       }},
      {"bar.seventeen", "Seventeen targets: more than the 16 that some engines read.",
       bar_with(small_weights(17))},
      {"bar.faint", "Weights near 0.01 and below 0.0001 count.", bar_with(faint_weights())},
      {"bar.fifty", "Fifty targets.", bar_with(small_weights(50)), false},
      {"bar.two-hundred", "Two hundred targets.", bar_with(small_weights(200)), false},
      {"bar.beyond", "Weights below 0 and above 1 have no limits.", bar_with({-1, 1.5, 0.25, 2})},
      {"bar.wide-weights", "Weights far beyond 1, of either sign.", bar_with({-3.5, 2.75, 0.5})},
      {"bar.large-displacements", "Positions and directions are displaced by far more than 1.",
       [](std::size_t every) {
         return morph_scene(bar_mesh(), {0.5, -0.75}, every, 12);
       }},
      {"bar.targets-257", "More targets than a byte can count.", bar_with(small_weights(257)), false},
      {"bar.against", "One target with weight -1.", bar_with({-1})},
      {"bar.unused-nan", "Targets of weight 0 hold NaN: they contribute nothing.",
       [](std::size_t every) {
         return unused({0.75, 0, 0.5, 0}, every);
       }},
      {"bar.all-unused-nan", "All targets have weight 0 and hold NaN: the base remains.",
       [](std::size_t every) {
         return unused({0, 0}, every);
       }},
      {"bar.positions-only", "A mesh without normals and tangents.", &without_directions},
      {"bar.directions-of-base", "Targets that displace only positions: normals and tangents do not change.",
       &directions_of_base},
      {"bar.cancelling", "A target that leaves some vertices without a normal or a tangent.", &cancelling},
      {"bar.stretched", "Base normals and tangents that are not unit are used as given.",
       [](std::size_t every) {
         return stretched({0.5, 1}, every);
       }},
      {"bar.stretched-beyond", "Base directions that are not unit, and weights below 0 and above 1.",
       [](std::size_t every) {
         return stretched({-0.5, 1.25}, every);
       }},
  };
  return all;
}

void add_morph_case(std::vector<Case>& cases, const std::string& stem, const MorphVariation& variation,
                    const char* normalise, std::size_t every, ArraySet (*ask)(const MorphScene&)) {
  add_case(cases, scene_case(stem, variation.name, {{"normalise", normalise}}, Level::pose),
           variation.purpose,
           [make = variation.make, every, ask]() -> Expected<ArraySet> {
             const MorphScene scene = make(every);
             return scene.nan_where_unused ? with_nan_where_unused(ask(scene)) : ask(scene);
           })
      .golden = variation.golden;
}

bool is_about_directions(const MorphVariation& variation) {
  return variation.name != "bar.positions-only" && variation.name != "bar.cancelling" &&
         variation.name != "bar.nine" && variation.name != "bar.seventeen" &&
         variation.name != "bar.against" && variation.name != "bar.faint" && variation.golden;
}

ArraySet with_nan_where_unused(ArraySet question) {
  const Array::Reals weights = question.find("target_weights")->reals();
  const Array* offsets = question.find("target_offsets");
  for (const char* name : {"target_positions", "target_normals", "target_tangents"}) {
    const Array* array = question.find(name);
    if (array == nullptr) continue;
    const std::size_t numbers = array->reals().size();
    const auto first = [&](std::size_t i) {
      if (i == weights.size()) return numbers;
      return offsets == nullptr ? i * numbers / weights.size()
                                : 3 * static_cast<std::size_t>(offsets->integers()[i]);
    };
    for (std::size_t i = 0; i < weights.size(); ++i)
      if (weights[i] == 0) put_nan(question, name, first(i), first(i + 1));
  }
  return question;
}

}  // namespace bindpose::conformance

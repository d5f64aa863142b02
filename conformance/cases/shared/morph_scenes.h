// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the bar with morph targets. No two targets or vertices are equal.
#pragma once

#include "reference/model/case.h"

namespace bindpose::conformance {

/// A mesh and its target shapes.
struct MorphScene {
  Mesh base;
  std::vector<Mesh> shapes;
  std::vector<double> weights;    ///< weight of each shape
  bool nan_where_unused = false;  ///< shapes of weight 0 are NaN
};

/// One shape of the mesh per weight. Each shape differs from the base at every `every`-th vertex:
/// positions by up to 0.5 * scale along each axis, directions by up to 0.25 * scale.
MorphScene morph_scene(const Mesh& base, std::vector<double> weights, std::size_t every, double scale = 1);

/// A scene of a case; `every` as in shapes.
struct MorphVariation {
  std::string name;  ///< "bar.two"
  std::string purpose;
  std::function<MorphScene(std::size_t every)> make;
  bool golden = true;
};

/// The scenes: one or many targets, weights inside and outside 0 .. 1, NaN targets, meshes and
/// targets without directions, directions that cancel or are not unit.
const std::vector<MorphVariation>& morph_variations();

/// Appends a case morph.<stem>.<scene>.<normalise>.pose.f32. ask: makes the input.
void add_morph_case(std::vector<Case>& cases, const std::string& stem, const MorphVariation& variation,
                    const char* normalise, std::size_t every, ArraySet (*ask)(const MorphScene&));

/// True if the scene tests whether directions are normalised.
bool is_about_directions(const MorphVariation& variation);

/// Sets the rows of dense or sparse targets with weight 0 to NaN.
ArraySet with_nan_where_unused(ArraySet question);

/// Weights near 0.01 and below 0.0001, of either sign, with a large weight.
std::vector<double> faint_weights();

/// Weights of n targets from 0.125 to 0.5; neighbours differ.
std::vector<double> small_weights(std::size_t n);

}  // namespace bindpose::conformance

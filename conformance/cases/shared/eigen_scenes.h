// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for EigenSkin, a few vertices of the bar with examples of its joints, or with given
// displacements.
#pragma once

#include "reference/model/case.h"
#include "reference/samples/eigen_examples.h"
#include "reference/scenes/bar.h"

namespace bindpose::conformance {

using samples::JointTurnedBy;
using ChangeEigenskin = void (*)(ArraySet&);

/// Examples of single joints and the options of their case.
struct EigenScene {
  std::vector<JointTurnedBy> pose = {{0, {1, 0, 0}, 15}, {1, {1, 2, 3}, 35}, {2, {0, 0, 1}, -30}};
  std::vector<JointTurnedBy> examples = {
      {1, {1, 2, 3}, 70}, {2, {0, 1, 1}, -60}, {1, {0, 0, 1}, -50}, {1, {3, 1, 0}, 95}, {2, {0, 0, 1}, 80}};
  Array::Integers ranks = {0, 2, 1};
  double sigma = 1.25;
  double threshold = -1;  ///< below 0: not given
  scenes::BarVariation variation = {};
  std::vector<double> falloff = {1, 0.5, 0.25};  ///< factors of the shapes that the examples combine
  ChangeEigenskin change = nullptr;
  bool golden = true;
};

Expected<ArraySet> ask_eigenskin(const EigenScene& asked);

/// Given displacements and coefficients.
struct GivenCorrections {
  std::vector<double> coefficients = {0.375, -0.25, 0.5};
  std::vector<double> of_normals = {0.5, 0.25};  ///< empty: no corrections
  scenes::BarVariation variation = {};
  ChangeEigenskin change = nullptr;
  bool golden = true;
};

Expected<ArraySet> ask_given(const GivenCorrections& asked);

/// Keeps only the fourth vertex.
void of_one_vertex(ArraySet& question);

/// A cylinder that keeps its radius. The middle joint bends and twists; two displacements are kept.
Expected<ArraySet> ask_twisted_cylinder();

}  // namespace bindpose::conformance

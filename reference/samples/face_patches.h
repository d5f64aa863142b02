// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: patches of layered faces for the anatomical face.
//
// Construction. Nodes of the skull, the fascia and the skin are on spheres about the origin, of
// radius 1, 1.25 and 1.5 metres. Row a, column b is at the elevation ((rows - 1) / 2 - a) apart and
// the azimuth (b - (columns - 1) / 2) apart; x is to the right, y up, z to the front. The last rows
// belong to the jaw, which rotates about an axis along x behind them and moves with the whole head.
// Springs: both edges and both diagonals of each cell of fascia and skin; from each of their nodes to the node below
// it and to that node's neighbours.
// Prisms: two in each cell, from the fascia to the skin.
#pragma once

#include "reference/model/arrays.h"
#include "reference/numeric/random.h"
#include "reference/numeric/rigid.h"

namespace bindpose::samples {

/// A position in a patch.
struct PatchPlace {
  std::size_t row, column;
};

struct PatchMuscle {
  PatchPlace attachment, insertion;
  double K = 0.125;
  double zone = 1, start = 0.75, end = 1.5;  ///< Omega, R_s, R_f
};

struct FacePatch {
  std::size_t rows = 3, columns = 3, jaw_rows = 1;
  double apart = 0.4375;  ///< angle between neighbouring nodes, radians
  double jaw = 0;         ///< opening of the jaw, degrees
  Rigid<double> head = {};
  double skin = 1, fascia = 1, between = 4;  ///< stiffness of springs
  double kappa = 4;
  double clearance = 0.0625, contact = 0.25;
  std::vector<PatchMuscle> muscles = {};
  bool is_clockwise = false;  ///< prisms, seen from the front
};

enum class PatchLayer { skull, fascia, skin };
std::size_t node_of(const FacePatch& patch, PatchLayer layer, const PatchPlace& place);

ArraySet face_question(const FacePatch& patch);

/// A patch of 2 to 4 rows and columns, by size, at a random place.
FacePatch sample_face_patch(std::size_t size, Random& random);

}  // namespace bindpose::samples

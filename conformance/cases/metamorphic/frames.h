// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how other frames and another unit change the rows of an array, according to the array's
// declaration.
#pragma once

#include <functional>
#include <optional>

#include "conformance/cases/metamorphic/changed_question.h"
#include "reference/model/declaration.h"
#include "reference/numeric/transform.h"

namespace bindpose::conformance::frames {

/// New coordinates of a frame: x -> scale R x + t.
struct Frame {
  Mat3<double> R = Mat3<double>::Identity();  ///< a rotation, or a rotation with a reflection
  Vec3<double> t = Vec3<double>::Zero();
};

/// Mesh, world and model space are `outer`; the spaces of joints and bones are `inner`.
struct Frames {
  double scale = 1;
  Frame outer, inner;

  bool mirrors() const { return outer.R.determinant() < 0; }
};

Frames inverse_of(const Frames& g);

/// A linear map of a row of numbers.
struct Action {
  Eigen::Index width = 0;
  std::function<void(Eigen::VectorXd&)> act;
};

RowMap map_of(const Action& action);

/// Properties of a row of an array that the array's declaration lacks.
struct Row {
  bool is_of_root = true;                            ///< its parent is the world
  bool is_rotation = false;                          ///< for values that may be a rotation or a number
  bool is_direction = false;                         ///< for values that may be a direction or a point
  Mat3<double> rotation = Mat3<double>::Identity();  ///< rotation that belongs to a translation
};

/// x -> f R x + t of three numbers.
Action vector_action(const Mat3<double>& R, double f, const Vec3<double>& t = Vec3<double>::Zero());
/// The change of a row, according to frame, unit and shape of its declaration. None: the row stays.
std::optional<Action> action_of(const ArrayDeclaration& array, const Frames& g, const Row& row);

}  // namespace bindpose::conformance::frames

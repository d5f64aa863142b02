// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: displacements of an output's positions (vertices or joints) from the expected ones, and the correlation of
// position errors with a distance.
#pragma once

#include "conformance/judge/suspects.h"

namespace bindpose::conformance {

/// An array of an output with a position in each row.
class AnsweredPlaces {
 public:
  /// The array "positions", else an array of joint positions.
  static std::optional<AnsweredPlaces> of(const Expectation& right, const ArraySet& answer);
  /// None if its rows are not positions, or the output has another shape.
  static std::optional<AnsweredPlaces> of(const ExpectedArray& right, const Array& got);

  const std::string& name() const { return right_->name; }
  bool are_joints() const { return layout_.name != "positions"; }
  std::size_t count() const { return right_->shape[0]; }
  std::array<double, 3> expected(std::size_t v) const { return at(right_->branch.values, v); }
  std::array<double, 3> got(std::size_t v) const { return at(got_->reals(), v); }
  /// Index of vertex v's coordinate c in the array.
  std::size_t index(std::size_t v, std::size_t c) const {
    return v * layout_.width + layout_.first + c * layout_.step;
  }

  /// None if the position is undecided or not finite.
  std::optional<double> metres(std::size_t v) const;
  bool is_right(std::size_t v) const;
  /// The row in [first, end) that is farthest from its right position, among those outside their bounds.
  std::optional<std::size_t> farthest_wrong(std::size_t first, std::size_t end) const;
  std::optional<std::size_t> farthest_wrong() const { return farthest_wrong(0, count()); }
  /// The diagonal of the box around the expected positions.
  double mesh_size() const;

 private:
  /// Columns of a row that hold the position: the last column for rows (C | t).
  struct Layout {
    std::string_view name;
    std::size_t width, first, step;
  };
  static constexpr Layout layouts[] = {
      {"positions", 3, 0, 1}, {"world_translations", 3, 0, 1}, {"world", 12, 3, 4}};

  AnsweredPlaces(const ExpectedArray& right, const Array& got, const Layout& layout)
      : right_(&right), got_(&got), layout_(layout) {}
  std::array<double, 3> at(const std::vector<double>& values, std::size_t v) const {
    return {values[index(v, 0)], values[index(v, 1)], values[index(v, 2)]};
  }

  const ExpectedArray* right_;
  const Array* got_;
  Layout layout_;
};

/// "12.3 cm at most, 7 % of the mesh's size: vertex 17, joint LeftForeArm"; empty if every position is right, or
/// without positions.
std::string displacement_words(const Question& question, const Expectation& right, const ArraySet& answer,
                               const JointNames& names);

/// Where the first number is that is not finite: "vertex 17, joint LeftForeArm"; empty if its row is neither of a vertex nor of a
/// joint, or if an array has another shape.
std::string invalid_place(const Question& question, const Expectation& right, const ArraySet& answer,
                          const JointNames& names);

/// "vertex 17, joint Elbow"; in an output of joints "joint 2 (Wrist)". A joint without a name is "joint 2";
/// without a joint it is empty.
std::string place_words(bool is_joint, std::size_t vertex, const std::string& joint);
/// "12.3 cm", from one metre on "1.23 m"; with enough digits to differ from 0.
std::string length_words(double metres);
/// "7.1 %"
std::string percent_words(double share);

struct Distance {
  std::string_view from;  ///< "the origin"
  /// The distance at the rest position of each vertex; none if the input has no rest positions.
  std::vector<double> (*of)(const Question& question);
};
std::span<const Distance> distances();

/// Spearman's rank correlation of error and distance over the wrong vertices. None if fewer than 16 are wrong, an
/// error is not a number, the largest distance is less than twice the smallest, or all errors are equal.
std::optional<double> correlation_with(const Distance& distance, const GivenAnswer& given);

/// Correlates two lists of the same length; equal numbers share their mean rank. None if all numbers of a list are
/// equal.
std::optional<double> rank_correlation(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace bindpose::conformance

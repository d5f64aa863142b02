// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: for tests, the laws of methods that blend rigid motions.
#pragma once

#include <gtest/gtest.h>

#include "reference/testing/answers.h"
#include "reference/testing/surfaces.h"

namespace bindpose::test {

using namespace skinning;

/// An algorithm's output surface in double.
inline Surface<double> surface_of(std::string_view stem, const ArraySet& question,
                                  const Options& options = {}) {
  const auto surface = skinned(stem, question, options);
  EXPECT_TRUE(surface) << (surface ? "" : to_string(surface.error()));
  return surface.value_or(Surface<double>{});
}

/// The input with one array of reals or integers replaced.
template <class Numbers>
ArraySet with_array(ArraySet question, const std::string& name, Shape shape, Numbers numbers) {
  question.put({name, std::move(shape), std::move(numbers)});
  return question;
}

/// The palette of an input, and the input with another palette, not rounded to float32.
inline std::vector<Rigid<double>> motions_of(const ArraySet& question) {
  return *read_rigids<double>(question, "palette");
}
inline ArraySet with_motions(const ArraySet& question, const std::vector<Rigid<double>>& motions) {
  Array::Reals rotations, translations;
  for (const Rigid<double>& M : motions) {
    rotations.insert(rotations.end(), M.rotation.coeffs().begin(), M.rotation.coeffs().end());
    translations.insert(translations.end(), M.translation.begin(), M.translation.end());
  }
  return with_array(with_array(question, "palette_rotations", {motions.size(), 4}, std::move(rotations)),
                    "palette_translations", {motions.size(), 3}, std::move(translations));
}

/// Replaces an input's float32 quaternions by exactly unit ones.
inline ArraySet with_unit_rotations(const ArraySet& question) {
  std::vector<Rigid<double>> motions = motions_of(question);
  for (Rigid<double>& M : motions)
    M.rotation.normalize();
  return with_motions(question, motions);
}

inline std::vector<Rigid<double>> after(const Rigid<double>& motion, std::vector<Rigid<double>> motions) {
  for (Rigid<double>& M : motions)
    M = motion * M;
  return motions;
}

/// Difference between applying a rigid motion to all joints and applying it to the output.
inline double distance_when_moved(std::string_view stem, const ArraySet& question,
                                  const Rigid<double>& motion) {
  return distance(surface_of(stem, with_motions(question, after(motion, motions_of(question)))),
                  moved(bindpose::affine_from_rigid(motion), surface_of(stem, question)));
}

/// A ring of vertices of radius 1 about z under joints 0 and 1 (its child) with the weights 1 - w and w; all
/// joints at the origin, joint 1 twisted about z. Includes parents and places, which some methods need.
inline ArraySet twisted_ring(double w, double twist) {
  Mesh mesh;
  Influences influences{2, {}, {}};
  for (const double phi : {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}) {
    mesh.positions.emplace_back(std::cos(phi), std::sin(phi), 0.25);
    mesh.normals.emplace_back(std::cos(phi), std::sin(phi), 0);
    mesh.tangents.emplace_back(0, 0, 1, 1);
    influences.joints.insert(influences.joints.end(), {0, 1});
    influences.weights.insert(influences.weights.end(), {1 - w, w});
  }
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, influences);
  question.add("parents", {2}, Array::Integers{-1, 0});
  question.add("bind_positions", {2, 3}, Array::Reals(6, 0.0));
  std::vector<Rigid<double>> motions(2);
  motions[1].rotation = Quat<double>(std::cos(twist / 2), 0, 0, std::sin(twist / 2));
  return with_motions(question, motions);
}

/// The ring turned about z by an angle.
inline Surface<double> turned_ring(double angle) {
  const Mesh mesh = *read_mesh(twisted_ring(0, 0));
  Affine<double> turn;
  turn.linear = Eigen::AngleAxisd(angle, Vec3<double>::UnitZ()).toRotationMatrix();
  return moved(turn, Surface<double>{mesh.positions, mesh.normals, mesh.tangents, {}});
}

}  // namespace bindpose::test

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: characters whose mesh is morphed before joints move it.
#pragma once

#include "conformance/cases/shared/morph_scenes.h"
#include "conformance/cases/shared/scene_case.h"

namespace bindpose::conformance {

/// A character, and the weights of its targets.
struct MorphedScene {
  std::string name;
  std::string purpose;
  MakeScene make;
  std::vector<double> weights;
  void (*change)(ArraySet&) = nullptr;
  std::vector<Mesh> (*shapes)() = nullptr;  ///< null: random shapes
};

/// Palette formats that cases of this method omit: a format for rigid motions would change the
/// input of a method with matrices.
std::vector<std::string> forms_left_out_by(const std::string& method);

/// Appends morph.then_skin.<scene>.<option values>.<level>.f32. Cases with very many targets are
/// not golden. options: include "method".
Case& add_morphed(std::vector<Case>& cases, const Options& options, const MorphedScene& scene, Level level);
void add_morphed_at_both(std::vector<Case>& cases, const Options& options, const MorphedScene& scene);

/// Adds random targets of the input's mesh, one per weight.
Expected<ArraySet> with_shapes(Expected<ArraySet> question, const std::vector<double>& weights);

/// A face in motion, with all shapes active: the head rotates, the jaw opens, the eyes look to one
/// side.
MorphedScene talking_head();

/// Adds keyframes of three targets' weights to the other tracks. At pose level.
void with_weight_keys(ArraySet& question, Interpolation interpolation, double time);

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a drawable of a glTF file at one moment of a clip, as an input.
#pragma once

#include "conformance/cases/asset/drawable.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// One drawable at one moment.
struct Moment {
  std::shared_ptr<const gltf::Asset> asset;
  std::shared_ptr<const Drawable> drawable;
  std::optional<std::size_t> clip;  ///< none: the rest pose
  double seconds = 0;

  /// Adds the clip's keyframes, with or without those of morph targets.
  std::vector<TrackOfJoint> tracks(bool morphed) const;
};

/// The algorithm of a drawable, with or without its morph targets.
std::string_view algorithm_of(const Drawable& drawable, bool morphed);

/// At pose level, joints are the file's nodes. At palette level, joints are the skin's, and the
/// matrices are the double-precision reference's, rounded to float32. morphed: with morph targets.
/// Errors as fk_matrix and palette.
Expected<ArraySet> ask_pose(const Moment& moment, bool morphed);
Expected<ArraySet> ask_palette(const Moment& moment, bool morphed);

/// The input of a case of a drawable.
struct MomentQuestion {
  Moment moment;
  Level level = Level::pose;
  bool morphed = false;

  Expected<ArraySet> operator()() const {
    return level == Level::palette ? ask_palette(moment, morphed) : ask_pose(moment, morphed);
  }
};
/// nullptr if the case does not belong to a drawable.
inline const MomentQuestion* moment_asked_by(const Case& c) {
  return c.question.target<MomentQuestion>();
}

/// World transforms of the file's nodes. Errors as fk_matrix.
Expected<std::vector<Affine<double>>> node_worlds(const Moment& moment);

Depiction depiction_of(const Moment& moment, Level level);

/// True if the algorithm has an input of this name.
inline bool asks_for(const Algorithm& method, std::string_view array) {
  return method.implementation.declaration.find_input(array) != nullptr;
}

}  // namespace bindpose::conformance

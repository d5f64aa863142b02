// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input as a subject gets it, and a case: an input with a name and a purpose.
//
// Every algorithm has a file conformance/cases/<family>/<stem>.cpp that lists its cases.
#pragma once

#include <memory>

#include "reference/model/algorithm.h"
#include "reference/model/asset_moment.h"

namespace bindpose {

/// Name and shape of an array of an output.
struct ArrayShape {
  std::string name;
  Shape shape;
};

/// An input as a subject gets it.
struct Question {
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  Options options;                                     ///< values of policies
  ArraySet arrays;                                     ///< the declared arrays
  std::shared_ptr<const AssetMoment> asset = nullptr;  ///< level asset: replaces the arrays
  std::vector<ArrayShape> answers = {};                ///< the requested arrays, and optional stages;
  std::vector<ArrayShape> stages = {};                 ///< set by list_arrays()
  std::string name = {};                               ///< the case's name; subjects do not get it
};

/// Data for a picture of a case's output, in addition to the input's arrays.
struct Depiction {
  std::size_t vertices = 0;  ///< number of vertices that the triangles refer to
  std::vector<Triangle> triangles;
  std::vector<std::string> joint_names;  ///< [#joints or 0]
};

struct Case {
  /// Dotted and stable: family.stem.scene.variation.level.f32, e.g.
  /// "skinning.linear_blend.cylinder.twist-180.palette.f32".
  std::string name;
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  Options options;                               ///< values of policies, e.g. normal_rule
  std::function<Expected<ArraySet>()> question;  ///< made when it is needed; float32-representable
  std::string purpose;                           ///< what the case varies, and why: one sentence
  std::vector<std::string> catches;    ///< ids of the defects that the case detects; set only in golden data
  std::vector<std::string> leave_out;  ///< formulations and palette formats that do not apply
  bool golden = false;                 ///< true if it is also a golden file
  bool smoke = false;                  ///< in the smoke set, which detects every detectable defect
  std::shared_ptr<const AssetMoment> asset = nullptr;  ///< level asset
  std::vector<std::string> notes;  ///< shown with the verdict, e.g. weights that do not sum to 1
  std::function<Depiction()> depiction =
      {};  ///< picture data of the output's mesh; none: only the arrays are known
};

}  // namespace bindpose

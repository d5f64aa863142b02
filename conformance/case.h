// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: one case - a question with a name, why it is asked, and which mistakes it is there to catch.
//
// Every algorithm has a file conformance/<family>/<stem>.cpp that lists its cases.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/asset_moment.h"
#include "reference/algorithms.h"

namespace bindpose::conformance {

struct Case {
  /// Dotted and stable: family.stem.scene.variation.level.f32, e.g.
  /// "skinning.linear_blend.cylinder.twist-180.palette.f32".
  std::string name;
  const Algorithm* algorithm = nullptr;
  Level level = Level::palette;
  Options options;                                     ///< the policies asked for, e.g. normal_rule
  std::function<Expected<ArraySet>()> question;        ///< made when it is needed; float32-representable
  std::string purpose;                                 ///< what is varied and why, one sentence
  std::vector<std::string> catches;                    ///< defect slugs, e.g. "ibm-wrong-side"
  std::vector<std::string> leave_out;                  ///< formulations that do not apply to this question
  bool golden = false;                                 ///< small enough, and worth having, as a file
  std::shared_ptr<const AssetMoment> asset = nullptr;  ///< level asset
  std::vector<std::string> notes;  ///< shown beside the verdict, e.g. weights that do not sum to 1
};

/// The built-in cases of all algorithms, in the order of algorithms.def; names are unique.
const std::vector<Case>& built_in_cases();

}  // namespace bindpose::conformance

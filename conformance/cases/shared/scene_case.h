// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: what the cases of deformed meshes share, whatever they ask.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "conformance/defects/defect_id.h"
#include "reference/model/case.h"
#include "reference/scenes/scene.h"

namespace bindpose::conformance {

/// A scene to ask about.
struct NamedScene {
  std::string name;  ///< scene and variation: "cylinder.bend-90"
  std::string purpose;
  DefectIds catches;
  bool golden = false;
  std::function<scenes::Scene()> make;
};

void add_scene(std::vector<NamedScene>& scenes, const std::string& name, const std::string& purpose,
               const DefectIds& catches, bool golden, const std::function<scenes::Scene()>& make);

/// How a scene becomes a question at a level.
using AskScene = std::function<Expected<ArraySet>(const scenes::Scene& scene, Level level)>;

/// A case <family>.<stem>.<scene>[.<option values>].<level>.f32 of the algorithm, at that level, with those
/// options; the rest is the caller's.
Case scene_case(const std::string& stem, const std::string& scene, const Options& options, Level level);

/// Appends such a case.
Case& add_scene_case(std::vector<Case>& cases, const std::string& stem, const NamedScene& scene,
                     const Options& options, Level level, const AskScene& ask);

/// Mesh, influences, and matrices or what they come from; the same with triangles.
Expected<ArraySet> matrix_question(const scenes::Scene& scene, Level level);
Expected<ArraySet> triangles_question(const scenes::Scene& scene, Level level);

/// Slots of weight 0 name one more joint, which holds NaN in every array that has a row per joint; their
/// endpoint weights are NaN, too. At palette level only: a pose has to be one.
Expected<ArraySet> with_unused_joint(Expected<ArraySet> question);

}  // namespace bindpose::conformance

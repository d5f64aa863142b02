// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: helpers for the cases of all algorithms.
#pragma once

#include "reference/model/case.h"
#include "reference/scenes/bar.h"
#include "reference/scenes/cylinder.h"
#include "reference/scenes/hose.h"

namespace bindpose::conformance {

/// Creates a scene when needed.
using MakeScene = std::function<scenes::Scene()>;

/// Scenes of reference/scenes; angles in degrees.
MakeScene bar(const scenes::BarVariation& variation = {}, bool at_rest = false);
MakeScene cylinder(double elbow, double twist, const scenes::CylinderShape& shape = {});
MakeScene small_cylinder(double elbow, double twist);
/// A hose with eight joints and few vertices. Each vertex has an influence in every slot; lean as
/// in HoseShape.
MakeScene every_slot_hose(std::size_t slots, double lean = 0);
MakeScene hose(double bend, double twist, const scenes::HoseShape& shape = {});

/// A scene in a case.
struct SceneVariation {
  std::string name;  ///< scene and variation: "cylinder.bend-90"
  std::string purpose;
  bool golden = false;
  MakeScene make;
};

/// Makes the input of a scene at an entry level.
using Ask = std::function<Expected<ArraySet>(const scenes::Scene&, Level)>;

/// The input of a scene for a method with matrices, at palette level or at pose level.
Expected<ArraySet> matrix_question(const scenes::Scene& scene, Level level);

/// A case named <family>.<stem>.<scene>[.<option values>].<level>.f32. The caller sets input and purpose.
Case scene_case(const std::string& stem, const std::string& scene, const Options& options, Level level);

/// Changes an input. Empty: the input stays the same.
using ChangeQuestion = std::function<void(ArraySet&)>;

/// A case with the scene's purpose and options.
Case scene_case(const std::string& stem, const SceneVariation& scene, const Options& options, Level level,
                const Ask& ask, const ChangeQuestion& change = nullptr);

/// Appends a golden case with its purpose and its input.
using MakeQuestion = std::function<Expected<ArraySet>()>;
Case& add_case(std::vector<Case>& cases, Case c, const std::string& purpose, const MakeQuestion& question,
               const ChangeQuestion& change = nullptr);

/// Changes the input of a case.
Case& change_question(Case& c, const ChangeQuestion& change);

/// The options that have an effect at the level.
Options options_at(Level level, const std::string& stem, Options options);

/// Appends the cases of one algorithm. `ask` makes an input from a scene and a level. A scene may
/// also have `options`, a `change` of the input, and `golden`. Cases at palette level omit options
/// that affect only poses.
template <class Scene>
class CasesOf {
 public:
  using AskScene = Expected<ArraySet> (*)(const Scene&, Level);
  CasesOf(std::vector<Case>& cases, std::string stem, AskScene ask,
          std::vector<Level> levels = {Level::palette, Level::pose})
      : cases_(cases), stem_(std::move(stem)), ask_(ask), levels_(std::move(levels)) {}

  /// levels: the levels of this case; empty: the usual levels.
  void operator()(const std::string& name, const std::string& purpose, const Scene& scene,
                  const std::vector<Level>& levels = {}) const {
    for (const Level level : levels.empty() ? levels_ : levels) {
      Options options;
      if constexpr (requires { scene.options; }) options = options_at(level, stem_, scene.options);
      Case& c = add_case(cases_, scene_case(stem_, name, options, level), purpose,
                         [=, ask = ask_] { return ask(scene, level); });
      if constexpr (requires { scene.change; }) change_question(c, scene.change);
      if constexpr (requires { scene.golden; }) c.golden = scene.golden;
    }
  }

 private:
  std::vector<Case>& cases_;
  std::string stem_;
  AskScene ask_;
  std::vector<Level> levels_;
};

/// The triangles and the joints of a scene.
Depiction depiction_of(const scenes::Scene& scene);

/// The scene in a case's name, without option values: "bar.posed".
std::string scene_of(const Case& c);

/// Slots of weight 0 refer to an additional joint, which has NaN in every array with a row per
/// joint. Their endpoint weights are also NaN. Only at palette level, because every pose needs
/// numbers.
void with_unused_joint(ArraySet& question);

/// The second joint's matrix maps onto a plane. At palette level.
void with_flat_joint(ArraySet& question);

/// Replaces parts of the pose of the first two or three joints by keyframes, at a time between two
/// keys: a cubic translation, a linear rotation and a constant rotation. At pose level.
void with_keyframes(ArraySet& question);

/// Removes all weights of every third vertex.
void some_without_weight(ArraySet& question);

/// Makes the joints' quaternions 1 % too long, which is within the tolerance.
void with_long_rotations(ArraySet& question);

/// Gives the second joint as a matrix. Its columns are exactly orthogonal and 65/64 times as long
/// as their scales. At pose level.
void with_matrix_joint(ArraySet& question);

/// Sets every third normal and every fourth tangent to 0, also in targets and examples.
void with_zero_directions(ArraySet& question);

/// Scales the root non-uniformly. At pose level.
void with_scaled_root(ArraySet& question);

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/morphed_scene.h"

#include <fmt/format.h>

#include "reference/algorithms.h"
#include "reference/morph/shared/sparse_targets.h"
#include "reference/morph/shared/targets.h"
#include "reference/samples/rigid_questions.h"
#include "reference/scenes/head.h"

namespace bindpose::conformance {
namespace {

/// Every action unit of the head, and every second shape.
std::vector<Mesh> shapes_of_head() {
  std::vector<Mesh> shapes;
  for (const int unit : scenes::head_action_units())
    shapes.push_back(scenes::head_with_action_unit(unit, scenes::small_head));
  for (const std::string& name : scenes::head_shape_names())
    shapes.push_back(scenes::head_with_shape(name, scenes::small_head));
  return shapes;
}

Expected<ArraySet> ask_morphed(const MorphedScene& asked, const std::string& method, Level level) {
  const scenes::Scene scene = asked.make();
  const Mesh& base = scene.rig.mesh;
  const bool motions = method == "dqs" || method == "log-blend";
  BINDPOSE_TRY(auto question, !motions                  ? matrix_question(scene, level)
                              : level == Level::palette ? samples::rigid_palette_question(scene)
                                                        : samples::rigid_pose_question(scene));
  const MorphScene morph = asked.shapes == nullptr ? morph_scene(base, asked.weights, 1)
                                                   : MorphScene{base, asked.shapes(), asked.weights};
  bindpose::morph::add_targets(question, base, morph.weights,
                               bindpose::morph::displacements(base, morph.shapes));
  if (asked.change != nullptr) asked.change(question);
  return question;
}

}  // namespace

std::vector<std::string> forms_left_out_by(const std::string& method) {
  const Declaration& declaration = find_algorithm(method)->implementation.declaration;
  if (declaration.find_input("palette_rotations") != nullptr) return {};
  return {"quaternion-translation", "dual-quaternion"};
}

Case& add_morphed(std::vector<Case>& cases, const Options& options, const MorphedScene& scene, Level level) {
  Case c = scene_case("then_skin", scene.name, options, level);
  c.question = [=] { return ask_morphed(scene, options.at("method"), level); };
  c.depiction = [make = scene.make] { return depiction_of(make()); };
  c.purpose = scene.purpose;
  c.leave_out = forms_left_out_by(options.at("method"));
  c.golden = scene.weights.size() < 20;
  return cases.emplace_back(std::move(c));
}

void add_morphed_at_both(std::vector<Case>& cases, const Options& options, const MorphedScene& scene) {
  for (const Level level : {Level::palette, Level::pose})
    add_morphed(cases, options, scene, level);
}

Expected<ArraySet> with_shapes(Expected<ArraySet> question, const std::vector<double>& weights) {
  if (!question) return question;
  BINDPOSE_TRY(const Mesh base, read_mesh(*question));
  const MorphScene morph = morph_scene(base, weights, 1);
  bindpose::morph::add_targets(*question, base, morph.weights,
                               bindpose::morph::displacements(base, morph.shapes));
  return question;
}

MorphedScene talking_head() {
  return {"head.talking",
          "A head that turns, opens its jaw and looks sideways, with all its shapes.",
          [] { return scenes::head(scenes::small_head, true); },
          small_weights(scenes::head_action_units().size() + scenes::head_shape_names().size()),
          nullptr,
          &shapes_of_head};
}

void with_weight_keys(ArraySet& question, Interpolation interpolation, double time) {
  Track track{interpolation, false, 3, {0.5, 0.75, 1.25}, {}};
  const std::size_t rows = interpolation == Interpolation::cubicspline ? 9 : 3;
  for (std::size_t n = 0; n < 3 * rows; ++n)
    track.values.push_back(0.125 * static_cast<double>(n * 7 % 17) - 0.5);
  const std::size_t joints = question.find("parents")->shape[0];
  std::vector<TrackOfJoint> tracks = read_tracks(question, joints).value();
  tracks.push_back({1, TrackOfJoint::Path::weights, std::move(track)});
  for (const char* name : {"time", "tracks"})
    question.remove(name);
  for (std::size_t i = 0; i + 1 < tracks.size(); ++i)
    for (const char* part : {"times", "values"})
      question.remove(fmt::format("track_{}_{}", i, part));
  add_tracks(question, tracks, time);
}

}  // namespace bindpose::conformance

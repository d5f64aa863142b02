// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/scene_case.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "reference/algorithms.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void add_row_of_nan(ArraySet& question, const char* name) {
  Array* array = question.find(name);
  if (array == nullptr) return;
  array->shape[0] += 1;
  std::get<Array::Reals>(array->data).resize(element_count(array->shape), nan);
}

}  // namespace

MakeScene bar(const scenes::BarVariation& variation, bool at_rest) {
  return [=] { return scenes::bar(variation, at_rest); };
}
MakeScene cylinder(double elbow, double twist, const scenes::CylinderShape& shape) {
  return [=] { return scenes::cylinder(scenes::degrees(elbow), scenes::degrees(twist), shape); };
}
MakeScene small_cylinder(double elbow, double twist) {
  return cylinder(elbow, twist, {4, 50, 7, 6, 12.5});
}
MakeScene hose(double bend, double twist, const scenes::HoseShape& shape) {
  return [=] { return scenes::hose(scenes::degrees(bend), scenes::degrees(twist), shape); };
}

MakeScene every_slot_hose(std::size_t slots, double lean) {
  return hose(
      20, 15,
      {.joints = 8, .rings_per_joint = 1, .sides = 3, .slots = slots, .every_slot = true, .lean = lean});
}

Expected<ArraySet> matrix_question(const scenes::Scene& scene, Level level) {
  return level == Level::palette ? scenes::palette_question(scene) : scenes::pose_question(scene);
}

Case scene_case(const std::string& stem, const std::string& scene, const Options& options, Level level) {
  Case c;
  c.algorithm = find_algorithm(stem);
  c.name = fmt::format("{}.{}.{}", c.algorithm->family, c.algorithm->stem, scene);
  for (const auto& [key, value] : options)
    c.name += "." + value;
  c.name += fmt::format(".{}.f32", to_string(level));
  c.level = level;
  c.options = options;
  return c;
}

Case scene_case(const std::string& stem, const SceneVariation& scene, const Options& options, Level level,
                const Ask& ask, const ChangeQuestion& change) {
  Case c = scene_case(stem, scene.name, options, level);
  c.question = [make = scene.make, level, ask] { return ask(make(), level); };
  c.depiction = [make = scene.make] { return depiction_of(make()); };
  c.purpose = scene.purpose;
  c.golden = scene.golden;
  return change_question(c, change);
}

Case& add_case(std::vector<Case>& cases, Case c, const std::string& purpose, const MakeQuestion& question,
               const ChangeQuestion& change) {
  c.question = question;
  c.purpose = purpose;
  c.golden = true;
  return change_question(cases.emplace_back(std::move(c)), change);
}

Case& change_question(Case& c, const ChangeQuestion& change) {
  if (!change) return c;
  c.question = [ask = c.question, change] {
    auto question = ask();
    if (question) change(*question);
    return question;
  };
  return c;
}

Options options_at(Level level, const std::string& stem, Options options) {
  const OptionList& declared = find_algorithm(stem)->implementation.declaration.options;
  std::erase_if(options, [&](const auto& option) {
    return level == Level::palette && find_option(declared, option.first)->only_pose;
  });
  return options;
}

Depiction depiction_of(const scenes::Scene& scene) {
  return {scene.rig.mesh.vertex_count(), scene.rig.mesh.triangles, scene.rig.skeleton.names};
}

std::string scene_of(const Case& c) {
  const std::size_t begin = c.name.find('.', c.name.find('.') + 1) + 1;
  std::size_t end = c.name.rfind(fmt::format(".{}.", to_string(c.level)));
  for (const auto& option : c.options)
    end -= option.second.size() + 1;
  return c.name.substr(begin, end - begin);
}

void with_unused_joint(ArraySet& question) {
  const char* palette = question.has("palette") ? "palette" : "palette_rotations";
  const auto unused = static_cast<std::int32_t>(question.find(palette)->shape[0]);
  auto& joints = std::get<Array::Integers>(question.find("joints")->data);
  const Array::Reals& weights = question.find("weights")->reals();
  Array* endpoint_weights = question.find("endpoint_weights");
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (weights[i] != 0) continue;
    joints[i] = unused;
    if (endpoint_weights != nullptr) std::get<Array::Reals>(endpoint_weights->data)[i] = nan;
  }
  for (const char* name : {"palette", "palette_rotations", "palette_translations", "bind_positions",
                           "bone_heads", "bone_tails", "stretches", "twists"})
    add_row_of_nan(question, name);
  if (Array* parents = question.find("parents")) {
    parents->shape[0] += 1;
    std::get<Array::Integers>(parents->data).push_back(-1);
  }
}

void with_flat_joint(ArraySet& question) {
  auto& M = std::get<Array::Reals>(question.find("palette")->data);
  const double flat[] = {1, 0, 0.5, 0.25, 2, 0, -1, 1.5, 0.5, 0, 3, -2};
  std::copy(std::begin(flat), std::end(flat), M.begin() + std::size(flat));
}

void with_keyframes(ArraySet& question) {
  const std::vector<double> times = {0.5, 0.75, 1.25};
  const auto rotations = [](const Vec3<double>& axis, std::initializer_list<double> degrees) {
    std::vector<double> keys;
    for (const double angle : degrees) {
      const auto q = scenes::rotation_about(axis, scenes::degrees(angle)).coeffs();
      keys.insert(keys.end(), q.begin(), q.end());
    }
    return keys;
  };
  std::vector<double> path;  // in-tangent, value, out-tangent of each key
  for (int i = 0; i < 27; ++i)
    path.push_back(0.125 * ((i * 7) % 13 - 6));
  using Path = TrackOfJoint::Path;
  std::vector<TrackOfJoint> tracks = {
      {0, Path::translation, {Interpolation::cubicspline, false, 3, times, path}},
      {1, Path::rotation, {Interpolation::linear, true, 4, times, rotations({1, -2, 2}, {10, 75, -30})}}};
  if (question.find("parents")->shape[0] > 2)
    tracks.push_back(
        {2, Path::rotation, {Interpolation::step, true, 4, times, rotations({2, 3, -1}, {5, 40, 100})}});
  add_tracks(question, tracks, 0.875);
}

void some_without_weight(ArraySet& question) {
  Array& weights = *question.find("weights");
  auto& w = std::get<Array::Reals>(weights.data);
  for (std::size_t i = 0; i < w.size(); ++i)
    if (i / weights.shape[1] % 3 == 0) w[i] = 0;
}

void with_long_rotations(ArraySet& question) {
  for (const char* name : {"local_rotations", "rotations"})
    if (Array::Reals* rotations = reals_of(question, name))
      for (double& x : *rotations)
        x = to_float32(1.01 * x);
}

void with_scaled_root(ArraySet& question) {
  const double scale[] = {2, 0.5, 1};
  const Array& parents = *question.find("parents");
  const auto root = std::ranges::find(parents.integers(), -1) - parents.integers().begin();
  std::copy(std::begin(scale), std::end(scale),
            std::get<Array::Reals>(question.find("local_scales")->data).begin() + 3 * root);
}

void with_matrix_joint(ArraySet& question) {
  std::vector<Affine<double>> matrices(question.find("parents")->shape[0]);
  matrices[1].linear << 39, -20, 48, 52, 15, -36, 0, 60, 25;  // 65 times a rotation
  matrices[1].linear *= Vec3<double>(1, 2, 1.5).asDiagonal();
  matrices[1].linear /= 64;
  matrices[1].translation = {0.5, 2, -0.25};
  add_affines(question, "local_matrices", matrices);
  Array::Integers is_matrix(matrices.size(), 0);
  is_matrix[1] = 1;
  question.add("local_is_matrix", {matrices.size()}, std::move(is_matrix));
}

void with_zero_directions(ArraySet& question) {
  const auto clear = [&question](const char* name, std::size_t every) {
    if (!question.has(name)) return;
    Array& rows = *question.find(name);
    const std::size_t V = rows.shape[rows.shape.size() - 2], width = rows.shape.back();
    auto& values = std::get<Array::Reals>(rows.data);
    for (std::size_t row = 0; row * width < values.size(); ++row)
      if (row % V % every == 0) std::fill_n(&values[row * width], 3, 0.0);
  };
  for (const char* normals : {"normals", "target_normals", "example_normals"})
    clear(normals, 3);
  for (const char* tangents : {"tangents", "target_tangents"})
    clear(tangents, 4);
}

}  // namespace bindpose::conformance

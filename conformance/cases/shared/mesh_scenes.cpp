// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/mesh_scenes.h"

#include <algorithm>
#include <numeric>

#include "conformance/cases/shared/motion_scenes.h"
#include "reference/scenes/rest_frames.h"

namespace bindpose::conformance {
namespace {

using scenes::degrees;
using scenes::Scene;

constexpr scenes::TubeShape small = {0.5, 4, 7, 6, 1, false};

/// Appends a moved copy of one vertex, with the same influences.
void append_vertex(Rig& rig, std::size_t v, const Vec3<double>& x) {
  rig.mesh.positions.push_back(scenes::to_float32(x));
  rig.mesh.normals.push_back(Vec3<double>(rig.mesh.normals[v]));
  rig.mesh.tangents.push_back(Vec4<double>(rig.mesh.tangents[v]));
  for (std::size_t i = 0; i < rig.influences.width; ++i) {
    const std::size_t slot = v * rig.influences.width + i;
    rig.influences.joints.push_back(std::uint32_t(rig.influences.joints[slot]));
    rig.influences.weights.push_back(double(rig.influences.weights[slot]));
  }
}

Scene two(Scene scene) {
  Rig& rig = scene.rig;
  const std::size_t count = rig.mesh.vertex_count(), triangles = rig.mesh.triangles.size();
  for (std::size_t v = 0; v < count; ++v) {
    const Vec3<double> x = rig.mesh.positions[v];
    append_vertex(rig, v, {0.5 * x[0] + 0.25, x[1], 0.5 * x[2] + 1.5});
  }
  for (std::size_t f = 0; f < triangles; ++f) {
    Triangle t = rig.mesh.triangles[f];
    for (std::uint32_t& v : t)
      v += static_cast<std::uint32_t>(count);
    rig.mesh.triangles.push_back(t);
  }
  return scene;
}

/// Joints a metre apart along y, each rotated. The weight of a joint decreases linearly with the
/// distance, and is never 0.
Scene with_four_joints(Scene scene, double bend, double twist) {
  constexpr std::size_t joints = 4;
  Influences influences{joints, {}, {}};
  for (const Vec3<double>& x : scene.rig.mesh.positions) {
    std::array<double, joints> pulls{};
    for (std::size_t j = 0; j < joints; ++j)
      pulls[j] = 4.5 - std::fabs(x[1] - static_cast<double>(j));
    const double sum = std::accumulate(pulls.begin(), pulls.end(), 0.0);
    double rest = 1;
    for (std::uint32_t j = 0; j < joints; ++j) {
      const double w = j + 1 < joints ? scenes::dyadic_weight(pulls[j] / sum) : rest;
      rest -= w;
      influences.joints.push_back(j);
      influences.weights.push_back(w);
    }
  }
  scenes::RestFrames frames;
  for (int j = 0; j < static_cast<int>(joints); ++j)
    frames.add(j - 1, {0, static_cast<double>(j), 0}, scenes::slanted_frame(20.0 * (j + 1)));
  Scene posed = scenes::scene_at_rest(std::move(scene.rig.mesh), std::move(influences), frames);
  const Quat<double> turn = scenes::rotation_about(Vec3<double>::UnitX(), bend) *
                            scenes::rotation_about(Vec3<double>::UnitY(), twist);
  for (std::size_t j = 1; j < joints; ++j)
    scenes::turn_joint(posed, frames, j, turn);
  return posed;
}

Expected<ArraySet> question_with_triangles(const Scene& made, Level at) {
  return scenes::with_triangles(matrix_question(made, at), made);
}

Scene with_loose_vertex(Scene scene) {
  append_vertex(scene.rig, 20, {1, 2, 0.5});
  return scene;
}

}  // namespace

void add_mesh_case(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                   Level level, const ChangeQuestion& change, const Options& options) {
  cases.push_back(scene_case(stem, scene, options, level, &question_with_triangles, change));
}

Conventions conventions_of_tube(const std::string& stem, const ChangeQuestion& change) {
  return {stem,
          [change](const Vec3<double>& scale, Level level) {
            Scene scene = small_tube(40, 30)();
            scene.pose.locals[1].trs.scale = scale;
            auto question = question_with_triangles(scene, level);
            if (question && change) change(*question);
            return question;
          },
          {},
          "tube"};
}

void add_tube_policies(std::vector<Case>& cases, const std::string& stem, const ChangeQuestion& change) {
  const Conventions conventions = conventions_of_tube(stem, change);
  add_matrix_conventions(cases, conventions);
  add_rotation_conventions(cases, conventions);
}

void add_mesh_cases(std::vector<Case>& cases, const std::string& stem, const SceneVariation& scene,
                    const ChangeQuestion& change, const Options& options) {
  for (const Level level : {Level::palette, Level::pose})
    add_mesh_case(cases, stem, scene, level, change, options);
}

MakeScene tube(double bend, double twist, const scenes::TubeShape& shape) {
  return [=] { return scenes::tube(degrees(bend), degrees(twist), shape); };
}
MakeScene small_tube(double bend, double twist) {
  return conformance::tube(bend, twist, small);
}
MakeScene uneven_tube(double bend, double twist) {
  scenes::TubeShape shape = small;
  shape.uneven = true;
  return conformance::tube(bend, twist, shape);
}
MakeScene fine_tube(double bend, double twist) {
  return tube(bend, twist, {0.5, 4, 25, 16, 1, false});
}
MakeScene every_slot_tube(double bend, double twist) {
  return [=] { return with_four_joints(small_tube(0, 0)(), degrees(bend), degrees(twist)); };
}
MakeScene weighing(const MakeScene& make, double sum) {
  return [=] {
    Scene scene = make();
    for (double& w : scene.rig.influences.weights)
      w = to_float32(sum * w);
    return scene;
  };
}
MakeScene scaled_tube(double bend, const Vec3<double>& scale) {
  return [=] {
    Scene scene = small_tube(bend, 0)();
    scene.pose.locals[1].trs.scale = scale;
    return scene;
  };
}
MakeScene two_tubes(double bend) {
  return [=] { return two(small_tube(bend, 20)()); };
}
MakeScene tube_with_loose_vertex(double bend) {
  return [=] { return with_loose_vertex(small_tube(bend, 20)()); };
}
MakeScene naming_twice(const MakeScene& make) {
  return [=] {
    Scene scene = make();
    std::vector<Triangle>& triangles = scene.rig.mesh.triangles;
    const auto count = static_cast<std::uint32_t>(scene.rig.mesh.vertex_count());
    std::vector<Triangle> twice;
    for (std::uint32_t v = 0; v < count; v += 5) {
      const std::uint32_t u = (v + count / 2) % count;
      twice.insert(twice.end(), {{v, v, u}, {u, v, u}});
    }
    triangles.insert(triangles.begin(), twice.begin(), twice.end());
    return scene;
  };
}
MakeScene scaled_tube_with_loose_vertex(const Vec3<double>& scale) {
  return [=] { return with_loose_vertex(scaled_tube(40, scale)()); };
}

void with_collapsed_end(ArraySet& question) {
  auto& M = std::get<Array::Reals>(question.find("palette")->data);
  std::fill_n(M.begin() + 12, 12, 0.0);
  const auto& joints = std::get<Array::Integers>(question.find("joints")->data);
  auto& weights = std::get<Array::Reals>(question.find("weights")->data);
  for (std::size_t i = 0; i < weights.size(); i += 2) {
    const std::size_t end = joints[i] == 1 ? i : i + 1, other = joints[i] == 1 ? i + 1 : i;
    if (weights[end] <= weights[other]) continue;
    weights[end] = 1;
    weights[other] = 0;
  }
}

}  // namespace bindpose::conformance

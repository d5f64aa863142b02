// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/tube.h"

#include "reference/scenes/rest_frames.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::scenes {

Scene tube(double bend, double twist, const TubeShape& shape) {
  const auto spaced = [&](double t) { return shape.uneven ? t * t : t; };
  std::vector<double> turns = even_turns(shape.sides);
  for (double& turn : turns)
    turn = spaced(turn);
  std::vector<Section> sections;
  for (std::size_t ring = 0; ring < shape.rings; ++ring) {
    const double y = spaced(static_cast<double>(ring) / static_cast<double>(shape.rings - 1)) * shape.length;
    sections.push_back({{0, y, 0}, {0, 0, shape.radius}, {shape.radius, 0, 0}});
  }
  Mesh mesh;
  append_tube(mesh, sections, turns);
  set_smooth_directions(mesh);

  const double middle = shape.length / 2;
  Influences influences{2, {}, {}};
  for (const Vec3<double>& x : mesh.positions) {
    const double upper = dyadic_weight(0.5 + (x[1] - middle) / (2 * shape.falloff));
    influences.joints.insert(influences.joints.end(), {0, 1});
    influences.weights.insert(influences.weights.end(), {1 - upper, upper});
  }

  RestFrames rest;
  rest.add(-1, Vec3<double>::Zero(), slanted_frame(20));
  rest.add(0, {0, middle, 0}, slanted_frame(40));
  Scene scene = scene_at_rest(std::move(mesh), std::move(influences), rest);
  turn_joint(scene, rest, 1,
             rotation_about(Vec3<double>::UnitX(), bend) * rotation_about(Vec3<double>::UnitY(), twist));
  return scene;
}

}  // namespace bindpose::scenes

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/head.h"

#include <algorithm>

#include "reference/numeric/float32.h"
#include "reference/scenes/rest_frames.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::scenes {
namespace {

/// A position on the left half of the face, and its displacement; the right half mirrors it.
struct Place {
  double x, y, r;      ///< metres, seen from the front
  Vec3<double> moved;  ///< metres, at the position itself
};

/// Shapes that turn an egg into a face.
const std::vector<Place>& features() {
  static const std::vector<Place> places = {{0.000, -0.005, 0.026, {0, 0, 0.022}},      // nose
                                            {0.030, 0.022, 0.024, {0, 0, -0.012}},      // eye socket
                                            {0.026, 0.048, 0.028, {0, 0, 0.006}},       // brow
                                            {0.040, -0.015, 0.030, {0.002, 0, 0.005}},  // cheek
                                            {0.000, -0.050, 0.026, {0, 0, 0.007}},      // lips
                                            {0.000, -0.088, 0.030, {0, 0, 0.010}}};     // chin
  return places;
}

/// One action unit each.
struct UnitPlace {
  int unit;
  Place place;
};
constexpr double lip_y = -0.050;
const std::vector<UnitPlace>& unit_places() {
  static const std::vector<UnitPlace> places = {
      {1, {0.012, 0.050, 0.030, {0, 0.009, 0.002}}},         // inner brow up
      {2, {0.045, 0.050, 0.030, {0.001, 0.009, 0}}},         // outer brow up
      {4, {0.018, 0.046, 0.034, {-0.003, -0.007, 0.003}}},   // brow down
      {5, {0.030, 0.030, 0.020, {0, 0.005, -0.002}}},        // upper lid up
      {6, {0.038, -0.008, 0.034, {0, 0.008, 0.004}}},        // cheek up
      {9, {0.010, 0.002, 0.026, {-0.001, 0.006, 0.003}}},    // nose wrinkled
      {10, {0.008, -0.038, 0.026, {0, 0.006, 0.002}}},       // upper lip up
      {12, {0.026, lip_y, 0.032, {0.006, 0.008, -0.002}}},   // lip corners up
      {14, {0.030, lip_y, 0.024, {0.002, 0, -0.005}}},       // dimple
      {15, {0.026, -0.056, 0.030, {0.002, -0.008, 0}}},      // lip corners down
      {16, {0.008, -0.062, 0.026, {0, -0.006, 0.002}}},      // lower lip down
      {17, {0.000, -0.084, 0.030, {0, 0.006, 0.004}}},       // chin up
      {18, {0.016, lip_y, 0.032, {-0.007, 0, 0.008}}},       // lips puckered
      {20, {0.040, -0.100, 0.045, {0.006, -0.004, 0}}},      // neck tightened
      {22, {0.014, -0.054, 0.034, {-0.003, 0.002, 0.010}}},  // lips funnelled
      {26, {0.000, -0.080, 0.060, {0, -0.022, -0.006}}}};    // jaw drop
  return places;
}

/// A combination of action units, each with a factor.
struct NamedShape {
  const char* name;
  std::vector<std::pair<int, double>> units;
};
const std::vector<NamedShape>& named_shapes() {
  static const std::vector<NamedShape> shapes = {{"jaw-open", {{26, 1.25}}},
                                                 {"lids-closed", {{5, -2}}},
                                                 {"brows-up", {{1, 1}, {2, 1}}},
                                                 {"brows-down", {{4, 1}}},
                                                 {"lips-apart", {{10, 0.5}, {16, 0.75}}},
                                                 {"cheeks-up", {{6, 1}}},
                                                 {"smile", {{6, 0.5}, {12, 1}}},
                                                 {"frown", {{4, 0.5}, {15, 1}, {17, 0.5}}},
                                                 {"viseme-aa", {{26, 0.75}, {16, 0.5}}},
                                                 {"viseme-ee", {{12, 0.5}, {20, 0.25}}},
                                                 {"viseme-ih", {{26, 0.25}, {12, 0.25}}},
                                                 {"viseme-oh", {{26, 0.5}, {22, 0.75}}},
                                                 {"viseme-ou", {{18, 1}}},
                                                 {"viseme-ff", {{16, -0.5}, {10, 0.25}}},
                                                 {"viseme-mm", {{17, 0.25}, {18, 0.25}}}};
  return shapes;
}

/// A position's effect on front vertices: the factor (1 - (d / r)^2)^2 around it and around its mirror image.
Vec3<double> moved_by(const Place& place, const Vec3<double>& x) {
  Vec3<double> sum = Vec3<double>::Zero();
  for (const double side : {1.0, -1.0}) {
    if (side < 0 && place.x == 0) continue;
    const double dx = side * x[0] - place.x, dy = x[1] - place.y;
    const double near = 1 - (dx * dx + dy * dy) / (place.r * place.r);
    if (near <= 0 || x[2] <= 0) continue;
    sum += near * near * Vec3<double>(side * place.moved[0], place.moved[1], place.moved[2]);
  }
  return sum;
}

constexpr double eye_x = 0.030, eye_y = 0.022, eye_z = 0.066, eye_radius = 0.012;

std::size_t face_size(const HeadShape& shape) {
  return shape.rings * shape.sides + 2;
}

/// An egg with a face, and two eyes.
Mesh resting_mesh(const HeadShape& shape) {
  Mesh mesh;
  const std::vector<Stop> egg = {{{0, -0.115, 0.005}, 0.030, 0.040}, {{0, -0.085, 0.010}, 0.050, 0.062},
                                 {{0, -0.040, 0.005}, 0.064, 0.078}, {{0, 0.020, 0}, 0.074, 0.090},
                                 {{0, 0.070, -0.005}, 0.070, 0.086}, {{0, 0.105, -0.010}, 0.045, 0.055}};
  append_tube(mesh, sections_along(egg, Vec3<double>::UnitZ(), shape.rings), even_turns(shape.sides));
  for (Vec3<double>& x : mesh.positions) {
    const Vec3<double> before = x;
    for (const Place& feature : features())
      x += moved_by(feature, before);
  }
  for (const double side : {1.0, -1.0}) {
    const double x = side * eye_x, third = eye_radius / 3;
    const std::vector<Stop> ball = {{{x, eye_y - 2 * third, eye_z}, 2 * third, 2 * third},
                                    {{x, eye_y, eye_z}, eye_radius, eye_radius},
                                    {{x, eye_y + 2 * third, eye_z}, 2 * third, 2 * third}};
    append_tube(mesh, sections_along(ball, Vec3<double>::UnitZ(), shape.eye_rings),
                even_turns(shape.eye_sides));
  }
  return mesh;
}

Mesh finished(Mesh mesh) {
  for (Vec3<double>& x : mesh.positions)
    x = to_float32(x);
  set_smooth_directions(mesh);
  return mesh;
}

/// The face with these amounts of action units.
Mesh head_with(const std::vector<std::pair<int, double>>& units, const HeadShape& shape) {
  Mesh mesh = finished(resting_mesh(shape));
  for (std::size_t v = 0; v < face_size(shape); ++v) {
    const Vec3<double> rest = mesh.positions[v];
    for (const UnitPlace& each : unit_places())
      for (const auto& [unit, amount] : units)
        if (unit == each.unit) mesh.positions[v] += amount * moved_by(each.place, rest);
  }
  return finished(std::move(mesh));
}

/// The lower front of the face follows the jaw, the eyes only their own joints, the rest the head.
Influences head_influences(const Mesh& mesh, const HeadShape& shape) {
  Influences influences{2, {}, {}};
  const std::size_t eye = shape.eye_rings * shape.eye_sides + 2;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    const Vec3<double>& x = mesh.positions[v];
    const bool is_eye = v >= face_size(shape);
    const auto side = static_cast<std::uint32_t>(is_eye && v >= face_size(shape) + eye ? 3 : 2);
    const double below = std::clamp((lip_y - x[1]) / 0.03, 0.0, 1.0),
                 front = std::clamp(x[2] / 0.03, 0.0, 1.0);
    const double jaw = is_eye ? 0 : dyadic_weight(below * front);
    influences.joints.insert(influences.joints.end(), {is_eye ? side : 0U, 1U});
    influences.weights.insert(influences.weights.end(), {1 - jaw, jaw});
  }
  return influences;
}

}  // namespace

Scene head(const HeadShape& shape, bool posed) {
  RestFrames rest;
  rest.add(-1, {0, -0.10, -0.02}, slanted_frame(15));
  rest.add(0, {0, -0.03, 0.01}, slanted_frame(-40));
  rest.add(0, {eye_x, eye_y, eye_z}, slanted_frame(25));
  rest.add(0, {-eye_x, eye_y, eye_z}, slanted_frame(-25));
  Mesh mesh = finished(resting_mesh(shape));
  Influences influences = head_influences(mesh, shape);
  Scene scene = scene_at_rest(std::move(mesh), std::move(influences), rest);
  if (!posed) return scene;
  turn_joint(scene, rest, 0, rotation_about({0.2, 1, 0.1}, degrees(35)));
  turn_joint(scene, rest, 1, rotation_about(Vec3<double>::UnitX(), degrees(18)));
  turn_joint(scene, rest, 2, rotation_about(Vec3<double>::UnitY(), degrees(20)));
  turn_joint(scene, rest, 3, rotation_about({0.3, 1, 0}, degrees(15)));
  return scene;
}

const std::vector<int>& head_action_units() {
  static const std::vector<int> units = [] {
    std::vector<int> all;
    for (const UnitPlace& each : unit_places())
      all.push_back(each.unit);
    return all;
  }();
  return units;
}

std::vector<std::string> head_shape_names() {
  std::vector<std::string> names;
  for (const NamedShape& each : named_shapes())
    names.emplace_back(each.name);
  return names;
}

Mesh head_with_action_unit(int unit, const HeadShape& shape) {
  return head_with({{unit, 1}}, shape);
}

Mesh head_with_shape(const std::string& name, const HeadShape& shape) {
  for (const NamedShape& each : named_shapes())
    if (each.name == name) return head_with(each.units, shape);
  return head_with({}, shape);
}

}  // namespace bindpose::scenes

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/scenes/figure.h"

#include <algorithm>
#include <numbers>

#include "reference/numeric/portable_angle.h"
#include "reference/scenes/rest_frames.h"
#include "reference/scenes/tube_mesh.h"

namespace bindpose::scenes {
namespace {

constexpr std::size_t slots = 4;

/// A joint of the middle or of the left side (+x); the right side is mirrored. In a pose the joint
/// rotates by `still` about x, y, z, and additionally by `swing` about x at the top of the stride,
/// delayed by the fraction `later` of the period. Degrees.
struct JointRow {
  const char* name;
  int parent;            ///< index among these rows
  Vec3<double> at, end;  ///< its bone at rest, metres
  Vec3<double> still;
  double swing, later;
};

constexpr int middle_joints = 5;

const std::vector<JointRow>& joint_rows() {
  static const std::vector<JointRow> rows = {
      {"hips", -1, {0, 0.95, 0}, {0, 1.08, 0}, {4, 6, 2}, 3, 0.1},
      {"spine", 0, {0, 1.08, 0}, {0, 1.25, -0.01}, {6, -5, 2}, 3, 0.2},
      {"chest", 1, {0, 1.25, -0.01}, {0, 1.48, -0.02}, {5, -7, 3}, 4, 0.3},
      {"neck", 2, {0, 1.48, -0.02}, {0, 1.58, 0.01}, {-4, 8, -3}, 3, 0.4},
      {"head", 3, {0, 1.58, 0.01}, {0, 1.78, 0.02}, {-6, 12, -4}, 5, 0.5},
      // The left side.
      {"clavicle", 2, {0.04, 1.43, 0}, {0.17, 1.43, -0.02}, {3, 5, -4}, 4, 0.1},
      {"upper arm", 5, {0.17, 1.43, -0.02}, {0.36, 1.22, -0.02}, {-8, 6, -14}, 26, 0.5},
      {"forearm", 6, {0.36, 1.22, -0.02}, {0.52, 1.04, 0.02}, {-38, 25, 8}, 14, 0.55},
      {"hand", 7, {0.52, 1.04, 0.02}, {0.58, 0.97, 0.03}, {-10, 15, 12}, 6, 0.6},
      {"fingers", 8, {0.58, 0.97, 0.03}, {0.65, 0.90, 0.04}, {-25, 4, 10}, 8, 0.7},
      {"thigh", 0, {0.10, 0.92, 0}, {0.11, 0.50, 0.01}, {-6, 5, 3}, 28, 0.0},
      {"shin", 10, {0.11, 0.50, 0.01}, {0.12, 0.09, -0.03}, {28, -4, 1}, 24, 0.3},
      {"foot", 11, {0.12, 0.09, -0.03}, {0.13, 0.03, 0.11}, {-8, 7, 2}, 15, 0.8},
      {"toes", 12, {0.13, 0.03, 0.11}, {0.13, 0.02, 0.18}, {-5, 3, 2}, 12, 0.9}};
  return rows;
}

/// A joint of the whole figure: a row, and true if the row is mirrored.
struct FigureJoint {
  const JointRow* row;
  int parent;
  bool mirrored;

  Vec3<double> at() const { return place(row->at); }
  Vec3<double> end() const { return place(row->end); }

 private:
  Vec3<double> place(const Vec3<double>& x) const { return mirrored ? Vec3<double>(-x[0], x[1], x[2]) : x; }
};

constexpr int side_joints = (static_cast<int>(figure_joints) - middle_joints) / 2;

int mirrored_joint(int row) {
  return row < middle_joints ? row : row + side_joints;
}

/// The middle, the left side, the right side.
std::vector<FigureJoint> figure_skeleton() {
  std::vector<FigureJoint> joints;
  for (const JointRow& row : joint_rows())
    joints.push_back({&row, row.parent, false});
  for (int r = middle_joints; r < middle_joints + side_joints; ++r) {
    const JointRow& row = joint_rows()[static_cast<std::size_t>(r)];
    joints.push_back({&row, mirrored_joint(row.parent), true});
  }
  return joints;
}

struct Grid {
  std::size_t rings, sides;
};

/// A tube of the body. Parts of the left side have a mirror image on the right.
struct Part {
  bool paired;
  Vec3<double> front;
  std::vector<Stop> stops;
  std::vector<int> follows;  ///< joint rows, at least 4
  Grid small, full;
};

Part part(bool paired, const Vec3<double>& front, std::vector<Stop> stops, std::vector<int> follows,
          Grid small, Grid full) {
  return {paired, front, std::move(stops), std::move(follows), small, full};
}

const std::vector<Part>& parts() {
  const Vec3<double> y = Vec3<double>::UnitY(), z = Vec3<double>::UnitZ();
  static const std::vector<Part> all = {
      part(false, z,
           {{{0, 0.84, 0}, 0.15, 0.11},
            {{0, 1.08, 0}, 0.13, 0.10},
            {{0, 1.34, 0}, 0.18, 0.12},
            {{0, 1.50, -0.02}, 0.08, 0.07}},
           {0, 1, 2, 3, 5, 10, mirrored_joint(5), mirrored_joint(10)}, {5, 5}, {20, 24}),
      part(false, z,
           {{{0, 1.46, -0.02}, 0.05, 0.05},
            {{0, 1.58, 0}, 0.06, 0.07},
            {{0, 1.68, 0.02}, 0.08, 0.10},
            {{0, 1.80, 0.02}, 0.03, 0.04}},
           {1, 2, 3, 4}, {2, 4}, {15, 17}),
      part(true, z,
           {{{0.10, 0.94, 0}, 0.09, 0.10},
            {{0.11, 0.50, 0.01}, 0.055, 0.06},
            {{0.115, 0.36, -0.01}, 0.05, 0.06},
            {{0.12, 0.06, -0.03}, 0.035, 0.04}},
           {0, 10, 11, 12, 13}, {4, 4}, {24, 16}),
      part(true, y,
           {{{0.12, 0.05, -0.07}, 0.03, 0.04},
            {{0.13, 0.04, 0.09}, 0.045, 0.03},
            {{0.13, 0.02, 0.20}, 0.035, 0.015}},
           {10, 11, 12, 13}, {2, 3}, {8, 10}),
      part(true, z,
           {{{0.13, 1.46, -0.02}, 0.055, 0.06},
            {{0.36, 1.22, -0.02}, 0.04, 0.04},
            {{0.42, 1.15, 0}, 0.04, 0.04},
            {{0.52, 1.04, 0.02}, 0.028, 0.024}},
           {2, 5, 6, 7, 8}, {4, 4}, {19, 11}),
      part(true, z,
           {{{0.51, 1.05, 0.02}, 0.03, 0.025},
            {{0.58, 0.97, 0.03}, 0.04, 0.02},
            {{0.65, 0.90, 0.04}, 0.025, 0.01}},
           {6, 7, 8, 9}, {2, 3}, {6, 10})};
  return all;
}

/// Squared distance of a point from a bone.
double squared_distance(const Vec3<double>& x, const FigureJoint& joint) {
  const Vec3<double> a = joint.at(), bone = joint.end() - a;
  const double t = std::clamp(bone.dot(x - a) / bone.dot(bone), 0.0, 1.0);
  const Vec3<double> off = x - a - t * bone;
  return off.dot(off);
}

/// The 4 nearest of the bones, the nearest first: multiples of 2^-16 that sum to 1.
void add_nearest(Influences& influences, const Vec3<double>& x, const std::vector<FigureJoint>& skeleton,
                 std::vector<int> bones) {
  const auto strength = [&](int j) {
    const double d = squared_distance(x, skeleton[static_cast<std::size_t>(j)]) + 0.02 * 0.02;
    return 1 / (d * d);
  };
  std::stable_sort(bones.begin(), bones.end(), [&](int a, int b) { return strength(a) > strength(b); });
  double sum = 0, rest = 1;
  for (std::size_t i = 0; i < slots; ++i)
    sum += strength(bones[i]);
  double weights[slots];
  for (std::size_t i = 1; i < slots; ++i) {
    weights[i] = std::floor(strength(bones[i]) / sum * 0x1p16) * 0x1p-16;
    rest -= weights[i];
  }
  weights[0] = rest;
  for (std::size_t i = 0; i < slots; ++i)
    influences.joints.push_back(static_cast<std::uint32_t>(bones[i]));
  influences.weights.insert(influences.weights.end(), weights, weights + slots);
}

void append_part(Mesh& mesh, Influences& influences, const Part& part, bool mirrored, FigureDetail detail) {
  const Grid grid = detail == FigureDetail::small ? part.small : part.full;
  std::vector<Stop> stops = part.stops;
  std::vector<int> bones = part.follows;
  if (mirrored) {
    for (Stop& stop : stops)
      stop.centre[0] = -stop.centre[0];
    for (int& bone : bones)
      bone = mirrored_joint(bone);
  }
  const std::size_t first = mesh.vertex_count();
  append_tube(mesh, sections_along(stops, part.front, grid.rings), even_turns(grid.sides));
  const std::vector<FigureJoint> skeleton = figure_skeleton();
  for (std::size_t v = first; v < mesh.vertex_count(); ++v)
    add_nearest(influences, mesh.positions[v], skeleton, bones);
}

RestFrames figure_frames() {
  RestFrames rest;
  for (const FigureJoint& joint : figure_skeleton())
    rest.add(joint.parent, joint.at(), slanted_frame(20.0 * static_cast<double>(rest.parents.size() + 1)));
  return rest;
}

/// The two sides are half a stride apart.
void stride(Scene& scene, double phase) {
  const RestFrames rest = figure_frames();
  const std::vector<FigureJoint> skeleton = figure_skeleton();
  for (std::size_t j = 0; j < skeleton.size(); ++j) {
    const JointRow& row = *skeleton[j].row;
    const double side = skeleton[j].mirrored ? -1 : 1;
    const double turns = phase - row.later + (skeleton[j].mirrored ? 0.5 : 0);
    const double x = row.still[0] + row.swing * portable_sin(2 * std::numbers::pi * turns);
    turn_joint(scene, rest, j,
               rotation_about(Vec3<double>::UnitZ(), degrees(side * row.still[2])) *
                   rotation_about(Vec3<double>::UnitY(), degrees(side * row.still[1])) *
                   rotation_about(Vec3<double>::UnitX(), degrees(x)));
  }
}

}  // namespace

Scene figure_at_rest(FigureDetail detail) {
  Mesh mesh;
  Influences influences{slots, {}, {}};
  for (const Part& part : parts()) {
    append_part(mesh, influences, part, false, detail);
    if (part.paired) append_part(mesh, influences, part, true, detail);
  }
  set_smooth_directions(mesh);
  Scene scene = scene_at_rest(std::move(mesh), std::move(influences), figure_frames());
  for (const FigureJoint& joint : figure_skeleton())
    scene.rig.skeleton.names.push_back(std::string(joint.mirrored ? "right " : "") + joint.row->name);
  return scene;
}

Scene figure(FigureDetail detail, double phase) {
  Scene scene = figure_at_rest(detail);
  stride(scene, phase);
  return scene;
}

std::vector<Pose<double>> figure_copy_poses() {
  const Scene at_rest = figure_at_rest(FigureDetail::small);
  std::vector<Pose<double>> poses;
  for (std::size_t copy = 0; copy < figure_copies; ++copy) {
    Scene scene = at_rest;
    stride(scene, static_cast<double>(copy) / static_cast<double>(figure_copies));
    Trs<double>& root = scene.pose.locals[0].trs;
    const Quat<double> heading =
        rotation_about(Vec3<double>::UnitY(), degrees(10.0 * static_cast<double>(copy)));
    root.rotation = to_float32(Quat<double>(heading * root.rotation));
    const std::size_t row = copy / 6, column = copy % 6;
    root.translation[0] += 1.5 * static_cast<double>(column);
    root.translation[2] += 1.5 * static_cast<double>(row);
    root.translation = to_float32(root.translation);
    poses.push_back(std::move(scene.pose));
  }
  return poses;
}

Scene benchmark_figure() {
  Scene scene = figure_at_rest(FigureDetail::full);
  scene.rig = unshared(scene.rig);
  scene.pose = figure_copy_poses().front();
  return scene;
}

}  // namespace bindpose::scenes

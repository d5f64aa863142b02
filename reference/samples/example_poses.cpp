// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/example_poses.h"

#include "reference/model/question.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {
namespace {

constexpr double half_width = 2;
constexpr double least_apart = 1.25;

double distance_of(const double* a, const double* b, std::size_t width) {
  double squares = 0;
  for (std::size_t c = 0; c < width; ++c)
    squares += (a[c] - b[c]) * (a[c] - b[c]);
  return std::sqrt(squares);
}

}  // namespace

std::vector<double> sample_pose_row(std::size_t width, Random& random) {
  std::vector<double> row(width);
  for (double& x : row)
    x = random.uniform(-half_width, half_width);
  return row;
}

std::vector<double> sample_example_poses(std::size_t count, std::size_t width, Random& random) {
  std::vector<double> poses;
  while (poses.size() < count * width) {
    const std::vector<double> row = sample_pose_row(width, random);
    bool is_apart = true;
    for (std::size_t i = 0; i < poses.size(); i += width)
      is_apart = is_apart && distance_of(&poses[i], row.data(), width) >= least_apart;
    if (is_apart) poses.insert(poses.end(), row.begin(), row.end());
  }
  return poses;
}

std::vector<Affine<double>> sample_gentle_palette(std::size_t joints, Random& random) {
  std::vector<Affine<double>> palette;
  for (std::size_t j = 0; j < joints; ++j) {
    Trs<double> trs;
    const Vec3<double> axis = random.direction();
    trs.rotation = scenes::rotation_about(axis, random.uniform(-0.5, 0.5));
    for (int c = 0; c < 3; ++c)
      trs.scale[c] = random.uniform(0.75, 1.25);
    trs.translation = random.point(1);
    palette.push_back(scenes::to_float32(affine_from_trs(trs)));
  }
  return palette;
}

scenes::Crowd sample_gentle_crowd(std::size_t size, std::size_t joints, Random& random) {
  scenes::Crowd crowd = scenes::crowd({.vertices = size, .joints = joints}, random);
  crowd.palette = sample_gentle_palette(joints, random);
  return crowd;
}

void add_example_palettes(ArraySet& question, std::size_t joints,
                          const std::vector<Affine<double>>& palettes) {
  add_affines(question, "example_palettes", palettes);
  question.find("example_palettes")->shape = {joints, palettes.size() / joints, 3, 4};
}

void add_sample_examples(ArraySet& question, std::size_t count, std::size_t size, std::size_t joints,
                         Random& random) {
  add_example_palettes(question, joints, sample_gentle_palette(joints * count, random));
  Array::Reals positions;
  for (std::size_t i = 0; i < count * size; ++i) {
    const Vec3<double> x = random.point(half_width);
    positions.insert(positions.end(), x.begin(), x.end());
  }
  question.add("example_positions", {count, size, 3}, std::move(positions));
}

}  // namespace bindpose::samples

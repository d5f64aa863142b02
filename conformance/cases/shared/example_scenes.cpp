// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/example_scenes.h"

#include <algorithm>

#include "reference/algorithms.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t joint_count = 3;
constexpr double farthest = 0.25;  // metres along each axis

const std::array<Vec3<double>, joint_count>& axes() {
  static const std::array<Vec3<double>, joint_count> all = {Vec3<double>(1, 0, 0), Vec3<double>(1, 2, 3),
                                                            Vec3<double>(0, 0, 1)};
  return all;
}

Quat<double> turn_of(const Turns& turns, std::size_t joint) {
  return scenes::rotation_about(axes()[joint], scenes::degrees(turns[joint]));
}

std::vector<double> joint_row(const Turns& turns, const std::string& metric, std::size_t joint,
                              std::size_t example) {
  const Quat<double> q = turn_of(turns, joint);
  if (metric == "rotation-angle") {
    // Every second example has the negated quaternion.
    const double sign = example % 2 == 0 ? 1 : -1;
    return {sign * q.x(), sign * q.y(), sign * q.z(), sign * q.w()};
  }
  if (metric == "arc-length") {
    const Vec3<double> d = scenes::to_float32(Vec3<double>(q * Vec3<double>(0.6, 0, 0.8)));
    return {d[0], d[1], d[2]};
  }
  return {to_float32(scenes::degrees(turns[joint]))};
}

}  // namespace

scenes::Scene turned_bar(const Turns& turns, const scenes::BarVariation& variation) {
  scenes::Scene scene = scenes::bar(variation, true);
  for (std::size_t j = 0; j < joint_count; ++j) {
    const std::size_t listed = variation.shuffled ? joint_count - 1 - j : j;
    Quat<double>& rotation = scene.pose.locals[listed].trs.rotation;
    rotation = scenes::to_float32(Quat<double>(rotation * turn_of(turns, j)));
  }
  return scene;
}

std::vector<double> pose_row(const Turns& turns, const std::string& metric, bool of_joints,
                             std::size_t example) {
  if (!of_joints && metric != "euclidean") return joint_row(turns, metric, 1, example);
  std::vector<double> row;
  for (std::size_t j = 0; j < joint_count; ++j)
    for (const double x : joint_row(turns, metric, j, example))
      row.push_back(x);
  return row;
}

void add_example_arrays(ArraySet& question, const std::vector<Array::Reals>& palettes,
                        const std::vector<Mesh>& shapes, bool with_normals) {
  const std::size_t P = shapes.size(), V = shapes[0].vertex_count(), J = palettes[0].size() / 12;
  Array::Reals by_joint, positions, normals;
  for (std::size_t j = 0; j < J; ++j)
    for (const Array::Reals& palette : palettes) {
      const auto first = palette.begin() + static_cast<std::ptrdiff_t>(12 * j);
      by_joint.insert(by_joint.end(), first, first + 12);
    }
  for (const Mesh& shape : shapes) {
    for (const Vec3<double>& x : shape.positions)
      positions.insert(positions.end(), x.begin(), x.end());
    for (const Vec3<double>& n : shape.normals)
      normals.insert(normals.end(), n.begin(), n.end());
  }
  question.add("example_palettes", {J, P, 3, 4}, std::move(by_joint));
  question.add("example_positions", {P, V, 3}, std::move(positions));
  if (with_normals) question.add("example_normals", {P, V, 3}, std::move(normals));
}

void add_examples(ArraySet& question, const ExampleScene& scene, bool with_normals) {
  Random random("examples of the bar");
  std::vector<Array::Reals> palettes;
  std::vector<Mesh> shapes;
  for (const Turns& turns : scene.examples) {
    const double reach =
        std::ranges::all_of(turns, [](double degrees) { return degrees == 0; }) ? 0 : farthest;
    const auto posed = scenes::palette_question(turned_bar(turns, scene.variation));
    palettes.push_back(posed->find("palette")->reals());
    const auto blended = find_algorithm("lbs")->implementation.in_double(*posed, {});
    const auto shaken = [&](const char* name) {
      std::vector<Vec3<double>> rows;
      const std::vector<double>& values = blended->find(name)->values;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % 3 == 0) rows.emplace_back();
        rows.back()[static_cast<Eigen::Index>(i % 3)] =
            to_float32(values[i] + (reach == 0 ? 0 : random.uniform(-reach, reach)));
      }
      return rows;
    };
    Mesh& shape = shapes.emplace_back();
    shape.positions = shaken("positions");
    shape.normals = shaken("normals");
  }
  add_example_arrays(question, palettes, shapes, with_normals);
}

void with_flat_example(ArraySet& question) {
  const std::size_t P = question.find("example_palettes")->shape[1];
  change_rows(question, "example_palettes", 12, [P](double* row, std::size_t i) {
    if (i != P + 1) return;
    Affine<double> M = affine_at(row);
    M.linear.col(1).setZero();
    put_affine(row, M);
  });
}

void with_poses_of_other_lengths(ArraySet& question) {
  const std::size_t width = question.find("example_poses")->shape.back();
  const auto stretch = [&question, width](const char* name, double even, double odd) {
    change_rows(question, name, width, [=](double* row, std::size_t i) {
      std::transform(row, row + width, row,
                     [=](double x) { return to_float32((i % 2 == 0 ? even : odd) * x); });
    });
  };
  stretch("pose", 1.01, 1.01);
  stretch("example_poses", 1, 0.99);
}

void add_poses(ArraySet& question, const ExampleScene& scene, bool of_joints) {
  const auto metric = scene.options.find("metric");
  const std::string by = metric == scene.options.end() ? "euclidean" : metric->second;
  const std::size_t P = scene.examples.size();
  Array::Reals rows;
  for (std::size_t k = 0; k < P; ++k)
    for (const double x : pose_row(scene.examples[k], by, of_joints, k))
      rows.push_back(x);
  Array::Reals asked = pose_row(scene.turns, by, of_joints, 0);
  const std::size_t width = asked.size() / (of_joints ? joint_count : 1);
  question.add("example_poses", of_joints ? Shape{P, joint_count, width} : Shape{P, width}, std::move(rows));
  question.add("pose", of_joints ? Shape{joint_count, width} : Shape{width}, std::move(asked));
  question.add("sigma", {1}, Array::Reals{scene.sigma});
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/trident.h"

#include <algorithm>
#include <iterator>

#include "reference/numeric/portable_angle.h"
#include "reference/scenes/scene.h"
#include "reference/skinning/shared/rigid_palette.h"

namespace bindpose::conformance {

ArraySet trident(Tines tines) {
  Mesh mesh;
  Influences influences{4, {}, {}};
  using Weights = std::array<double, 3>;
  const std::array<Weights, 3> weights =
      tines == Tines::unlike
          ? std::array<Weights, 3>{{{0.25, 0.5, 0.25}, {0.5, 0.125, 0.375}, {0.1875, 0.3125, 0.5}}}
          : std::array<Weights, 3>{{{0.375, 0.375, 0.25}, {0.25, 0.375, 0.375}, {0.4375, 0.125, 0.4375}}};
  for (std::uint32_t v = 0; v < 24; ++v) {
    const double angle = scenes::degrees(15.0 * v);
    const Vec3<double> out = scenes::to_float32(Vec3<double>(portable_cos(angle), portable_sin(angle), 0));
    mesh.positions.push_back(out + Vec3<double>(0, 0, v / 8.0));
    mesh.normals.push_back(out);
    mesh.tangents.push_back({0, 0, 1, v % 2 == 0 ? 1.0 : -1.0});
    std::uint32_t joints[4] = {v % 3, (v + 1 + v / 12) % 3, (v + 2 - v / 12) % 3, 0};
    double w[4] = {weights[v / 3 % 3][0], weights[v / 3 % 3][1], weights[v / 3 % 3][2], 0};
    if (v % 4 == 3) {
      std::swap(joints[0], joints[3]);
      std::swap(w[0], w[3]);
      joints[0] = joints[2];
    }
    influences.joints.insert(influences.joints.end(), joints, joints + 4);
    influences.weights.insert(influences.weights.end(), w, w + 4);
  }
  std::vector<bindpose::Rigid<double>> palette;
  for (const double turn : {0, 120, 240})
    palette.push_back(
        {scenes::rotation_about({0.25, 0.125, 1}, scenes::degrees(turn)), Vec3<double>(turn / 64, 1, -0.5)});
  ArraySet question;
  add_mesh(question, mesh);
  add_influences(question, influences);
  bindpose::skinning::add_rigids(question, "palette", palette);
  return question;
}

ArraySet cancelled_trident() {
  ArraySet question = trident();
  auto& joints = std::get<Array::Integers>(question.find("joints")->data);
  auto& weights = std::get<Array::Reals>(question.find("weights")->data);
  for (std::size_t first = 0; first < joints.size(); first += 12) {  // every third vertex
    const std::int32_t of_both[] = {0, 1, 2, 0};
    const double halves[] = {0, 0.5, 0.5, 0};
    std::copy(std::begin(of_both), std::end(of_both), joints.begin() + static_cast<std::ptrdiff_t>(first));
    std::copy(std::begin(halves), std::end(halves), weights.begin() + static_cast<std::ptrdiff_t>(first));
  }
  auto& q = std::get<Array::Reals>(question.find("palette_rotations")->data);
  const double turns[] = {0, 0, 0, 1, 1, 0, 0, 0, -1, 0, 0, 0};
  std::copy(std::begin(turns), std::end(turns), q.begin());
  return question;
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/shared/eigen_scenes.h"

#include "conformance/cases/shared/posed_shapes.h"
#include "conformance/cases/shared/scene_case.h"
#include "reference/model/numbers_of.h"

namespace bindpose::conformance {
namespace {

/// The bar at rest with every third vertex: 12 of 36, on all sides.
scenes::Scene sparse_bar(const scenes::BarVariation& variation) {
  const scenes::Scene whole = scenes::bar(variation, true);
  scenes::Scene sparse = whole;
  Mesh& mesh = sparse.rig.mesh;
  mesh = {};
  Influences& slots = sparse.rig.influences;
  slots.joints.clear();
  slots.weights.clear();
  for (std::size_t v = 0; v < whole.rig.mesh.vertex_count(); v += 3) {
    mesh.positions.push_back(whole.rig.mesh.positions[v]);
    mesh.normals.push_back(whole.rig.mesh.normals[v]);
    mesh.tangents.push_back(whole.rig.mesh.tangents[v]);
    for (std::size_t i = 0; i < slots.width; ++i) {
      slots.joints.push_back(whole.rig.influences.joints[v * slots.width + i]);
      slots.weights.push_back(whole.rig.influences.weights[v * slots.width + i]);
    }
  }
  return sparse;
}

}  // namespace

Expected<ArraySet> ask_eigenskin(const EigenScene& asked) {
  Random random("examples of single joints");
  return samples::eigenskin_from_examples(
      {sparse_bar(asked.variation), asked.pose, asked.examples, asked.falloff, asked.sigma, asked.threshold},
      asked.ranks, random);
}

Expected<ArraySet> ask_given(const GivenCorrections& asked) {
  scenes::Scene scene = sparse_bar(asked.variation);
  samples::turn_joints(scene, {{0, {1, 0, 0}, 15}, {1, {1, 2, 3}, 50}, {2, {0, 0, 1}, -70}});
  BINDPOSE_TRY(auto question, matrix_question(scene, Level::palette));
  Random random("corrections");
  const std::size_t V = scene.rig.mesh.vertex_count();
  const auto add = [&](const char* rows, const char* factors, const std::vector<double>& a, double farthest) {
    std::vector<Vec3<double>> u;
    for (std::size_t i = 0; i < a.size() * V; ++i) {
      const Vec3<double> d = random.point(farthest);
      u.push_back(scenes::to_float32(d));
    }
    question.add(rows, {a.size(), V, 3}, numbers_of(u));
    question.add(factors, {a.size()}, a);
  };
  add("eigendisplacements", "coefficients", asked.coefficients, 0.25);
  if (!asked.of_normals.empty()) add("eigennormals", "normal_coefficients", asked.of_normals, 0.5);
  return question;
}

void of_one_vertex(ArraySet& question) {
  ArraySet one = question;
  for (const char* name : {"positions", "normals", "tangents", "joints", "weights"}) {
    Array& array = *one.find(name);
    const std::size_t width = array.shape[1];
    const auto fourth = [&](auto& rows) {
      rows = {rows.begin() + static_cast<std::ptrdiff_t>(3 * width),
              rows.begin() + static_cast<std::ptrdiff_t>(4 * width)};
    };
    std::visit(fourth, array.data);
    array.shape[0] = 1;
  }
  for (const char* name : {"example_positions", "example_normals"}) {
    const Array& all = *question.find(name);
    Array::Reals rows;
    for (std::size_t k = 0; k < all.shape[0]; ++k)
      for (std::size_t c = 0; c < 3; ++c)
        rows.push_back(all.reals()[3 * (k * all.shape[1] + 3) + c]);
    one.put({name, {all.shape[0], 1, 3}, std::move(rows)});
  }
  question = std::move(one);
}

Expected<ArraySet> ask_twisted_cylinder() {
  PosedShapes shapes = cylinder_shapes({scenes::degrees(40), scenes::degrees(50)});
  // The first example of the scene is at rest, and is not an example here.
  const scenes::Scene rest = shapes.posed.front();
  shapes.posed.erase(shapes.posed.begin());
  shapes.shapes.erase(shapes.shapes.begin());
  BINDPOSE_TRY(auto question, matrix_question(shapes.asked, Level::pose));
  add_examples(question, shapes, true);
  const auto rotation_of = [](const LocalTransform<double>& local) { return local.trs.rotation.coeffs(); };
  std::vector<Vec4<double>> rests, rotations;
  for (const LocalTransform<double>& local : rest.pose.locals)
    rests.emplace_back(rotation_of(local));
  for (const scenes::Scene& posed : shapes.posed)
    rotations.emplace_back(rotation_of(posed.pose.locals[1]));
  Array::Integers ranks(rests.size(), 0);
  ranks[1] = 2;
  question.add("example_joints", {rotations.size()}, Array::Integers(rotations.size(), 1));
  question.add("ranks", {ranks.size()}, ranks);
  question.add("rest_rotations", {rests.size(), 4}, numbers_of(rests));
  question.add("example_rotations", {rotations.size(), 4}, numbers_of(rotations));
  return question;
}

}  // namespace bindpose::conformance

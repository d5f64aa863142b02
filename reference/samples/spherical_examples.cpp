// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/samples/spherical_examples.h"

#include "reference/examples/spherical_joint_by_example.h"
#include "reference/scenes/scene.h"

namespace bindpose::samples {
namespace {

constexpr double farthest_off = 0.25;

/// The joints of an input.
skinning::JointPlaces places_of(const ArraySet& question) {
  skinning::JointPlaces places{question.find("parents")->integers(), {}};
  for (std::size_t j = 0; j < places.parents.size(); ++j)
    places.bind_positions.push_back(read_row<double, 3>(*question.find("bind_positions"), j));
  return places;
}

/// Vertices at rest, with their influences.
std::vector<skinning::RestVertex<double>> rest_vertices(const ArraySet& question) {
  const Mesh mesh = *read_mesh(question);
  const Influences slots = *read_influences(question, mesh.vertex_count());
  const auto q = skinning::exact_mesh<double, bindpose::Rigid>(mesh, slots, {});
  std::vector<skinning::RestVertex<double>> vertices;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    vertices.push_back(skinning::rest_vertex(q, v));
  return vertices;
}

void append(Array::Reals& rows, const Vec3<double>& row, Random& random) {
  const Vec3<double> off = random.point(farthest_off);
  const Vec3<double> stored = scenes::to_float32(Vec3<double>(row + off));
  rows.insert(rows.end(), stored.begin(), stored.end());
}

}  // namespace

void add_spherical_examples(ArraySet& question,
                            const std::vector<std::vector<bindpose::Rigid<double>>>& motions,
                            const Array::Integers& counts, Random& random) {
  const std::size_t P = motions.size(), J = counts.size();
  const skinning::JointPlaces places = places_of(question);
  const std::vector<skinning::RestVertex<double>> vertices = rest_vertices(question);
  std::vector<std::vector<bindpose::Rigid<double>>> M(P);
  Array::Reals rotations, translations, positions, normals;
  for (std::size_t j = 0; j < J; ++j)
    for (std::size_t k = 0; k < P; ++k) {
      const Quat<double> q = scenes::to_float32(motions[k][j].rotation);
      const Vec3<double> t = scenes::to_float32(motions[k][j].translation);
      M[k].push_back({q, t});
      rotations.insert(rotations.end(), {q.x(), q.y(), q.z(), q.w()});
      translations.insert(translations.end(), t.begin(), t.end());
    }
  for (std::size_t k = 0; k < P; ++k)
    for (const skinning::RestVertex<double>& rest : vertices) {
      skinning::DeformedVertex<double> y{rest.x, rest.n, rest.t};
      if (!rest.influences.empty() && pivot_of(skinning::joints_of(rest.influences), places))
        if (const auto turn = examples::joint_turn(rest, M[k], places))
          y = skinning::turned_about(turn->q, turn->c, turn->moved_c, rest);
      append(positions, y.x, random);
      append(normals, y.n, random);
    }
  question.add("example_counts", {J}, counts);
  question.add("example_positions", {P, vertices.size(), 3}, std::move(positions));
  question.add("example_normals", {P, vertices.size(), 3}, std::move(normals));
  question.add("example_rotations", {J, P, 4}, std::move(rotations));
  question.add("example_translations", {J, P, 3}, std::move(translations));
}

}  // namespace bindpose::samples

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/report/whole_mesh.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/judge/displacement.h"

namespace bindpose::conformance {
namespace {

double distance_between(const Point& a, const Point& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const Array* answer_to(const JudgedAnswer& judged, const ExpectedArray& expected) {
  const Array* got = judged.answer.arrays.find(expected.name);
  return got != nullptr && has_numbers_for(expected, *got) ? got : nullptr;
}

/// The influences of each vertex of an input. Without weights, every weight is 1.
std::vector<VertexInfluences> influences_of(const Question& question, std::size_t vertices) {
  std::vector<VertexInfluences> all(vertices);
  const Array* joints = question.arrays.find("joints");
  const Array* weights = question.arrays.find("weights");
  if (joints == nullptr || joints->is_real() || joints->shape.size() != 2 || joints->shape[0] != vertices)
    return all;
  if (weights != nullptr && (!weights->is_real() || weights->shape != joints->shape)) weights = nullptr;
  const std::size_t slots = joints->shape[1];
  for (std::size_t i = 0; i < vertices * slots; ++i) {
    const double weight = weights == nullptr ? 1 : weights->reals()[i];
    if (weight != 0) all[i / slots].emplace_back(static_cast<std::size_t>(joints->integers()[i]), weight);
  }
  return all;
}

/// The influences by the expected weights, if the output consists of weights.
std::vector<VertexInfluences> expected_influences(const Expectation& right, std::size_t vertices) {
  std::vector<VertexInfluences> all(vertices);
  for (const ExpectedArray& array : right.arrays) {
    if (array.name != "joint_weights" || array.shape.size() != 2 || array.shape[0] != vertices) continue;
    const std::size_t joints = array.shape[1];
    for (std::size_t i = 0; i < vertices * joints; ++i)
      if (const double weight = array.branch.values[i]; weight > 0)
        all[i / joints].emplace_back(i % joints, weight);
  }
  return all;
}

/// Each joint is its own influence.
std::vector<VertexInfluences> own_influences(std::size_t joints) {
  std::vector<VertexInfluences> all;
  for (std::size_t j = 0; j < joints; ++j)
    all.push_back({{j, 1}});
  return all;
}

constexpr std::string_view unnamed_joint = "joint ";  // number of its vertices

std::vector<std::string> joint_names(const Depiction& depiction,
                                     const std::vector<VertexInfluences>& influences) {
  std::size_t count = 0;
  for (const VertexInfluences& of_vertex : influences)
    for (const auto& [joint, weight] : of_vertex)
      count = std::max(count, joint + 1);
  std::vector<std::string> names = depiction.joint_names;
  names.resize(count);
  for (std::size_t j = 0; j < count; ++j)
    if (names[j].empty()) names[j] = fmt::format("{}{}", unnamed_joint, j);
  return names;
}

double fraction_of_row(const ExpectedArray& array, const Array::Reals& got, std::size_t row) {
  const std::size_t width = width_of(array);
  double worst = 0;
  for (std::size_t i = row * width; i < (row + 1) * width; ++i) {
    if (!is_decided(array, i)) continue;
    const double fraction = judged_number(array, i, got).fraction();
    worst = std::isnan(fraction) ? infinity : std::max(worst, fraction);
  }
  return worst;
}

/// Positions of the vertices of an input whose output is other data per vertex, such as weights.
const Array* places_asked(const JudgedAnswer& judged) {
  const Array* places = judged.question.arrays.find("positions");
  const bool are_places =
      places != nullptr && places->is_real() && places->shape.size() == 2 && places->shape[1] == 3;
  return are_places && !arrays_per_vertex(judged, places->shape[0]).empty() ? places : nullptr;
}

void add_fractions(const JudgedAnswer& judged, WholeMesh& mesh) {
  const std::size_t vertices = mesh.expected.size();
  mesh.fractions.assign(vertices, 0);
  for (const ExpectedArray* array : arrays_per_vertex(judged, vertices))
    for (std::size_t v = 0; v < vertices; ++v)
      mesh.fractions[v] =
          std::max(mesh.fractions[v], fraction_of_row(*array, answer_to(judged, *array)->reals(), v));
}

/// The input's own mesh, coloured by the error of each vertex.
WholeMesh mesh_asked(const JudgedAnswer& judged, const Array& places) {
  WholeMesh mesh;
  mesh.array = "positions";
  for (std::size_t i = 0; i + 2 < places.reals().size(); i += 3)
    mesh.expected.push_back({places.reals()[i], places.reals()[i + 1], places.reals()[i + 2]});
  mesh.got = mesh.expected;
  mesh.metres.assign(mesh.expected.size(), 0);
  mesh.influences = expected_influences(judged.right, mesh.expected.size());
  return mesh;
}

WholeMesh mesh_answered(const JudgedAnswer& judged, const AnsweredPlaces& places) {
  const std::size_t vertices = places.count();
  WholeMesh mesh;
  mesh.array = places.name();
  mesh.are_joints = places.are_joints();
  mesh.expected.reserve(vertices);
  mesh.got.reserve(vertices);
  mesh.metres.reserve(vertices);
  for (std::size_t v = 0; v < vertices; ++v) {
    mesh.expected.push_back(places.expected(v));
    mesh.got.push_back(places.got(v));
    mesh.metres.push_back(places.metres(v).value_or(0));
    mesh.are_places_right = mesh.are_places_right && places.is_right(v);
  }
  mesh.influences = mesh.are_joints ? own_influences(vertices) : influences_of(judged.question, vertices);
  return mesh;
}

}  // namespace

std::vector<Triangle> triangles_of(const ArraySet& question, const Depiction& depiction,
                                   std::size_t vertices) {
  const Array* given = question.find("triangles");
  if (given == nullptr || given->is_real() || given->shape.size() != 2 || given->shape[1] != 3)
    return depiction.vertices == vertices ? depiction.triangles : std::vector<Triangle>();
  std::vector<Triangle> triangles;
  for (std::size_t i = 0; i + 2 < given->integers().size(); i += 3) {
    const auto corner = [&](std::size_t k) { return static_cast<std::uint32_t>(given->integers()[i + k]); };
    triangles.push_back({corner(0), corner(1), corner(2)});
  }
  return triangles;
}

std::vector<const ExpectedArray*> arrays_per_vertex(const JudgedAnswer& judged, std::size_t vertices) {
  std::vector<const ExpectedArray*> arrays;
  for (const ExpectedArray& array : judged.right.arrays)
    if (!array.shape.empty() && array.shape[0] == vertices && answer_to(judged, array) != nullptr)
      arrays.push_back(&array);
  return arrays;
}

std::optional<std::size_t> strongest_of(const VertexInfluences& influences) {
  const auto largest = std::ranges::max_element(influences, {}, &std::pair<std::size_t, double>::second);
  return largest == influences.end() ? std::nullopt : std::optional(largest->first);
}

std::string place_of(const Displacement& displacement) {
  return fmt::format("{} {}", displacement.is_joint ? "joint" : "vertex", displacement.vertex);
}

std::optional<Displacement> largest_displacement(const JudgedAnswer& judged) {
  const auto places = AnsweredPlaces::of(judged.right, judged.answer.arrays);
  const auto vertex = places ? places->farthest_wrong() : std::nullopt;
  if (!vertex) return {};
  return Displacement{*vertex, places->are_joints(), "", *places->metres(*vertex), places->mesh_size()};
}

bool has_distances(const JudgedAnswer& judged) {
  const auto places = AnsweredPlaces::of(judged.right, judged.answer.arrays);
  for (std::size_t v = 0; places && v < places->count(); ++v)
    if (places->metres(v)) return true;
  return false;
}

bool is_connected(const JudgedAnswer& judged) {
  return judged.question.arrays.has("triangles") ||
         (judged.from.depiction && !judged.from.depiction().triangles.empty());
}

bool can_be_drawn(const JudgedAnswer& judged) {
  return has_distances(judged) ||
         (!AnsweredPlaces::of(judged.right, judged.answer.arrays) && places_asked(judged) != nullptr);
}

std::optional<WholeMesh> whole_mesh(const JudgedAnswer& judged) {
  const auto answered = AnsweredPlaces::of(judged.right, judged.answer.arrays);
  const Array* asked = answered ? nullptr : places_asked(judged);
  if (!answered && asked == nullptr) return {};
  WholeMesh mesh = answered ? mesh_answered(judged, *answered) : mesh_asked(judged, *asked);
  const Depiction depiction = judged.from.depiction ? judged.from.depiction() : Depiction{};
  add_fractions(judged, mesh);
  mesh.joints = joint_names(depiction, mesh.influences);
  if (!mesh.are_joints)
    mesh.triangles = triangles_of(judged.question.arrays, depiction, mesh.expected.size());
  return mesh;
}

Box::Box() : low{infinity, infinity, infinity}, high{-infinity, -infinity, -infinity} {}

void Box::add(const Point& point) {
  for (std::size_t c = 0; c < 3; ++c) {
    if (!std::isfinite(point[c])) continue;
    low[c] = std::min(low[c], point[c]);
    high[c] = std::max(high[c], point[c]);
  }
}

double Box::diagonal() const {
  return low[0] > high[0] ? 0 : distance_between(low, high);
}

Box box_around(const WholeMesh& mesh, double sizes) {
  Box expected;
  for (const Point& place : mesh.expected)
    expected.add(place);
  const double reach = sizes * expected.diagonal();
  Box box = expected;
  for (Point place : mesh.got) {
    for (std::size_t c = 0; c < 3; ++c)
      place[c] = std::clamp(place[c], expected.low[c] - reach, expected.high[c] + reach);
    box.add(place);
  }
  return box;
}

std::vector<float> floats_of(const std::vector<Point>& places, const std::vector<Point>& otherwise) {
  std::vector<float> floats;
  floats.reserve(3 * places.size());
  for (std::size_t v = 0; v < places.size(); ++v)
    for (std::size_t c = 0; c < 3; ++c) {
      const auto place = static_cast<float>(places[v][c]);
      floats.push_back(std::isfinite(place) ? place : static_cast<float>(otherwise[v][c]));
    }
  return floats;
}

}  // namespace bindpose::conformance

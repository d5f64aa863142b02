// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "conformance/cases/cases.h"
#include "conformance/report/colour_scale.h"
#include "conformance/report/picture.h"

namespace bindpose::conformance {
namespace {

constexpr Colour rest_grey = {170, 170, 170}, blend_red = {214, 120, 108}, result_blue = {120, 160, 215};
constexpr std::array<Colour, 8> joint_colours = {{{76, 120, 168},
                                                  {228, 87, 86},
                                                  {84, 162, 75},
                                                  {245, 133, 24},
                                                  {178, 121, 162},
                                                  {114, 183, 178},
                                                  {157, 117, 93},
                                                  {238, 202, 59}}};

using Places = std::vector<Point>;

/// The content of a panel.
struct Shown {
  std::string caption;
  Places places;
  std::vector<std::uint8_t> colours;  ///< [#places 4]
};

/// A case with content to draw.
struct Scene {
  std::vector<Shown> panels;
  std::vector<Triangle> triangles;
  double change = 0;  ///< displacement between the last two panels, relative to the mesh's size
};

/// Rows of three numbers that begin every `stride` numbers, from `first` on, `step` numbers apart.
template <class Numbers>
Places places_of(const Numbers& numbers, std::size_t stride = 3, std::size_t first = 0,
                 std::size_t step = 1) {
  Places places;
  for (std::size_t i = first; i + 2 * step < numbers.size(); i += stride)
    places.push_back({static_cast<double>(numbers[i]), static_cast<double>(numbers[i + step]),
                      static_cast<double>(numbers[i + 2 * step])});
  return places;
}

bool are_numbers(const Places& places) {
  return std::ranges::all_of(places, [](const Point& place) {
    return std::ranges::all_of(place, [](double x) { return std::isfinite(x); });
  });
}

double size_of(const Places& places) {
  Box box;
  std::ranges::for_each(places, [&box](const Point& place) { box.add(place); });
  return box.diagonal();
}

/// The largest distance between positions of one row.
double largest_step(const Places& from, const Places& to) {
  double most = 0;
  for (std::size_t v = 0; v < from.size(); ++v)
    most = std::max(most, std::hypot(from[v][0] - to[v][0], from[v][1] - to[v][1], from[v][2] - to[v][2]));
  return most;
}

/// Skinning matrices [J, 3, 4] of the input or of a stage, also converted from quaternions and translations; empty
/// if there are none.
std::vector<double> skinning_matrices(const ArraySet& question, const Result<double>& result) {
  const auto numbers = [&](std::string_view name) -> std::vector<double> {
    if (const auto* stage = result.find(name)) return stage->values;
    const Array* given = question.find(name);
    return given == nullptr ? std::vector<double>()
                            : std::vector<double>(given->reals().begin(), given->reals().end());
  };
  if (auto matrices = numbers("palette"); !matrices.empty()) return matrices;
  const auto rotations = numbers("palette_rotations"), translations = numbers("palette_translations");
  std::vector<double> matrices;
  for (std::size_t j = 0; j < translations.size() / 3 && 4 * j + 3 < rotations.size(); ++j) {
    const double* q = &rotations[4 * j];
    const Eigen::Matrix3d rotation = Eigen::Quaterniond(q[3], q[0], q[1], q[2]).toRotationMatrix();
    for (Eigen::Index row = 0; row < 3; ++row)
      matrices.insert(matrices.end(), {rotation(row, 0), rotation(row, 1), rotation(row, 2),
                                       translations[3 * j + static_cast<std::size_t>(row)]});
  }
  return matrices;
}

/// The mesh moved by linear blending; none without influences or without matrices.
std::optional<Places> linearly_blended(const ArraySet& question, const Result<double>& result) {
  auto matrices = skinning_matrices(question, result);
  if (!question.has("joints") || !question.has("weights") || matrices.empty()) return {};
  ArraySet mesh;
  for (const std::string_view name : {"positions", "joints", "weights"})
    if (const Array* array = question.find(name)) mesh.put(*array);
  const std::size_t joints = matrices.size() / 12;
  mesh.add("palette", {joints, 3, 4}, Array::Reals(matrices.begin(), matrices.end()));
  const auto blended = find_algorithm("lbs")->implementation.in_double(mesh, {});
  if (!blended) return {};
  return places_of(blended->find("positions")->values);
}

std::vector<std::uint8_t> joint_mixture(const std::vector<double>& weights, std::size_t joints) {
  std::vector<std::uint8_t> colours;
  for (std::size_t i = 0; i + joints <= weights.size(); i += joints) {
    std::array<double, 3> sum = {};
    for (std::size_t j = 0; j < joints; ++j)
      for (std::size_t c = 0; c < 3; ++c)
        sum[c] += std::clamp(weights[i + j], 0.0, 1.0) * joint_colours[j % joint_colours.size()][c];
    for (const double part : sum)
      colours.push_back(static_cast<std::uint8_t>(std::lround(std::min(part, 255.0))));
    colours.push_back(255);
  }
  return colours;
}

/// Sticks between positions, each of two triangles that face the viewer, with their colours.
Scene with_sticks(std::vector<Shown> panels, const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
  Scene scene;
  double size = 0;
  for (const Shown& panel : panels)
    size = std::max(size, size_of(panel.places));
  for (Shown& panel : panels) {
    Shown drawn{std::move(panel.caption), {}, {}};
    for (const auto& [a, b] : pairs) {
      const Point &from = panel.places[a], &to = panel.places[b];
      const double length = std::max(std::hypot(to[0] - from[0], to[1] - from[1]), 1e-30);
      const Point across = {0.006 * size * (from[1] - to[1]) / length,
                            0.006 * size * (to[0] - from[0]) / length, 0};
      for (const auto& [end, side] : {std::pair(&from, 1), {&from, -1}, {&to, 1}, {&to, -1}}) {
        drawn.places.push_back({(*end)[0] + side * across[0], (*end)[1] + side * across[1], (*end)[2]});
        drawn.colours.insert(drawn.colours.end(), panel.colours.begin() + static_cast<std::ptrdiff_t>(4 * a),
                             panel.colours.begin() + static_cast<std::ptrdiff_t>(4 * a + 4));
      }
    }
    scene.panels.push_back(std::move(drawn));
  }
  for (std::uint32_t k = 0; k < pairs.size(); ++k) {
    scene.triangles.push_back({4 * k, 4 * k + 1, 4 * k + 2});
    scene.triangles.push_back({4 * k + 2, 4 * k + 1, 4 * k + 3});
  }
  return scene;
}

/// Connects each position with the nearest other position.
std::vector<std::pair<std::size_t, std::size_t>> neighbours(const Places& places) {
  constexpr std::size_t nearest = 4;
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t v = 0; v < places.size(); ++v) {
    std::vector<std::pair<double, std::size_t>> others;
    for (std::size_t u = 0; u < places.size(); ++u)
      if (const double away = largest_step({places[v]}, {places[u]}); away > 0) others.emplace_back(away, u);
    std::ranges::sort(others);
    for (std::size_t k = 0; k < std::min(nearest, others.size()); ++k)
      if (others[k].first <= 2.5 * others[0].first) pairs.emplace_back(v, others[k].second);
  }
  return pairs;
}

std::optional<Scene> mesh_scene(const Algorithm& algorithm, const ArraySet& question,
                                const Result<double>& result, std::vector<Triangle> triangles) {
  const Array* positions = question.find("positions");
  constexpr std::size_t most_without_triangles = 400;
  if (positions == nullptr || (triangles.empty() && positions->shape[0] > most_without_triangles)) return {};
  Scene scene{.panels = {}, .triangles = std::move(triangles)};
  const auto drawn = [](const Scene& mesh) {
    return mesh.triangles.empty() ? with_sticks(mesh.panels, neighbours(mesh.panels.front().places)) : mesh;
  };
  const Places rest = places_of(positions->reals());
  scene.panels.push_back({"at rest", rest, one_colour(rest_grey, rest.size())});
  if (const auto* weights = result.find("joint_weights");
      weights != nullptr && weights->shape[0] == rest.size()) {
    scene.panels.push_back(
        {"weights, in the colours of the joints", rest, joint_mixture(weights->values, weights->shape[1])});
    return drawn(scene);
  }
  const auto* moved = result.find("positions");
  if (moved == nullptr || moved->values.size() != 3 * rest.size()) return {};
  if (const auto blended = algorithm.id == "lbs" ? std::nullopt : linearly_blended(question, result))
    scene.panels.push_back({"linear blending", *blended, one_colour(blend_red, rest.size())});
  scene.panels.push_back(
      {std::string(algorithm.id), places_of(moved->values), one_colour(result_blue, rest.size())});
  return drawn(scene);
}

std::optional<Scene> skeleton_scene(const Algorithm& algorithm, const ArraySet& question,
                                    const Result<double>& result) {
  const Array* parents = question.find("parents");
  const auto* world = result.find("world");
  const auto* places = result.find("world_translations");
  if (parents == nullptr || (world == nullptr && places == nullptr)) return {};
  const Places joints = world != nullptr ? places_of(world->values, 12, 3, 4) : places_of(places->values);
  std::vector<std::pair<std::size_t, std::size_t>> bones;
  for (std::size_t j = 0; j < joints.size(); ++j)
    if (const auto parent = parents->integers()[j]; parent >= 0)
      bones.emplace_back(j, static_cast<std::size_t>(parent));
  std::vector<std::uint8_t> colours;
  for (std::size_t j = 0; j < joints.size(); ++j)
    add_colour(colours, joint_colours[j % joint_colours.size()]);
  return with_sticks({{std::string(algorithm.id), joints, colours}}, bones);
}

std::optional<Scene> chain_scene(const Algorithm& algorithm, const ArraySet& question,
                                 const Result<double>& result) {
  const Array* rest = question.find("rest");
  const auto* solved = result.find("positions");
  if (rest == nullptr || solved == nullptr || rest->shape.size() != 3) return {};
  const std::size_t joints = rest->shape[1], chains = std::min<std::size_t>(rest->shape[0], 4);
  std::vector<std::pair<std::size_t, std::size_t>> bones;
  std::vector<std::uint8_t> colours;
  for (std::size_t i = 0; i < chains * joints; ++i) {
    if (i % joints != 0) bones.emplace_back(i, i - 1);
    add_colour(colours, joint_colours[i / joints]);
  }
  return with_sticks({{"at rest", places_of(rest->reals()), colours},
                      {std::string(algorithm.id), places_of(solved->values), colours}},
                     bones);
}

/// Scenes of scattered or repeated vertices, and scenes with omitted influences.
bool is_without_shape(const Case& c) {
  return std::ranges::any_of(std::to_array<std::string_view>(
                                 {".random.", ".repeated.", ".crowd.", "without-weight", "unused-joint"}),
                             [&c](std::string_view part) { return c.name.find(part) != std::string::npos; });
}

std::optional<Scene> scene_of(const Case& c) {
  constexpr std::size_t most_drawn_numbers = 200000;
  const auto question = c.question();
  if (!question) return {};
  if (std::ranges::any_of(*question,
                          [](const Array& array) { return element_count(array.shape) > most_drawn_numbers; }))
    return {};
  const auto result = c.algorithm->implementation.in_double(*question, c.options);
  if (!result) return {};
  const Array* positions = question->find("positions");
  const std::size_t vertices = positions == nullptr ? 0 : positions->shape[0];
  auto scene = mesh_scene(*c.algorithm, *question, *result,
                          triangles_of(*question, c.depiction ? c.depiction() : Depiction{}, vertices));
  if (!scene) scene = skeleton_scene(*c.algorithm, *question, *result);
  if (!scene) scene = chain_scene(*c.algorithm, *question, *result);
  if (!scene ||
      !std::ranges::all_of(scene->panels, [](const Shown& panel) { return are_numbers(panel.places); }))
    return {};
  const Places& last = scene->panels.back().places;
  const Places& before = scene->panels[scene->panels.size() < 2 ? 0 : scene->panels.size() - 2].places;
  scene->change = largest_step(before, last) / std::max(size_of(before), 1e-30);
  return scene;
}

}  // namespace

Expected<Picture> illustration_of(const Algorithm& algorithm) {
  constexpr std::size_t enough_triangles = 3000;
  constexpr double least_change = 0.02, largest_change = 1;
  std::optional<Scene> best;
  std::string name;
  const auto worth = [&](const Scene& scene) {
    return std::tuple(
        scene.change <= largest_change && (scene.panels.size() == 1 || scene.change >= least_change),
        scene.panels.size(), std::min(scene.triangles.size(), enough_triangles), scene.change);
  };
  for (const Case& c : built_in_cases()) {
    if (c.algorithm != &algorithm || is_without_shape(c)) continue;
    auto scene = scene_of(c);
    if (!scene || (best && worth(*scene) <= worth(*best))) continue;
    best = std::move(scene);
    name = c.name;
  }
  if (!best)
    return fail("NO_MESH", std::string(algorithm.id), "no built-in case of it has positions to draw");
  Picture picture{fmt::format("{} ({}): {}", algorithm.title, algorithm.id, name), {}, {}};
  picture.drawing.triangles = best->triangles;
  Box box;
  for (const Shown& panel : best->panels) {
    picture.captions.push_back(panel.caption);
    picture.drawing.panels.push_back({floats_of(panel.places, panel.places), panel.colours});
    std::ranges::for_each(panel.places, [&box](const Point& place) { box.add(place); });
  }
  set_box(picture.drawing, box);
  return picture;
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/bound_mesh.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/moment.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/model/numbers_of.h"

namespace bindpose::conformance {
namespace {

constexpr std::array<std::string_view, 4> arrays_of_bare_meshes = {"positions", "parents", "pivots",
                                                                   "triangles"};
constexpr std::string_view smooth = "weights.smooth", direct = "weights.direct";
constexpr double smoothing_step = 0.5;
constexpr std::size_t most_examples = 4, direct_slots = 4;
constexpr double most_sum_error = 1e-9;
constexpr double direct_stiffness = 1.0 / 1024;  // relative to the mesh's diagonal

/// True if a file provides all inputs of the method. Files have no chain with ordered joints.
bool is_binder(const Algorithm& method) {
  const auto is_given = [](const ArrayDeclaration& input) {
    return input.is_optional || !input.beside.empty() ||
           std::ranges::find(arrays_of_bare_meshes, input.name) != arrays_of_bare_meshes.end();
  };
  return method.id.starts_with("bind.") && asks_for(method, "pivots") &&
         std::ranges::all_of(method.implementation.declaration.inputs, is_given);
}

double diagonal_of(const std::vector<Vec3<double>>& positions) {
  if (positions.empty()) return 0;
  Vec3<double> low = positions.front(), high = low;
  for (const Vec3<double>& x : positions)
    low = low.cwiseMin(x), high = high.cwiseMax(x);
  return (high - low).norm();
}

/// Every vertex gets one slot per joint.
void add_all_slots(ArraySet& question, const BoundWeights& weights) {
  const Shape shape = {weights.vertices(), weights.joints};
  Array::Integers joints;
  for (std::size_t i = 0; i < weights.w.size(); ++i)
    joints.push_back(static_cast<std::int32_t>(i % weights.joints));
  question.put({"joints", shape, std::move(joints)});
  question.put({"weights", shape, weights.w});
}

/// The position of a vertex by linear blending.
Vec3<double> posed(const Character& character, const std::vector<Affine<double>>& palette,
                   const BoundWeights& weights, std::size_t v) {
  Vec3<double> y = Vec3<double>::Zero();
  for (std::size_t j = 0; j < weights.joints; ++j)
    if (weights.of(v, j) != 0) y += weights.of(v, j) * (palette[j] * character.mesh.positions[v]);
  return y;
}

/// A few moments, evenly spread.
std::vector<std::size_t> example_moments(const Character& character) {
  const std::size_t all = character.palettes.size(), count = std::min(all, most_examples);
  std::vector<std::size_t> moments;
  for (std::size_t i = 0; i < count; ++i)
    moments.push_back(i * all / count);
  return moments;
}

/// The `slots` strongest joints of each vertex; of equal ones, the first. Some may have no weight.
Array::Integers strongest_joints(const BoundWeights& own, std::size_t slots) {
  Array::Integers strongest;
  for (std::size_t v = 0; v < own.vertices(); ++v) {
    std::vector<std::int32_t> joints(own.joints);
    std::iota(joints.begin(), joints.end(), 0);
    std::ranges::stable_sort(joints, std::greater(),
                             [&](std::int32_t j) { return own.of(v, static_cast<std::size_t>(j)); });
    strongest.insert(strongest.end(), joints.begin(), joints.begin() + static_cast<std::ptrdiff_t>(slots));
  }
  return strongest;
}

/// Vertex positions that follow from the character's own weights. As previous weights, only the
/// joints are given.
void add_moved_vertices(ArraySet& question, const Character& character) {
  const std::vector<std::size_t> moments = example_moments(character);
  const std::size_t V = character.mesh.vertex_count(), J = character.pivots.size();
  const std::size_t slots = std::min(J, direct_slots);
  question.add("joints", {V, slots}, strongest_joints(character.own, slots));
  question.add("weights", {V, slots}, Array::Reals(V * slots, to_float32(1 / static_cast<double>(slots))));
  question.add("stiffness", {1},
               Array::Reals{to_float32(direct_stiffness * diagonal_of(character.mesh.positions))});
  Array::Reals places;
  for (const std::size_t moment : moments)
    for (std::size_t v = 0; v < V; ++v)
      for (const double x : posed(character, character.palettes[moment], character.own, v))
        places.push_back(to_float32(x));
  question.add("example_positions", {moments.size(), V, 3}, std::move(places));
  std::vector<Affine<double>> palettes;
  for (std::size_t j = 0; j < J; ++j)
    for (const std::size_t moment : moments)
      palettes.push_back(character.palettes[moment][j]);
  ArraySet matrices;
  add_affines(matrices, "example_palettes", palettes);
  question.add("example_palettes", {J, moments.size(), 3, 4}, matrices.find("example_palettes")->reals());
}

ArraySet arrays_for(const Character& character, const Algorithm& method) {
  const std::size_t J = character.pivots.size();
  ArraySet question;
  question.add("positions", {character.mesh.vertex_count(), 3}, numbers_of(character.mesh.positions));
  if (asks_for(method, "parents"))
    question.add("parents", {J}, Array::Integers(character.parents.begin(), character.parents.end()));
  if (asks_for(method, "pivots")) question.add("pivots", {J, 3}, numbers_of(character.pivots));
  if (asks_for(method, "triangles")) add_triangles(question, character.mesh.triangles);
  if (method.id == smooth) {
    add_all_slots(question, character.own);
    question.add("joint_count", {1}, Array::Integers{static_cast<std::int32_t>(J)});
    question.add("iterations", {1}, Array::Integers{static_cast<std::int32_t>(smoothing_steps)});
    question.add("step", {1}, Array::Reals{smoothing_step});
  }
  if (method.id == direct) add_moved_vertices(question, character);
  return question;
}

}  // namespace

std::vector<std::string_view> bind_methods() {
  std::vector<std::string_view> ids;
  for (const Algorithm& algorithm : algorithms())
    if (is_binder(algorithm)) ids.push_back(algorithm.id);
  ids.insert(ids.end(), {smooth, direct});
  return ids;
}

Expected<const Algorithm*> find_bind_method(std::string_view method) {
  const auto methods = bind_methods();
  if (std::ranges::find(methods, method) != methods.end()) return find_algorithm(std::string(method));
  return fail("METHOD_UNKNOWN", "'" + printable(std::string(method)) + "'",
              fmt::format("expected one of {}", fmt::join(methods, ", ")));
}

Options options_of_binding(const Algorithm& method) {
  const auto& options = method.implementation.declaration.options;
  const bool has_choice =
      std::ranges::any_of(options, [](const OptionSpec& option) { return option.name == "outside"; });
  return has_choice ? Options{{"outside", "nearest"}} : Options{};
}

Expected<Question> bind_question(const Character& character, std::string_view method) {
  BINDPOSE_TRY(const Algorithm* const algorithm, find_bind_method(method));
  Question question{algorithm, Level::pose, options_of_binding(*algorithm),
                    arrays_for(character, *algorithm)};
  question.name = fmt::format("{} of {}", method, character.name);
  return question;
}

Expected<BoundWeights> weights_in(const ArraySet& answer, const Question& question, std::size_t joints) {
  const Array* slots = question.algorithm->id == direct ? question.arrays.find("joints") : nullptr;
  const std::string name = slots == nullptr ? "joint_weights" : "slot_weights";
  const Shape shape =
      slots == nullptr ? Shape{question.arrays.find("positions")->shape[0], joints} : slots->shape;
  const Array* found = answer.find(name);
  if (found == nullptr || !found->is_real() || found->shape != shape)
    return fail("INVALID_OUTPUT", name, fmt::format("expected {} by {} numbers", shape[0], shape[1]));
  if (slots == nullptr) return BoundWeights{joints, found->reals()};
  BoundWeights weights{joints, std::vector<double>(shape[0] * joints)};
  for (std::size_t i = 0; i < found->reals().size(); ++i)
    weights.w[i / shape[1] * joints + static_cast<std::size_t>(slots->integers()[i])] += found->reals()[i];
  return weights;
}

Expected<BoundWeights> bound_weights(const Character& character, std::string_view method) {
  BINDPOSE_TRY(const Question question, bind_question(character, method));
  BINDPOSE_TRY(const auto result,
               question.algorithm->implementation.in_double(question.arrays, question.options));
  ArraySet answer;
  for (const ResultArray<double>& array : result.arrays)
    answer.add(array.name, array.shape, array.values);
  return weights_in(answer, question, character.pivots.size());
}

WeightSums sums_of(const BoundWeights& weights) {
  WeightSums said;
  if (weights.w.empty()) return said;
  const auto [least, most] = std::ranges::minmax(weights.w);
  said.least = least, said.most = most;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.joints; ++j)
      sum += weights.of(v, j);
    if (sum == 0)
      ++said.bare;
    else if (!std::isfinite(sum))
      said.sum_error = std::numeric_limits<double>::infinity();
    else
      said.sum_error = std::max(said.sum_error, std::fabs(sum - 1));
    if (sum != 0) said.smallest = std::min(said.smallest, sum);
    said.largest = std::max(said.largest, sum);
  }
  return said;
}

bool are_valid(std::string_view method, const WeightSums& sums, const WeightSums& own) {
  if (!(sums.least >= 0 && std::isfinite(sums.most) && std::isfinite(sums.sum_error))) return false;
  if (method == smooth)
    return sums.largest <= own.largest * (1 + most_sum_error) &&
           sums.smallest >= own.smallest * (1 - most_sum_error);
  return method == "own" || sums.sum_error <= most_sum_error + (method == direct ? 0x1p-25 : 0);
}

Departure departure(const Character& character, const BoundWeights& from, const BoundWeights& to) {
  const std::size_t V = character.mesh.vertex_count();
  Departure found;
  found.of_vertex.resize(V);
  double squares = 0;
  for (const std::vector<Affine<double>>& palette : character.palettes) {
    std::vector<Vec3<double>> before;
    for (std::size_t v = 0; v < V; ++v) {
      before.push_back(posed(character, palette, from, v));
      const double apart = (posed(character, palette, to, v) - before.back()).norm();
      squares += apart * apart;
      found.of_vertex[v] = std::max(found.of_vertex[v], apart);
      found.most = std::max(found.most, apart);
    }
    found.size = std::max(found.size, diagonal_of(before));
  }
  const std::size_t places = character.palettes.size() * V;
  if (places > 0) found.root_mean_square = std::sqrt(squares / static_cast<double>(places));
  return found;
}

Expected<std::vector<Vec3<double>>> colours_of(const BoundWeights& weights) {
  ArraySet question;
  question.add("joint_count", {1}, Array::Integers{static_cast<std::int32_t>(weights.joints)});
  add_all_slots(question, weights);
  BINDPOSE_TRY(const auto result, find_algorithm("weights.colours")->implementation.in_double(question, {}));
  std::vector<Vec3<double>> colours;
  const auto& numbers = result.find("colours")->values;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    colours.emplace_back(&numbers[i]);
  return colours;
}

}  // namespace bindpose::conformance

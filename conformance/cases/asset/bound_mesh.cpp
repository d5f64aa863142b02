// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/asset/bound_mesh.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/cases/asset/moment.h"
#include "reference/algorithms.h"
#include "reference/io/foreign_json.h"
#include "reference/model/numbers_of.h"
#include "reference/model/question.h"
#include "reference/model/try.h"
#include "reference/numeric/float32.h"
#include "reference/samples/rigid_questions.h"

namespace bindpose::conformance {
namespace {

constexpr std::array<std::string_view, 4> arrays_of_bare_meshes = {"positions", "parents", "pivots",
                                                                   "triangles"};

/// Whether it needs nothing else. A chain, whose joints stand in order, is none of a file's.
bool is_bind_method(const Algorithm& method) {
  const auto is_given = [](const ArrayDeclaration& input) {
    return input.is_optional || !input.beside.empty() ||
           std::ranges::find(arrays_of_bare_meshes, input.name) != arrays_of_bare_meshes.end();
  };
  return method.id.starts_with("bind.") && asks_for(method, "pivots") &&
         std::ranges::all_of(method.implementation.declaration.inputs, is_given);
}

/// Of each joint of the skin the nearest ancestor that is one, too.
Array::Integers parents_of(const gltf::Asset& asset, const Drawable& skin) {
  Array::Integers parents;
  for (const std::size_t node : skin.joint_nodes) {
    int parent = -1;
    for (int up = asset.nodes[node].parent; up >= 0 && parent < 0;
         up = asset.nodes[static_cast<std::size_t>(up)].parent) {
      const auto found = std::ranges::find(skin.joint_nodes, static_cast<std::size_t>(up));
      if (found != skin.joint_nodes.end()) parent = static_cast<int>(found - skin.joint_nodes.begin());
    }
    parents.push_back(parent);
  }
  return parents;
}

ArraySet bare_question(const gltf::Asset& asset, const Drawable& skin, const Algorithm& method) {
  const Mesh& mesh = skin.rig.mesh;
  const std::vector<Vec3<double>> pivots = samples::bind_positions(skin.rig.skeleton);
  ArraySet question;
  question.add("positions", {mesh.positions.size(), 3}, numbers_of(mesh.positions));
  if (asks_for(method, "parents")) question.add("parents", {pivots.size()}, parents_of(asset, skin));
  question.add("pivots", {pivots.size(), 3}, numbers_of(pivots));
  if (asks_for(method, "triangles")) add_triangles(question, mesh.triangles);
  return question;
}

/// Where the method lets one choose, vertices out of reach hang on what is nearest.
Options all_bound(const Algorithm& method) {
  const auto& options = method.implementation.declaration.options;
  const bool has_choice =
      std::ranges::any_of(options, [](const OptionSpec& option) { return option.name == "outside"; });
  return has_choice ? Options{{"outside", "nearest"}} : Options{};
}

/// Every vertex in as many slots as there are joints, these as the nodes that they are.
void put_weights(ArraySet& question, const Drawable& skin, const BoundWeights& weights) {
  const Shape shape = {weights.vertices(), weights.joints};
  Array::Integers nodes;
  for (std::size_t v = 0; v < weights.vertices(); ++v)
    for (const std::size_t node : skin.joint_nodes)
      nodes.push_back(static_cast<std::int32_t>(node));
  question.put({"joints", shape, std::move(nodes)});
  question.put({"weights", shape, weights.w});
}

Expected<std::vector<Vec3<double>>> posed_positions(const ArraySet& question) {
  BINDPOSE_TRY(const auto result, find_algorithm("lbs")->implementation.in_double(question, {}));
  std::vector<Vec3<double>> positions;
  const auto& numbers = result.find("positions")->values;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    positions.emplace_back(&numbers[i]);
  return positions;
}

double diagonal_of(const std::vector<Vec3<double>>& positions) {
  if (positions.empty()) return 0;
  Vec3<double> low = positions.front(), high = low;
  for (const Vec3<double>& x : positions)
    low = low.cwiseMin(x), high = high.cwiseMax(x);
  return (high - low).norm();
}

/// The last key's time.
double duration_of(const gltf::Clip& clip) {
  double last = 0;
  for (const gltf::Channel& channel : clip.channels)
    if (!channel.track.times.empty()) last = std::max(last, channel.track.times.back());
  return last;
}

}  // namespace

std::vector<std::string_view> bind_methods() {
  std::vector<std::string_view> ids;
  for (const Algorithm& algorithm : algorithms())
    if (is_bind_method(algorithm)) ids.push_back(algorithm.id);
  return ids;
}

Expected<const Algorithm*> find_bind_method(std::string_view method) {
  const Algorithm* algorithm = find_algorithm(std::string(method));
  if (algorithm != nullptr && is_bind_method(*algorithm)) return algorithm;
  return fail("METHOD_UNKNOWN", "'" + printable(std::string(method)) + "'",
              fmt::format("expected one of {}", fmt::join(bind_methods(), ", ")));
}

Expected<BoundWeights> bound_weights(const gltf::Asset& asset, const Drawable& skin,
                                     std::string_view method) {
  BINDPOSE_TRY(const Algorithm* const algorithm, find_bind_method(method));
  BINDPOSE_TRY(const auto result, algorithm->implementation.in_double(bare_question(asset, skin, *algorithm),
                                                                      all_bound(*algorithm)));
  return BoundWeights{skin.joint_nodes.size(), result.find("joint_weights")->values};
}

BoundWeights own_weights(const Drawable& skin) {
  const Influences& slots = skin.rig.influences;
  BoundWeights own{skin.joint_nodes.size(), {}};
  own.w.resize(slots.vertex_count() * own.joints);
  for (std::size_t i = 0; i < slots.joints.size(); ++i)
    own.w[i / slots.width * own.joints + slots.joints[i]] += slots.weights[i];
  return own;
}

WeightSums sums_of(const BoundWeights& weights) {
  WeightSums said;
  if (weights.w.empty()) return said;
  const auto [least, most] = std::ranges::minmax(weights.w);
  said.least = least, said.most = most;
  for (std::size_t v = 0; v < weights.vertices(); ++v) {
    double sum = 0;
    for (std::size_t j = 0; j < weights.joints; ++j)
      sum += weights.w[v * weights.joints + j];
    if (sum == 0)
      ++said.bare;
    else if (!std::isfinite(sum))
      said.sum_error = std::numeric_limits<double>::infinity();
    else
      said.sum_error = std::max(said.sum_error, std::fabs(sum - 1));
  }
  return said;
}

Expected<Departure> departure(const std::shared_ptr<const gltf::Asset>& asset,
                              const std::shared_ptr<const Drawable>& skin, const BoundWeights& weights,
                              std::size_t moments) {
  Departure found;
  double squares = 0;
  std::size_t places = 0;
  for (std::size_t clip = 0; clip < asset->clips.size(); ++clip)
    for (std::size_t i = 0; i < moments; ++i) {
      const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(moments);
      const Moment moment{asset, skin, clip, to_float32(share * duration_of(asset->clips[clip]))};
      BINDPOSE_TRY(ArraySet question, ask_pose(moment, false));
      BINDPOSE_TRY(const auto own, posed_positions(question));
      put_weights(question, *skin, weights);
      BINDPOSE_TRY(const auto anew, posed_positions(question));
      for (std::size_t v = 0; v < own.size(); ++v) {
        const double apart = (anew[v] - own[v]).norm();
        squares += apart * apart;
        found.most = std::max(found.most, apart);
      }
      places += own.size();
      found.size = std::max(found.size, diagonal_of(own));
      ++found.moments;
    }
  if (places > 0) found.root_mean_square = std::sqrt(squares / static_cast<double>(places));
  return found;
}

Expected<std::vector<Vec3<double>>> colours_of(const BoundWeights& weights) {
  const Shape shape = {weights.vertices(), weights.joints};
  Array::Integers joints;
  for (std::size_t i = 0; i < weights.w.size(); ++i)
    joints.push_back(static_cast<std::int32_t>(i % weights.joints));
  ArraySet question;
  question.add("joint_count", {1}, Array::Integers{static_cast<std::int32_t>(weights.joints)});
  question.put({"joints", shape, std::move(joints)});
  question.put({"weights", shape, weights.w});
  BINDPOSE_TRY(const auto result, find_algorithm("weights.colours")->implementation.in_double(question, {}));
  std::vector<Vec3<double>> colours;
  const auto& numbers = result.find("colours")->values;
  for (std::size_t i = 0; i < numbers.size(); i += 3)
    colours.emplace_back(&numbers[i]);
  return colours;
}

}  // namespace bindpose::conformance

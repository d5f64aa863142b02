// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <cstdint>

#include <fmt/format.h>

#include "conformance/defects/shared/stages.h"
#include "conformance/judge/row_patterns.h"

namespace bindpose::conformance {
namespace {

using Values = std::optional<std::vector<std::string>>;

constexpr std::size_t most_influences = 32, most_in_subsets = 8;
constexpr double same_place = 1e-5;  // relative to the position's own size

/// The result of one influence of a vertex.
struct Influence {
  std::size_t slot, joint;
  double weight;
  Vec3<double> place;
};

/// A vertex that linear blending moves to its right position.
struct Blend {
  Vec3<double> rest;
  std::vector<Influence> influences;
  double whole = 0;  ///< the sum of the weights
};

Vec3<double> sum_of(const std::vector<Influence>& influences, std::uint32_t chosen) {
  Vec3<double> sum = Vec3<double>::Zero();
  for (std::size_t i = 0; i < influences.size(); ++i)
    if ((chosen >> i & 1U) != 0) sum += influences[i].weight * influences[i].place;
  return sum;
}

RowNumbers numbers_of(const Vec3<double>& x) {
  return {x[0], x[1], x[2]};
}

/// None if the vertex moves in another way.
std::optional<Blend> blend_of(const WrongRow& row) {
  const ArraySet& arrays = row.given.question.arrays;
  const Array *rest = arrays.find("positions"), *joints = arrays.find("joints"),
              *weights = arrays.find("weights");
  const Affines& palette = row.place.around.palette;
  if (row.place.array.name != "positions" || rest == nullptr || joints == nullptr || palette.empty() ||
      rest->shape != row.place.array.shape || joints->shape[0] != rest->shape[0])
    return std::nullopt;
  const double* const x = &rest->reals()[3 * row.place.row];
  Blend blend{{x[0], x[1], x[2]}, {}};
  const std::size_t slots = joints->integers().size() / joints->shape[0];
  for (const std::size_t slot : used_slots(row.given.question, row.place.row)) {
    const std::size_t i = row.place.row * slots + slot;
    const auto joint = static_cast<std::size_t>(joints->integers()[i]);
    if (joint >= palette.size()) return std::nullopt;
    const double weight = weights == nullptr ? 1 : weights->reals()[i];
    blend.influences.push_back({slot, joint, weight, palette[joint] * blend.rest});
    blend.whole += weight;
  }
  if (blend.influences.empty() || blend.influences.size() > most_influences) return std::nullopt;
  const Vec3<double> all = sum_of(blend.influences, ~std::uint32_t{0} >> (32 - blend.influences.size()));
  const Vec3<double> right(row.right.data());
  if (!((all - right).norm() <= row.reach + same_place * right.norm())) return std::nullopt;
  return blend;
}

/// Marks the influences that count, if only these count.
std::string words_of(const std::vector<Influence>& influences, std::uint32_t chosen) {
  const auto last = static_cast<std::size_t>(std::bit_width(chosen)) - 1;
  if (std::popcount(chosen) == 1)
    return fmt::format("only the influence in slot {} counts", influences[last].slot);
  const std::uint32_t left_out = ((1U << influences.size()) - 1) & ~chosen;
  const auto slot = static_cast<std::size_t>(std::bit_width(left_out)) - 1;
  if (std::popcount(left_out) == 1)
    return fmt::format("the influence in slot {} is missing", influences[slot].slot);
  return "several influences are missing";
}

}  // namespace

Values missing_influences(const WrongRow& row) {
  const auto blend = blend_of(row);
  if (!blend || blend->influences.size() > most_in_subsets) return std::nullopt;
  std::vector<std::string> found;
  if (is_like(row, {0, 0, 0})) found.emplace_back("all influences are missing");
  for (std::uint32_t chosen = 1; chosen + 1 < 1U << blend->influences.size(); ++chosen) {
    double weight = 0;
    for (std::size_t i = 0; i < blend->influences.size(); ++i)
      weight += (chosen >> i & 1U) != 0 ? blend->influences[i].weight : 0;
    const Vec3<double> sum = sum_of(blend->influences, chosen);
    if (is_like(row, numbers_of(sum)) ||
        (weight != 0 && is_like(row, numbers_of(blend->whole / weight * sum))))
      found.push_back(words_of(blend->influences, chosen));
  }
  if (!found.empty()) found.emplace_back("some of a vertex's influences are missing");
  return found;
}

Values influences_of_another(const WrongRow& row) {
  const auto blend = blend_of(row);
  const Array *joints = row.given.question.arrays.find("joints"),
              *weights = row.given.question.arrays.find("weights");
  if (!blend || weights == nullptr) return std::nullopt;
  const std::size_t v = row.place.row, vertices = joints->shape[0],
                    slots = joints->integers().size() / vertices;
  const std::pair<std::string_view, std::size_t> others[] = {
      {"of the vertex before theirs", v == 0 ? v : v - 1},
      {"of the vertex after theirs", v + 1 == vertices ? v : v + 1},
      {"of the first vertex", 0},
      {"of the last vertex", vertices - 1}};
  const auto is_by = [&](std::size_t of_joints, std::size_t of_weights, auto slot) {
    Vec3<double> sum = Vec3<double>::Zero();
    for (std::size_t k = 0; k < slots; ++k) {
      const double weight = weights->reals()[of_weights * slots + slot(k)];
      const auto joint = static_cast<std::size_t>(joints->integers()[of_joints * slots + k]);
      if (weight == 0) continue;
      if (joint >= row.place.around.palette.size()) return false;
      sum += weight * (row.place.around.palette[joint] * blend->rest);
    }
    return is_like(row, numbers_of(sum));
  };
  const auto same_slot = [](std::size_t k) { return k; };
  std::vector<std::string> found;
  for (const auto& [words, other] : others) {
    if (!row.given.rows.empty()) break;  // index in a sample
    if (is_by(other, other, same_slot)) found.push_back(fmt::format("the influences {}", words));
    if (is_by(v, other, same_slot)) found.push_back(fmt::format("the weights {}", words));
    if (is_by(other, v, same_slot)) found.push_back(fmt::format("the joints {}", words));
  }
  if (is_by(v, v, [slots](std::size_t k) { return slots - 1 - k; }))
    found.emplace_back("the weights in reverse order");
  if (is_by(v, v, [slots](std::size_t k) { return (k + 1) % slots; }))
    found.emplace_back("the weight of the next slot");
  if (is_by(v, v, [slots](std::size_t k) { return (k + slots - 1) % slots; }))
    found.emplace_back("the weight of the slot before");
  return found;
}

/// The palette of a file has a row for each node; for a node outside the skin, its world transform.
Values moved_by_node(const WrongRow& row) {
  const auto& asset = row.given.question.asset;
  const Affines& palette = row.place.around.palette;
  if (asset == nullptr || row.place.array.name != "positions" || row.got.size() != 3) return std::nullopt;
  std::size_t vertex = row.given.rows.empty() ? row.place.row : row.given.rows[row.place.row];
  for (const AssetPart& part : asset->parts) {
    if (vertex >= part.vertices) {
      vertex -= part.vertices;
      continue;
    }
    if (part.node >= palette.size()) return std::nullopt;
    const Vec3<double> again = palette[part.node] * Vec3<double>(row.right.data());
    return is_like(row, numbers_of(again)) ? std::vector<std::string>{""} : std::vector<std::string>{};
  }
  return std::nullopt;
}

Values joint_of_another(const WrongRow& row) {
  const auto blend = blend_of(row);
  if (!blend) return std::nullopt;
  const Affines& palette = row.place.around.palette;
  const std::size_t own = blend->influences.front().joint;
  std::vector<std::string> found;
  for (std::size_t j = 0; j < palette.size(); ++j) {
    if (std::ranges::find(blend->influences, j, &Influence::joint) != blend->influences.end() ||
        !is_like(row, numbers_of(palette[j] * blend->rest)))
      continue;
    if (j + 1 == own) found.emplace_back(": the one before");
    if (own + 1 == j) found.emplace_back(": the one after");
    found.push_back(fmt::format(": joint {}", j));
  }
  if (!found.empty()) found.emplace_back("");
  return found;
}

/// On the line through the positions by two joints, or in the plane through the positions by three.
Values other_weights(const WrongRow& row) {
  const auto blend = blend_of(row);
  if (!blend) return std::nullopt;
  const std::vector<Influence>& all = blend->influences;
  if (all.size() < 2) return std::vector<std::string>();
  if (all.size() > 3) return std::nullopt;  // four positions span the space
  const Vec3<double> origin = blend->whole * all[0].place;
  Eigen::Matrix<double, 3, Eigen::Dynamic> ways(3, all.size() - 1);
  for (std::size_t i = 1; i < all.size(); ++i)
    ways.col(static_cast<Eigen::Index>(i) - 1) = all[i].place - all[0].place;
  const Vec3<double> got(row.got.data());
  const Eigen::ColPivHouseholderQR<Eigen::Matrix<double, 3, Eigen::Dynamic>> solver(ways);
  if (solver.rank() < ways.cols()) return std::nullopt;
  const Vec3<double> nearest = origin + ways * solver.solve(got - origin);
  if (is_like(row, numbers_of(nearest))) return std::vector<std::string>{" of the same sum", ""};
  if (all.size() > 2) return std::nullopt;  // with weights of any sum, three positions span the space
  Eigen::Matrix<double, 3, 2> places;
  places << all[0].place, all[1].place;
  const Vec3<double> of_any_sum = places * places.colPivHouseholderQr().solve(got);
  return is_like(row, numbers_of(of_any_sum)) ? std::vector<std::string>{""} : std::vector<std::string>{};
}

/// A point or a direction at rest with reordered numbers, or of another vertex, moved like the vertex.
Values rest_of_another(const WrongRow& row) {
  const ArraySet& arrays = row.given.question.arrays;
  const Array *rest = arrays.find(row.place.array.name), *joints = arrays.find("joints"),
              *weights = arrays.find("weights");
  const std::vector<Affine<double>>& palette = row.place.around.palette;
  if (rest == nullptr || joints == nullptr || weights == nullptr || palette.empty() || row.got.size() != 3 ||
      rest->shape != row.place.array.shape || joints->shape[0] != rest->shape[0] || !row.given.rows.empty())
    return std::nullopt;
  const std::size_t vertices = rest->shape[0], width = rest->shape[1];
  const std::size_t slots = joints->integers().size() / joints->shape[0];
  Affine<double> blend{Mat3<double>::Zero(), Vec3<double>::Zero()};
  for (const std::size_t slot : used_slots(row.given.question, row.place.row)) {
    const std::size_t i = row.place.row * slots + slot;
    const auto joint = static_cast<std::size_t>(joints->integers()[i]);
    if (joint >= palette.size()) return std::nullopt;
    blend.linear += weights->reals()[i] * palette[joint].linear;
    blend.translation += weights->reals()[i] * palette[joint].translation;
  }
  const bool is_point = row.place.array.name == "positions";
  const auto moved = [&](const Vec3<double>& x) {
    return numbers_of(is_point ? Vec3<double>(blend * x) : Vec3<double>((blend.linear * x).normalized()));
  };
  const auto at = [&](std::size_t v) { return Vec3<double>(&rest->reals()[v * width]); };
  const Vec3<double> own = at(row.place.row), right(row.right.data());
  if (!((Vec3<double>(moved(own).data()) - right).norm() <= row.reach + same_place * right.norm()))
    return std::nullopt;
  std::vector<std::string> found;
  if (row.place.row > 0 && is_like(row, moved(at(row.place.row - 1))))
    found.emplace_back("belongs to the vertex before theirs");
  if (row.place.row + 1 < vertices && is_like(row, moved(at(row.place.row + 1))))
    found.emplace_back("belongs to the vertex after theirs");
  const auto is_moved = [&](const RowNumbers& x) { return is_like(row, moved(Vec3<double>(x.data()))); };
  for (const std::string& words : signed_orders(numbers_of(own), is_moved))
    found.push_back(fmt::format("is read as {}", words));
  return found;
}

}  // namespace bindpose::conformance

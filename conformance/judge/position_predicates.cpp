// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/position_predicates.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "conformance/defects/shared/change.h"
#include "conformance/defects/shared/stages.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/place_in_time.h"
#include "reference/io/foreign_json.h"

namespace bindpose::conformance {
namespace {

using Values = std::optional<std::vector<std::string>>;

constexpr double of_reach = 1e-6;  // relative tolerance of a distance from the root

Values if_so(bool has) {
  return has ? std::vector<std::string>{""} : std::vector<std::string>{};
}

bool has_row_per_vertex(const Place& place) {
  const Declaration& declaration = place.around.question->algorithm->implementation.declaration;
  const ArrayDeclaration* const declared = declaration.find_answer(place.array.name);
  return declared != nullptr && is_per_vertex(*declared) && place.around.vertices > 0;
}

/// A row of a mesh whose vertices have influences.
bool is_vertex(const Place& place) {
  const Declaration& declaration = place.around.question->algorithm->implementation.declaration;
  const ArrayDeclaration* const joints = declaration.find_input("joints");
  return has_row_per_vertex(place) && joints != nullptr && is_per_vertex(*joints) &&
         place.around.question->arrays.has("joints");
}

bool is_joint(const Place& place) {
  const Declaration& declaration = place.around.question->algorithm->implementation.declaration;
  const ArrayDeclaration* const declared = declaration.find_answer(place.array.name);
  return declared != nullptr && is_per_joint(*declared);
}

/// The joints that a number depends on directly.
std::vector<std::size_t> joints_at(const Place& place) {
  if (is_joint(place)) return {place.row};
  const Array& joints = *place.around.question->arrays.find("joints");
  const std::size_t slots = joints.integers().size() / joints.shape[0];
  std::vector<std::size_t> found;
  for (const std::size_t slot : used_slots(*place.around.question, place.row))
    found.push_back(static_cast<std::size_t>(joints.integers()[place.row * slots + slot]));
  return found;
}

Values moved(const Place& place) {
  if (!place.around.at_rest) return std::nullopt;
  return if_so(!*place.around.at_rest);
}

Values blended(const Place& place) {
  if (!is_vertex(place)) return std::nullopt;
  return if_so(used_slots(*place.around.question, place.row).size() > 1);
}

Values mirrored(const Place& place) {
  if ((!is_vertex(place) && !is_joint(place)) || place.around.mirrors.empty()) return std::nullopt;
  return if_so(std::ranges::any_of(joints_at(place), [&place](std::size_t j) {
    return j < place.around.mirrors.size() && place.around.mirrors[j];
  }));
}

/// The joints from the root to a joint, the joint last; empty for a joint that does not exist.
std::vector<std::size_t> chain_to(const std::vector<std::int32_t>& parents, std::size_t joint) {
  std::vector<std::size_t> chain;
  for (std::int64_t j = static_cast<std::int64_t>(joint);
       j >= 0 && static_cast<std::size_t>(j) < parents.size() && chain.size() < parents.size();
       j = parents[static_cast<std::size_t>(j)])
    chain.insert(chain.begin(), static_cast<std::size_t>(j));
  return chain;
}

/// True for a joint whose quaternion has w < 0, its descendants, and vertices that these joints move.
Values below_a_negative_w(const Place& place) {
  const auto& rotations = place.around.local_rotations;
  if ((!is_vertex(place) && !is_joint(place)) || place.around.parents.empty() || rotations.empty())
    return std::nullopt;
  bool any = false, turns = false;
  for (const std::size_t joint : joints_at(place))
    for (const std::size_t j : chain_to(place.around.parents, joint)) {
      if (j >= rotations.size()) continue;
      any = any || rotations[j][3] < 0;
      turns = turns || !rotations[j].head<3>().isZero();
    }
  if (!turns && !any) return std::nullopt;
  return if_so(any);
}

/// True for a vertex that blends two quaternions with a negative dot product.
Values opposite_quaternions(const Place& place) {
  const auto& rotations = place.around.palette_rotations;
  if (!is_vertex(place) || rotations.empty()) return std::nullopt;
  const std::vector<std::size_t> joints = joints_at(place);
  if (joints.size() < 2) return std::nullopt;
  return if_so(std::ranges::any_of(joints, [&](std::size_t a) {
    return std::ranges::any_of(joints, [&](std::size_t b) {
      return a < rotations.size() && b < rotations.size() && rotations[a].dot(rotations[b]) < 0;
    });
  }));
}

/// True for a joint with a scale, its descendants, and vertices that these joints move.
Values below_a_scale(const Place& place) {
  const std::vector<std::int32_t>& parents = place.around.parents;
  const Array* const scales = place.around.question->arrays.find("local_scales");
  if ((!is_vertex(place) && !is_joint(place)) || parents.empty() || scales == nullptr) return std::nullopt;
  return if_so(std::ranges::any_of(joints_at(place), [&](std::size_t joint) {
    return std::ranges::any_of(chain_to(parents, joint), [scales](std::size_t j) {
      const double* const s = &scales->reals()[3 * j];
      return s[0] != 1 || s[1] != 1 || s[2] != 1;
    });
  }));
}

/// True for a joint that is listed before an ancestor, and vertices that such joints move.
Values below_a_later_one(const Place& place) {
  const std::vector<std::int32_t>& parents = place.around.parents;
  if (depth_at(place).value_or(0) == 0) return std::nullopt;
  return if_so(std::ranges::any_of(joints_at(place), [&](std::size_t joint) {
    return !std::ranges::is_sorted(chain_to(parents, joint));
  }));
}

/// True for a joint given as a matrix, its descendants, and vertices that these joints move.
Values below_a_matrix(const Place& place) {
  const Array* const flags = place.around.question->arrays.find("local_is_matrix");
  if ((!is_vertex(place) && !is_joint(place)) || place.around.parents.empty()) return std::nullopt;
  return if_so(flags != nullptr && std::ranges::any_of(joints_at(place), [&](std::size_t joint) {
                 return std::ranges::any_of(chain_to(place.around.parents, joint),
                                            [flags](std::size_t j) { return flags->integers()[j] != 0; });
               }));
}

/// Index of the joint in its chain, for each goal.
Values place_in_chain(const Place& place) {
  const Shape& shape = place.array.shape;
  if (place.around.question->algorithm->family != "ik" || shape.size() != 3) return std::nullopt;
  const std::size_t number = place.row * width_of(place.array) + place.component;
  return std::vector<std::string>{std::to_string(number / shape[2] % shape[1])};
}

Values out_of_reach(const Place& place) {
  const std::vector<bool>& chains = place.around.out_of_reach;
  if (chains.empty() || place.array.shape.empty() || place.array.shape[0] != chains.size())
    return std::nullopt;
  return if_so(chains[place.row]);
}

Values too_near(const Place& place) {
  const std::vector<bool>& chains = place.around.too_near;
  if (chains.empty() || place.array.shape.empty() || place.array.shape[0] != chains.size())
    return std::nullopt;
  return if_so(chains[place.row]);
}

/// The part of a matrix: its last column, or the others.
Values part_of_matrix(const Place& place) {
  if (width_of(place.array) != 12) return std::nullopt;
  return std::vector<std::string>{place.component % 4 == 3 ? "translations" : "rotations and scales"};
}

/// For inputs with such a target weight.
Values target_weight_beyond(const Place& place) {
  const Array* const weights = place.around.question->arrays.find("target_weights");
  if (weights == nullptr || std::ranges::all_of(weights->reals(), [](double w) { return w == 0; }))
    return std::nullopt;
  return if_so(std::ranges::any_of(weights->reals(), [](double w) { return w < 0 || w > 1; }));
}

/// The axis of a number of a point, a direction or a rotation; for a matrix, its row.
Values axis(const Place& place) {
  const std::size_t width = width_of(place.array);
  if (width == 12) return std::vector<std::string>{std::string(1, "xyz"[place.component / 4])};
  if (width != 3 && width != 4) return std::nullopt;
  return std::vector<std::string>{std::string(1, "xyzw"[place.component])};
}

/// By its name if known, else by its number.
std::string word_for_joint(const Place& place, std::size_t j) {
  const std::vector<std::string>& names = *place.around.joint_names;
  return j < names.size() && !names[j].empty() ? printable(names[j]) : std::to_string(j);
}

Values joint(const Place& place) {
  if (!is_vertex(place) && !is_joint(place)) return std::nullopt;
  std::vector<std::string> names;
  for (const std::size_t j : joints_at(place))
    if (const std::string name = word_for_joint(place, j); std::ranges::find(names, name) == names.end())
      names.push_back(name);
  return names;
}

Values last_joint(const Place& place) {
  if ((!is_vertex(place) && !is_joint(place)) || place.around.joints < 2) return std::nullopt;
  const std::vector<std::size_t> joints = joints_at(place);
  return if_so(std::ranges::find(joints, place.around.joints - 1) != joints.end());
}

/// Detects, for example, a wrong stride or work-group edge: the first vertices whose numbers have the same
/// remainder.
Values remainder(const Place& place) {
  const auto vertex = vertex_at(place);
  if (!vertex) return std::nullopt;
  std::vector<std::string> found;
  for (const std::size_t step : {2U, 3U, 4U, 8U, 16U, 32U, 64U, 128U, 256U}) {
    const std::size_t first = *vertex % step;
    if (vertex_count(place.around) >= 3 * step)  // fewer would be only one or two such vertices
      found.push_back(fmt::format("{}, {}, {}", first, first + step, first + 2 * step));
  }
  return found;
}

/// The part of a file, if the input has several.
Values part(const Place& place) {
  const auto& asset = place.around.question->asset;
  if (asset == nullptr || asset->parts.size() < 2) return std::nullopt;
  const std::vector<std::size_t>& rows = *place.around.rows;
  std::size_t vertex = rows.empty() ? place.row : rows[place.row];
  for (std::size_t p = 0; p < asset->parts.size(); ++p) {
    const std::size_t vertices = asset->parts[p].vertices;
    if (vertex < vertices)
      return std::vector<std::string>{fmt::format("{} (node {}, mesh {}, primitive {})", p,
                                                  asset->parts[p].node, asset->parts[p].mesh,
                                                  asset->parts[p].primitive)};
    vertex -= vertices;
  }
  return std::nullopt;
}

/// The weights of a vertex that are not 0; none if an input has no weights.
std::optional<std::vector<double>> weights_at(const Place& place) {
  const Array* weights = place.around.question->arrays.find("weights");
  if (weights == nullptr || !is_vertex(place)) return std::nullopt;
  const std::size_t slots = weights->reals().size() / place.around.vertices;
  std::vector<double> found;
  for (const std::size_t slot : used_slots(*place.around.question, place.row))
    found.push_back(weights->reals()[place.row * slots + slot]);
  return found;
}

Values sum_of_weights(const Place& place) {
  const auto weights = weights_at(place);
  if (!weights) return std::nullopt;
  return if_so(std::fabs(std::accumulate(weights->begin(), weights->end(), -1.0)) > 0x1p-16);
}

Values beyond_0_to_1(const Place& place) {
  const auto weights = weights_at(place);
  if (!weights) return std::nullopt;
  return if_so(std::ranges::any_of(*weights, [](double w) { return w < 0 || w > 1; }));
}

Values joint_in_two_slots(const Place& place) {
  if (!is_vertex(place)) return std::nullopt;
  std::vector<std::size_t> joints = joints_at(place);
  if (joints.size() < 2) return std::nullopt;
  std::ranges::sort(joints);
  return if_so(std::ranges::adjacent_find(joints) != joints.end());
}

Values name_of_array(const Place& place) {
  return std::vector<std::string>{place.array.name};
}

std::optional<bool> is_at_rest(const GivenAnswer& given) {
  const Array* rest = given.question.arrays.find("positions");
  for (const ExpectedArray& array : given.right.arrays) {
    if (array.name != "positions" || rest == nullptr || rest->shape != array.shape) continue;
    for (std::size_t i = 0; i < rest->reals().size(); ++i)
      if (is_decided(array, i) && !is_within(array, i, rest->reals())) return false;
    return true;
  }
  return std::nullopt;
}

/// Rows of four numbers.
std::vector<Vec4<double>> rotations_in(const Array::Reals& numbers) {
  std::vector<Vec4<double>> rotations;
  for (std::size_t i = 0; i + 4 <= numbers.size(); i += 4)
    rotations.emplace_back(&numbers[i]);
  return rotations;
}

/// Quaternions of skinning transforms, given or as a stage of the right output.
std::vector<Vec4<double>> palette_rotations_of(const Question& question) {
  constexpr const char* name = "palette_rotations";
  if (const Array* given = question.arrays.find(name)) return rotations_in(given->reals());
  if (!question.arrays.has("inverse_bind_rotations")) return {};
  const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
  const ResultArray<double>* const stage = right ? right->find(name) : nullptr;
  return stage == nullptr ? std::vector<Vec4<double>>() : rotations_in(stage->values);
}

/// The matrices that an input gives for its joints, else those that follow from a pose.
Affines given_or_world(const Question& question) {
  for (const char* name : {"bind", "world"})
    if (const Affines given = matrices_of(question.arrays, name, name); !given.empty()) return given;
  return worlds_of(question);
}

/// For each chain: true if its goal is nearer to the root than the nearest point in reach.
std::vector<bool> are_too_near(const Question& question, const ExpectedArray& nearest) {
  const Array *const rest = question.arrays.find("rest"), *const goals = question.arrays.find("goals");
  if (rest == nullptr || goals == nullptr || goals->shape != nearest.shape) return {};
  std::vector<bool> near;
  for (std::size_t i = 0; i < nearest.shape[0]; ++i) {
    const Vec3<double> root(&rest->reals()[i * rest->reals().size() / rest->shape[0]]);
    const auto far = [&](const Array::Reals& at) { return (Vec3<double>(&at[3 * i]) - root).norm(); };
    near.push_back(is_decided(nearest, 3 * i) &&
                   far(goals->reals()) < (1 - of_reach) * far(nearest.branch.values));
  }
  return near;
}

}  // namespace

std::size_t vertex_count(const Surroundings& around) {
  return around.rows->empty() ? around.vertices : around.rows->back() + 1;
}

std::optional<std::size_t> vertex_at(const Place& place) {
  if (!has_row_per_vertex(place)) return std::nullopt;
  return place.around.rows->empty() ? place.row : (*place.around.rows)[place.row];
}

std::optional<std::size_t> last_joint_at(const Place& place) {
  if (!is_vertex(place) && !is_joint(place)) return std::nullopt;
  const std::vector<std::size_t> joints = joints_at(place);
  if (joints.empty()) return std::nullopt;
  return std::ranges::max(joints);
}

std::optional<std::size_t> last_slot_at(const Place& place) {
  if (!is_vertex(place)) return std::nullopt;
  const std::vector<std::size_t> slots = used_slots(*place.around.question, place.row);
  return slots.empty() ? std::nullopt : std::optional(slots.back());
}

std::optional<std::size_t> influences_at(const Place& place) {
  if (!is_vertex(place)) return std::nullopt;
  return used_slots(*place.around.question, place.row).size();
}

std::optional<double> least_weight_at(const Place& place) {
  const auto weights = weights_at(place);
  if (!weights || weights->empty()) return std::nullopt;
  return std::ranges::min(*weights);
}

std::optional<std::size_t> depth_at(const Place& place) {
  if ((!is_vertex(place) && !is_joint(place)) || place.around.parents.empty()) return std::nullopt;
  std::optional<std::size_t> depth;
  for (const std::size_t joint : joints_at(place))
    if (const std::size_t links = chain_to(place.around.parents, joint).size(); links > 0)
      depth = std::max(depth.value_or(0), links - 1);
  return depth;
}

bool is_as_given(const Place& place) {
  const Array* const given = place.around.question->arrays.find(place.array.name);
  if (given == nullptr || !given->is_real() || given->shape != place.array.shape) return is_as_a_key(place);
  const std::size_t width = width_of(place.array);
  for (std::size_t i = place.row * width; i < (place.row + 1) * width; ++i)
    if (is_decided(place.array, i) && !is_within(place.array, i, given->reals())) return false;
  return true;
}

std::vector<std::size_t> used_slots(const Question& question, std::size_t vertex) {
  const Array *joints = question.arrays.find("joints"), *weights = question.arrays.find("weights");
  if (weights == nullptr) weights = question.arrays.find("entry_weights");
  const std::size_t slots = joints->integers().size() / joints->shape[0];
  const std::size_t entries =
      weights == nullptr ? 0 : weights->reals().size() / std::max<std::size_t>(joints->integers().size(), 1);
  std::vector<std::size_t> used;
  for (std::size_t slot = 0; slot < slots; ++slot) {
    bool any = weights == nullptr;
    for (std::size_t e = 0; e < entries; ++e)
      any = any || weights->reals()[(vertex * slots + slot) * entries + e] != 0;
    if (any) used.push_back(slot);
  }
  return used;
}

Surroundings surroundings_of(const GivenAnswer& given) {
  const Question& question = given.question;
  Surroundings around{&question,
                      &given.joint_names,
                      0,
                      joint_count(question.arrays),
                      is_at_rest(given),
                      {},
                      parents_of(question.arrays),
                      &given.rows,
                      {},
                      {},
                      {},
                      {},
                      {}};
  if (const Array* positions = question.arrays.find("positions")) around.vertices = positions->shape[0];
  if (around.vertices > 0) around.palette = palette_of(question);
  if (around.vertices > 0) around.palette_rotations = palette_rotations_of(question);
  for (const ExpectedArray& array : given.right.arrays)
    if (array.name == "reachable")
      for (const double reachable : array.branch.values)
        around.out_of_reach.push_back(reachable == 0);
  for (const ExpectedArray& array : given.right.arrays)
    if (array.name == "nearest") around.too_near = are_too_near(question, array);
  const Array* const local = question.arrays.find("local_rotations");
  if (local != nullptr && !question.arrays.has("tracks"))
    around.local_rotations = rotations_in(local->reals());
  for (const Affine<double>& matrix : around.vertices > 0 ? around.palette : given_or_world(question))
    around.mirrors.push_back(matrix.linear.determinant() < 0);
  return around;
}

std::string Property::words(const std::string& value, const std::string& as_well) const {
  return fmt::format("{}{}{}{}", fmt::format(fmt::runtime(sentence), value), as_well,
                     because.empty() ? "" : ": ", because);
}

const std::vector<Property>& properties() {
  static const std::vector<Property> all = {
      {"right-at-rest", PropertyOf::row, &moved,
       "only outputs for inputs whose pose moves the mesh are wrong", "", true},
      {"blended", PropertyOf::row, &blended, "only vertices with more than one influence are wrong"},
      {"below-matrix-joints", PropertyOf::row, &below_a_matrix,
       "only joints that are given as matrices, and what is below them or moved by them, are wrong"},
      {"listed-before-parent", PropertyOf::row, &below_a_later_one,
       "only joints that are listed before an ancestor, and what they move, are wrong"},
      {"negative-w", PropertyOf::row, &below_a_negative_w,
       "only joints whose quaternion has w below 0, and what is below them or moved by "
       "them, are wrong"},
      {"opposite-quaternions", PropertyOf::row, &opposite_quaternions,
       "only vertices that blend two quaternions with a negative dot product are wrong",
       "q and -q are one rotation"},
      {"opposite-keys", PropertyOf::row, &between_opposite_keys,
       "only times between keys whose quaternions have a negative dot product are wrong",
       "q and -q are one rotation"},
      {"mirrored", PropertyOf::row, &mirrored, "only what a mirroring joint moves is wrong",
       "its determinant is negative"},
      {"one-axis", PropertyOf::number, &axis, "only {} is wrong"},
      {"one-joint", PropertyOf::row, &joint, "only what depends on joint {} is wrong"},
      {"last-joint", PropertyOf::row, &last_joint, "only what the last joint moves is wrong"},
      {"scaled-joints", PropertyOf::row, &below_a_scale,
       "only joints with a scale, and what is below them or moved by them, are wrong"},
      {"out-of-reach", PropertyOf::row, &out_of_reach, "only chains whose goal is out of reach are wrong"},
      {"too-near", PropertyOf::row, &too_near,
       "only chains whose goal is nearer to the root than the end can be are wrong"},
      {"matrix-part", PropertyOf::number, &part_of_matrix, "only the {} in matrices are wrong"},
      {"place-in-chain", PropertyOf::number, &place_in_chain,
       "only joint {} of each chain is wrong, counted from 0"},
      {"target-weights", PropertyOf::row, &target_weight_beyond,
       "only outputs for inputs with a target weight below 0 or above 1 are wrong"},
      {"every-so-many", PropertyOf::row, &remainder,
       "only vertices with these numbers are wrong: {} and so on, counted from 0"},
      {"one-part", PropertyOf::row, &part, "only part {} is wrong, counted from 0"},
      {"one-key-interval", PropertyOf::row, &key_interval, "only times {} are wrong", "", true},
      {"between-keys", PropertyOf::row, &between_any_keys, "only times between keys are wrong",
       "what is at a key is right", true},
      {"at-keys", PropertyOf::row, &at_a_key, "only times {} are wrong", "what is between keys is right",
       true},
      {"negative-time", PropertyOf::row, &below_0, "only times below 0 are wrong", "", true},
      {"weight-sum", PropertyOf::row, &sum_of_weights,
       "only vertices whose weights do not sum to 1 are wrong"},
      {"weight-beyond-0-to-1", PropertyOf::row, &beyond_0_to_1,
       "only vertices with a weight below 0 or above 1 are wrong"},
      {"joint-twice", PropertyOf::row, &joint_in_two_slots,
       "only vertices that list a joint in two slots are wrong"},
      {"one-array", PropertyOf::number, &name_of_array, "only {} are wrong"},
  };
  return all;
}

}  // namespace bindpose::conformance

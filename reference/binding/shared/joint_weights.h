// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the weight of every joint on every vertex, the input and output of the algorithms of this family.
#pragma once

#include <span>

#include "reference/model/algorithm.h"

namespace bindpose::binding {

/// w_vj of every vertex and joint; there is at least one joint. A joint that a vertex does not list has the weight 0.
template <class T>
struct JointWeights {
  std::size_t joints = 1;
  std::vector<T> w = {};  ///< [#vertices * joints], vertex after vertex

  std::size_t vertices() const { return w.size() / joints; }
  std::span<T> row(std::size_t v) { return std::span<T>(w).subspan(v * joints, joints); }
  std::span<const T> row(std::size_t v) const { return std::span<const T>(w).subspan(v * joints, joints); }
};

/// joint_count: number of joints.
ArrayDeclaration joint_count_array();
/// joint_count, joints, weights.
ArrayList weighted_vertex_arrays();
/// joint_weights, as an output.
ArrayDeclaration joint_weights_array();

/// A joint that a vertex lists, and the sum of its slots' weights.
template <class T>
struct ListedWeight {
  std::size_t j = 0;
  T w = T(0);
};

/// Adds to a sum of numbers.
template <class T>
void add_term(T& sum, const T& term) {
  sum += term;
}
/// Zeros do not count for the bound: a sum of one number is exact.
template <>
inline void add_term(Tracked& sum, const Tracked& term) {
  if (sum == 0)
    sum = term;
  else if (term != 0)
    sum += term;
}

/// Divides the weights of a vertex by a number that is not 0.
template <class T>
void divide_row(std::span<T> w, const T& by) {
  for (T& w_j : w)
    w_j /= by;
}
/// Weights that are 0 stay exactly 0.
template <>
inline void divide_row(std::span<Tracked> w, const Tracked& by) {
  for (Tracked& w_j : w)
    if (w_j != 0) w_j /= by;
}

/// The joints that influence vertex v, in the order of their first slots; slots of one joint add up.
template <class T>
std::vector<ListedWeight<T>> listed_weights(const Inputs<T>& in, const std::vector<T>& weights,
                                            std::size_t v) {
  const Array::Integers& joints = in.integers("joints");
  const std::size_t K = in.extent("K");
  std::vector<ListedWeight<T>> listed;
  for (std::size_t i = v * K; i < (v + 1) * K; ++i) {
    if (weights[i] == T(0)) continue;
    const auto j = static_cast<std::size_t>(joints[i]);
    std::size_t at = 0;
    while (at < listed.size() && listed[at].j != j)
      ++at;
    if (at == listed.size()) listed.push_back({j, T(0)});
    add_term(listed[at].w, weights[i]);
  }
  return listed;
}

/// The weights of all slots [#vertices * #slots]; without the array all are 1.
template <class T>
std::vector<T> slot_weights(const Inputs<T>& in) {
  if (in.has("weights")) return in.numbers("weights");
  return std::vector<T>(in.integers("joints").size(), T(1));
}

/// Slots of one joint add up.
template <class T>
JointWeights<T> read_joint_weights(const Inputs<T>& in) {
  const std::vector<T> weights = slot_weights(in);
  JointWeights<T> W{in.extent("J"), std::vector<T>(in.extent("V") * in.extent("J"), T(0))};
  for (std::size_t v = 0; v < in.extent("V"); ++v)
    for (const ListedWeight<T>& listed : listed_weights(in, weights, v))
      W.row(v)[listed.j] = listed.w;
  return W;
}

/// Makes the error of these numbers infinite, because no float32 arithmetic decides them.
template <class T>
void leave_row_undecided(std::span<T>) {}
inline void leave_row_undecided(std::span<Tracked> numbers) {
  for (Tracked& number : numbers)
    number = Tracked::uncertain(number.value(), std::numeric_limits<double>::infinity());
}

/// Marks numbers as undecided if they depend on more than one open comparison, because then more than two outputs
/// are right. open: the number of open comparisons before these numbers.
template <class T>
void leave_row_undecided_since(std::uint64_t, std::span<T>) {}
inline void leave_row_undecided_since(std::uint64_t open, std::span<Tracked> numbers) {
  if (Branches::current().undecided > open + 1) leave_row_undecided(numbers);
}

/// The weights of every vertex. kernel(v, row) returns why the vertex has no weights; empty if it has.
template <class T, class Kernel>
Result<T> weigh_vertices(std::size_t vertices, std::size_t joints, Kernel kernel) {
  JointWeights<T> W{joints, std::vector<T>(vertices * joints, T(0))};
  Result<T> result;
  for (std::size_t v = 0; v < vertices; ++v) {
    const std::uint64_t open = Branches::current().undecided;
    const std::span<T> row = W.row(v);
    const std::string why_not = kernel(v, row);
    if (!why_not.empty()) result.undefined.push_back({"joint_weights", v, why_not});
    leave_row_undecided_since(open, row);
  }
  result.arrays.push_back({"joint_weights", {vertices, joints}, std::move(W.w)});
  return result;
}

}  // namespace bindpose::binding

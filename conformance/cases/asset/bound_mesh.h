// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a character that the reference or a subject binds, and the distance between its surfaces with two sets of
// weights.
#pragma once

#include "conformance/cases/asset/character.h"
#include "reference/model/case.h"

namespace bindpose::conformance {

/// Ids of the algorithms that need only a character's data: "bind.heat" ... "weights.smooth"
/// "weights.direct".
std::vector<std::string_view> bind_methods();
/// The method with this id. Error METHOD_UNKNOWN.
Expected<const Algorithm*> find_bind_method(std::string_view method);

/// Options of a method: if it has the option, vertices out of reach belong to the nearest joint.
Options options_of_binding(const Algorithm& method);

/// The input for a binder of the character. Binders get the mesh and the skeleton without weights.
/// weights.smooth gets the character's own weights; weights.direct gets the resulting vertex
/// positions at four moments, and four joints for each vertex. Error METHOD_UNKNOWN.
Expected<Question> bind_question(const Character& character, std::string_view method);

/// Number of iterations of weights.smooth.
constexpr std::size_t smoothing_steps = 8;

/// The weight of every joint in the output. Error INVALID_OUTPUT if a vertex has no weights. Does
/// not check the numbers.
Expected<BoundWeights> weights_in(const ArraySet& answer, const Question& question, std::size_t joints);

/// The reference's weights in double precision. Errors METHOD_UNKNOWN and the method's own.
Expected<BoundWeights> bound_weights(const Character& character, std::string_view method);

/// Statistics of a set of weights.
struct WeightSums {
  double least = 0, most = 0;        ///< least and largest weight
  double sum_error = 0;              ///< largest |sum_j w_vj - 1|
  std::size_t bare = 0;              ///< vertices without weight
  double smallest = 1, largest = 1;  ///< range of the sums of weights, extended to 1
};
WeightSums sums_of(const BoundWeights& weights);

/// True if a method may return these weights: finite, not below 0, and with the sum 1 within 1e-9
/// for every vertex with weight, as the pages of the solvers promise; the additions of other
/// methods have smaller errors. weights.direct keeps the weights of vertices that do not move: the
/// sum of three float32 thirds is off by 2^-25. Smoothed sums are means of the original sums. For
/// the method "own", the weights of a file may have any sum.
bool are_valid(std::string_view method, const WeightSums& sums, const WeightSums& own);

/// Distances in metres between vertex positions, from linear blending with two sets of weights.
struct Departure {
  double root_mean_square = 0, most = 0;
  double size = 0;                ///< largest diagonal of the posed mesh
  std::vector<double> of_vertex;  ///< largest distance of each vertex
};
/// Distances over all moments of the character; 0 without moments.
Departure departure(const Character& character, const BoundWeights& from, const BoundWeights& to);

/// Linear red, green and blue of each vertex: the colours of its joints, weighted
/// (weights.colours). Errors: the algorithm's own.
Expected<std::vector<Vec3<double>>> colours_of(const BoundWeights& weights);

}  // namespace bindpose::conformance

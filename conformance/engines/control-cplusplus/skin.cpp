// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "skin.h"

#include <numeric>

namespace control {
namespace {

constexpr Matrix identity = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};

/// A vertex's weights as the question wants them.
std::vector<double> used(std::vector<double> weights, const Question& question) {
  if (question.asks("influences_kept", "four-largest") && weights.size() > 4) {
    std::vector<std::size_t> order(weights.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](auto a, auto b) { return weights[a] > weights[b]; });
    for (std::size_t i = 4; i < order.size(); ++i)
      weights[order[i]] = 0;
  }
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  if (sum == 0 && question.asks("zero_sum", "first-joint")) weights[0] = 1;
  if (sum != 0 && question.asks("weight_sum", "renormalised"))
    for (double& weight : weights)
      weight /= sum;
  return weights;
}

/// A positive multiple of the inverse transpose.
Matrix upright_of(const Matrix& m) {
  return mix(cofactors(m), determinant(m) < 0 ? -1 : 1, Matrix{}, 0);
}

}  // namespace

std::vector<Matrix> blended(const Mesh& mesh, const std::vector<Matrix>& palette, const Question& question) {
  std::vector<Matrix> sums;
  for (std::size_t begin = 0; begin < mesh.joints.size(); begin += mesh.slots) {
    std::vector<double> weights(mesh.slots, 1);
    if (!mesh.weights.empty()) {
      weights.assign(&mesh.weights[begin], &mesh.weights[begin] + mesh.slots);
      weights = used(weights, question);
    }
    Matrix sum{};
    bool carried = false;
    for (std::size_t i = 0; i < mesh.slots; ++i) {
      if (weights[i] == 0) continue;
      sum = mix(sum, 1, palette.at(mesh.joints[begin + i]), weights[i]);
      carried = true;
    }
    sums.push_back(carried || !question.asks("zero_sum", "rest") ? sum : identity);
  }
  return sums;
}

void append_carried(Mesh& to, const Mesh& mesh, const std::vector<Matrix>& by, bool upright) {
  for (std::size_t v = 0; v < by.size(); ++v) {
    append(to.positions, moved(by[v], row<3>(&mesh.positions[3 * v])));
    if (!mesh.normals.empty())
      append(to.normals, unit(turned(upright ? upright_of(by[v]) : by[v], row<3>(&mesh.normals[3 * v]))));
    if (mesh.tangents.empty()) continue;
    append(to.tangents, unit(turned(by[v], row<3>(&mesh.tangents[4 * v]))));
    to.tangents.push_back(mesh.tangents[4 * v + 3]);
  }
}

}  // namespace control

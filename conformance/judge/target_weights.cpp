// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/target_weights.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "conformance/judge/compare_array.h"

namespace bindpose::conformance {
namespace {

constexpr const char* weights_name = "target_weights";
constexpr std::size_t most_targets = 32;
constexpr double same_weight = 1e-3;  // weights that differ by less count as equal
constexpr double nearly_all_answers = 0.9;
constexpr std::size_t fewest_answers = 2;

using Columns = Eigen::MatrixXd;
using Numbers = Eigen::VectorXd;

/// An array of the right output with these weights; empty if the output lacks it.
Numbers array_with(Question question, const std::string& name, const Array::Reals& weights) {
  std::get<Array::Reals>(question.arrays.find(weights_name)->data) = weights;
  const auto result = question.algorithm->implementation.in_double(question.arrays, question.options);
  const ResultArray<double>* const array = result ? result->find(name) : nullptr;
  if (array == nullptr) return {};
  return Numbers::Map(array->values.data(), static_cast<Eigen::Index>(array->values.size()));
}

/// An array for weights of 0, and its change by each weight of 1.
struct Parts {
  Numbers base;
  Columns added;
};

/// None if the array is not their sum.
std::optional<Parts> parts_of(const Question& question, const ExpectedArray& array,
                              const Array::Reals& given) {
  const std::size_t targets = given.size();
  Parts parts{array_with(question, array.name, Array::Reals(targets)), {}};
  if (static_cast<std::size_t>(parts.base.size()) != array.branch.values.size()) return std::nullopt;
  parts.added.resize(parts.base.size(), static_cast<Eigen::Index>(targets));
  for (std::size_t i = 0; i < targets; ++i) {
    Array::Reals one(targets);
    one[i] = 1;
    const Numbers with_it = array_with(question, array.name, one);
    if (with_it.size() != parts.base.size()) return std::nullopt;
    parts.added.col(static_cast<Eigen::Index>(i)) = with_it - parts.base;
  }
  const Numbers sum =
      parts.base + parts.added * Numbers::Map(given.data(), static_cast<Eigen::Index>(targets));
  const double reach = of_its_scale * scale_of(array.branch.values);
  for (Eigen::Index n = 0; n < sum.size(); ++n) {
    const auto i = static_cast<std::size_t>(n);
    if (is_decided(array, i) && !(std::fabs(sum[n] - array.branch.values[i]) <= reach)) return std::nullopt;
  }
  return parts;
}

/// The weights by least squares; none if they do not give the array.
std::optional<Array::Reals> solved(const Parts& parts, const ExpectedArray& array, const Array::Reals& got) {
  std::vector<Eigen::Index> decided;
  for (std::size_t i = 0; i < got.size(); ++i)
    if (is_decided(array, i)) decided.push_back(static_cast<Eigen::Index>(i));
  const Columns A = parts.added(decided, Eigen::all);
  const Numbers all = Numbers::Map(got.data(), static_cast<Eigen::Index>(got.size())) - parts.base;
  if (!A.allFinite() || !all(decided).allFinite() || A.rows() < 2 * A.cols()) return std::nullopt;
  const Eigen::ColPivHouseholderQR<Columns> solver(A);
  if (solver.rank() < A.cols()) return std::nullopt;
  const Numbers weights = solver.solve(all(decided)), off = A * weights - all(decided);
  const double scale = of_its_scale * scale_of(array.branch.values);
  for (std::size_t d = 0; d < decided.size(); ++d)
    if (std::fabs(off[static_cast<Eigen::Index>(d)]) >
        bounds_of_a_defect * array.branch.bounds[static_cast<std::size_t>(decided[d])] + scale)
      return std::nullopt;
  return Array::Reals(weights.begin(), weights.end());
}

bool are_alike(const Array::Reals& a, const Array::Reals& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return std::fabs(x - y) <= same_weight; });
}

Array::Reals sorted(Array::Reals numbers) {
  std::ranges::sort(numbers);
  return numbers;
}

/// At most four decimals, and no -0.
std::string words_of(const Array::Reals& weights) {
  std::vector<std::string> words;
  for (const double w : weights)
    words.push_back(fmt::format("{:.4g}", std::round(w * 1e4) / 1e4 + 0.0));
  return fmt::format("{}", fmt::join(words, ", "));
}

/// Weights for which an output would be right.
struct OtherWeights {
  bool is_linear = false;  ///< true if an array is linear in the weights
  std::optional<Array::Reals> found = {};
};

OtherWeights weights_that_give(const GivenAnswer& given) {
  const ArraySet& arrays = given.question.arrays;
  const Array* const weights = arrays.find(weights_name);
  if (weights == nullptr || weights->reals().empty() || arrays.has("tracks") ||
      weights->reals().size() > most_targets)
    return {};
  for (const ExpectedArray& array : given.right.arrays)
    if (const auto parts = parts_of(given.question, array, weights->reals()))
      return {true, solved(*parts, array, given.answer.arrays.find(array.name)->reals())};
  return {};
}

}  // namespace

std::optional<Symptom> wrong_target_weights(std::span<const GivenAnswer> answers) {
  std::size_t wrong = 0, explained = 0, reordered = 0;
  std::string example;
  for (const GivenAnswer& given : answers) {
    const auto [is_linear, found] = failing_numbers(given) > 0 ? weights_that_give(given) : OtherWeights();
    wrong += is_linear ? 1 : 0;
    if (!found) continue;
    const Array::Reals& asked = given.question.arrays.find(weights_name)->reals();
    if (are_alike(*found, asked)) continue;
    ++explained;
    reordered += are_alike(sorted(*found), sorted(asked)) ? 1 : 0;
    if (example.empty()) example = fmt::format("{} count as {}", words_of(asked), words_of(*found));
  }
  if (explained < fewest_answers ||
      static_cast<double>(explained) < nearly_all_answers * static_cast<double>(wrong))
    return std::nullopt;
  return Symptom{
      std::string(other_target_weights),
      fmt::format("{} of {} wrong outputs are right for other weights of their targets{}: {}", explained,
                  wrong, reordered == explained ? ", the given ones in another order" : "", example)};
}

}  // namespace bindpose::conformance

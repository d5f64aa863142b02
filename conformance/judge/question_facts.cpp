// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/question_facts.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <string>

#include <fmt/format.h>

#include "conformance/judge/feature.h"

namespace bindpose::conformance {
namespace {

constexpr double parted_by_chance = 0.02;  // total probability of an accidental fact

using Answers = std::span<const GivenAnswer* const>;

/// One size of an input, for example its number of vertices; nullopt if it has none.
struct Extent {
  std::string_view words;  ///< "joints"
  std::optional<double> (*of)(const ArraySet& arrays);
};

std::optional<double> row_count_of(const ArraySet& arrays, std::string_view name, std::size_t dimension = 0) {
  const Array* const array = arrays.find(name);
  if (array == nullptr || array->shape.size() <= dimension) return std::nullopt;
  return static_cast<double>(array->shape[dimension]);
}

std::optional<double> first_of(const ArraySet& arrays, std::string_view name) {
  const Array* const array = arrays.find(name);
  if (array == nullptr || array->shape.size() != 1 || array->shape[0] != 1) return std::nullopt;
  return array->is_real() ? array->reals()[0] : array->integers()[0];
}

std::optional<double> joints(const ArraySet& arrays) {
  const auto given = row_count_of(arrays, "parents");
  return given ? given : row_count_of(arrays, "palette");
}

constexpr Extent extents[] = {
    {"vertices", [](const ArraySet& arrays) { return row_count_of(arrays, "positions"); }},
    {"joints", &joints},
    {"influence slots", [](const ArraySet& arrays) { return row_count_of(arrays, "joints", 1); }},
    {"targets", [](const ArraySet& arrays) { return row_count_of(arrays, "target_weights"); }},
    {"tracks", [](const ArraySet& arrays) { return row_count_of(arrays, "tracks"); }},
    {"keys", [](const ArraySet& arrays) { return row_count_of(arrays, "times"); }},
    {"joints in each chain", [](const ArraySet& arrays) { return row_count_of(arrays, "rest", 1); }},
    {"iterations", [](const ArraySet& arrays) { return first_of(arrays, "iterations"); }},
};

/// True if the probability that a fact separates this many wrong and right outputs by chance is above 1/50. Among all
/// choices of the wrong outputs, one matches a fact and one its opposite.
bool may_be_chance(std::size_t wrong, std::size_t right) {
  const auto tried = static_cast<double>(2 * (features().size() + std::size(extents)));
  const auto w = static_cast<double>(wrong), r = static_cast<double>(right);
  const double ways = std::exp(std::lgamma(w + r + 1) - std::lgamma(w + 1) - std::lgamma(r + 1));
  return tried > parted_by_chance * ways;
}

Symptom fact(const std::string& words) {
  return {std::string(question_fact),
          fmt::format("all wrong outputs, and none of the right ones, belong to inputs {}", words)};
}

void add_features(Answers wrong, Answers right, std::vector<Symptom>& found) {
  for (const Feature& feature : features()) {
    const auto has = [&](const GivenAnswer* given) { return feature.is_in(given->question); };
    if (std::ranges::all_of(wrong, has) && std::ranges::none_of(right, has))
      found.push_back(fact(fmt::format("in which {}", feature.sentence)));
    if (std::ranges::none_of(wrong, has) && std::ranges::all_of(right, has))
      found.push_back(fact(fmt::format("without this property: {}", feature.sentence)));
  }
}

/// The sizes of inputs; none if one has no such size.
std::set<double> sizes_of(const Extent& extent, Answers answers) {
  std::set<double> sizes;
  for (const GivenAnswer* given : answers) {
    const auto value = extent.of(given->question.arrays);
    if (!value) return {};
    sizes.insert(*value);
  }
  return sizes;
}

/// Inputs of one size, such as those of one scene, count once.
void add_extents(Answers wrong, Answers right, std::vector<Symptom>& found) {
  for (const Extent& extent : extents) {
    const std::set<double> of_wrong = sizes_of(extent, wrong), of_right = sizes_of(extent, right);
    if (of_wrong.empty() || of_right.empty() || may_be_chance(of_wrong.size(), of_right.size())) continue;
    if (*of_wrong.begin() > *of_right.rbegin())
      found.push_back(fact(fmt::format("with {} {} or more", *of_wrong.begin(), extent.words)));
    if (*of_wrong.rbegin() < *of_right.begin())
      found.push_back(fact(fmt::format("with {} {} or fewer", *of_wrong.rbegin(), extent.words)));
  }
}

}  // namespace

std::vector<Symptom> facts_of_questions(std::span<const GivenAnswer> answers) {
  std::vector<const GivenAnswer*> wrong, right;
  for (const GivenAnswer& given : answers)
    (failing_numbers(given) > 0 ? wrong : right).push_back(&given);
  std::vector<Symptom> found;
  if (may_be_chance(wrong.size(), right.size())) return found;
  add_features(wrong, right, found);
  add_extents(wrong, right, found);
  return found;
}

}  // namespace bindpose::conformance

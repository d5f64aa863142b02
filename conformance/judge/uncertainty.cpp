// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "conformance/judge/compare_array.h"
#include "conformance/judge/displacement.h"

namespace bindpose::conformance {
namespace {

/// True if number i can be judged despite the output's own uncertainty, or is wrong in any case.
bool stays(const ExpectedArray& expected, const ExpectedArray& seen, const Array& got, double limit,
           std::size_t i) {
  const double uncertainty = got.uncertainty[i];
  if (uncertainty <= limit || uncertainty == infinity || !is_decided(expected, i)) return true;
  return is_decided(seen, i) && !is_within(seen, i, got.reals());
}

std::optional<Array> settled(const ExpectedArray& expected, const Array& got) {
  if (got.uncertainty.empty()) return {};
  const auto places = AnsweredPlaces::of(expected, got);
  if (!places) return {};
  const double limit = largest_uncertainty * places->mesh_size();
  const ExpectedArray seen = widened(expected, got.uncertainty);
  std::optional<Array> settled;
  for (std::size_t i = 0; i < got.uncertainty.size(); ++i) {
    if (stays(expected, seen, got, limit, i)) continue;
    if (!settled) settled = got;
    settled->uncertainty[i] = infinity;
  }
  return settled;
}

}  // namespace

std::optional<ArraySet> settled(const Expectation& right, const ArraySet& answer) {
  std::optional<ArraySet> all;
  for (const ExpectedArray& expected : right.arrays) {
    const Array* got = answer.find(expected.name);
    auto array = got == nullptr ? std::nullopt : settled(expected, *got);
    if (!array) continue;
    if (!all) all = answer;
    all->put(*std::move(array));
  }
  return all;
}

std::size_t unknown_numbers(const ExpectedArray& expected, const Array& got) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < got.uncertainty.size(); ++i)
    count += got.uncertainty[i] == infinity && is_decided(expected, i) ? 1 : 0;
  return count;
}

std::string unknown_words(const Expectation& right, const ArraySet& answer, bool is_whole) {
  std::size_t unknown = 0, all = 0;
  for (const ExpectedArray& expected : right.arrays) {
    const Array* got = answer.find(expected.name);
    unknown += got == nullptr ? 0 : unknown_numbers(expected, *got);
    for (std::size_t i = 0; i < expected.branch.values.size(); ++i)
      all += is_decided(expected, i) ? 1 : 0;
  }
  const auto places = AnsweredPlaces::of(right, answer);
  if (unknown == 0 || !places) return "";
  std::string words = fmt::format(
      "{} of {} numbers are undecided: the camera enlarges their float32 error to more than {:.3g}, 1/{:.0f} "
      "of the mesh's size",
      unknown, all, largest_uncertainty * places->mesh_size(), 1 / largest_uncertainty);
  if (is_whole)
    words += "; move the camera near the mesh for the capture, or name an output in world space: --positions";
  return words;
}

}  // namespace bindpose::conformance

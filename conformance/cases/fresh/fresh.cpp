// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/fresh/fresh.h"

#include <algorithm>

#include <fmt/format.h>

#include "conformance/cases/fresh/fresh_arrays.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/judge.h"
#include "reference/renamed.h"

namespace bindpose::conformance {
namespace {

constexpr std::size_t attempts = 8;
constexpr std::size_t largest_sample = 64;

std::string fresh_name(const std::string& base, std::size_t index) {
  const std::size_t family = std::min(base.find('.'), base.size());
  const std::size_t stem = family < base.size() ? base.find('.', family + 1) : std::string::npos;
  if (stem == std::string::npos) return fmt::format("{}.fresh-{}", base, index);
  return fmt::format("{}.fresh-{}{}", base.substr(0, stem), index, base.substr(stem));
}

struct Decided {
  std::size_t yes = 0, no = 0;
};
Decided decided(const Expectation& expectation) {
  Decided count;
  for (const ExpectedArray& array : expectation.arrays)
    for (std::size_t i = 0; i < array.branch.values.size(); ++i)
      ++(is_decided(array, i) ? count.yes : count.no);
  return count;
}

/// True if rows have no output or a comparison is undecided: such an input depends on exactly
/// parallel, opposite or zero vectors, so changed numbers would make it a different kind of input.
bool is_degenerate(const Expectation& expectation) {
  return !expectation.undefined.empty() ||
         std::any_of(expectation.arrays.begin(), expectation.arrays.end(),
                     [](const ExpectedArray& array) { return !array.other.values.empty(); });
}

/// True if the reference has an output, float32 decides as many numbers as for the base input and
/// more than half of all numbers, and the base's output is wrong for this input.
bool is_fresh(const Question& fresh, const Expectation& base, std::size_t enough) {
  const auto expectation = expect(fresh);
  if (!expectation) return false;
  const Decided count = decided(*expectation);
  if (count.yes < enough || count.no > count.yes) return false;
  const Outcome outcome = compare(*expectation, as_answer(base)).outcome;
  return outcome == Outcome::fail || outcome == Outcome::invalid_output;
}

/// True if an input belongs to this level.
bool is_of_level(const Algorithm& algorithm, const ArraySet& arrays, Level level) {
  if (algorithm.levels.size() == 1) return algorithm.levels.front() == level;
  const bool has_palette = arrays.has("palette") || arrays.has("palette_rotations");
  return level == (has_palette ? Level::palette : Level::pose);
}

std::size_t sample_size(const Expectation& base) {
  if (base.arrays.empty() || base.arrays.front().shape.empty()) return largest_sample;
  return std::clamp<std::size_t>(base.arrays.front().shape[0], 4, largest_sample);
}

/// A copy of the case, except the input.
Case without_numbers(const Case& base, std::size_t index) {
  Case fresh = base;
  fresh.name = fresh_name(base.name, index);
  fresh.golden = false;
  fresh.purpose = "Made from: " + base.purpose;
  return fresh;
}

}  // namespace

std::size_t decided_numbers(const Case& c) {
  auto arrays = c.question();
  if (!arrays) return 0;
  const auto expectation = expect({c.algorithm, c.level, c.options, std::move(*arrays)});
  return expectation ? decided(*expectation).yes : 0;
}

Case fresh_case_on_demand(const std::shared_ptr<const Case>& base, std::string seed, std::size_t index) {
  Case fresh = without_numbers(*base, index);
  fresh.question = [base, seed = std::move(seed), index]() -> Expected<ArraySet> {
    BINDPOSE_TRY(const auto made, fresh_case(*base, seed, index));
    return made.question();
  };
  return fresh;
}

bool is_fresh(std::string_view case_name) {
  return case_name.find(".fresh-") != std::string_view::npos;
}

Expected<Case> fresh_case(const Case& base, std::string_view seed, std::size_t index) {
  if (base.level == Level::asset)
    return fail("FRESH_IMPOSSIBLE", base.name,
                "no fresh case can be made of a file: use level palette or pose");
  BINDPOSE_TRY(auto arrays, base.question());
  const Question old{base.algorithm, base.level, base.options, std::move(arrays)};
  BINDPOSE_TRY(const auto expectation, expect(old));

  Case fresh = without_numbers(base, index);
  const std::string stream = fmt::format("{}/{}/{}", seed, former_name(base.name), index);
  const std::size_t enough = std::max<std::size_t>(1, decided(expectation).yes / 2);
  const auto made = [&](ArraySet changed) {
    const Question question{base.algorithm, base.level, base.options, std::move(changed)};
    if (!is_fresh(question, expectation, enough)) return false;
    fresh.question = [kept = question.arrays]() -> Expected<ArraySet> { return kept; };
    return true;
  };
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    Random random(fmt::format("{}/{}", stream, attempt));
    const FreshChange change{1.0 / static_cast<double>(std::size_t{1} << attempt / 2), attempt % 2 == 0,
                             is_degenerate(expectation)};
    if (made(changed_arrays(*base.algorithm, old.arrays, change, random))) return fresh;
  }
  for (std::size_t attempt = 0; attempt < attempts; ++attempt) {
    Random random(fmt::format("{}/sample {}", stream, attempt));
    ArraySet sample = base.algorithm->implementation.sample(sample_size(expectation), random);
    if (is_of_level(*base.algorithm, sample, base.level) && made(std::move(sample))) return fresh;
  }
  return fail("FRESH_IMPOSSIBLE", base.name,
              "every change leaves an input without an output, or the same output");
}

}  // namespace bindpose::conformance

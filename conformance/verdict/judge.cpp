// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/verdict/judge.h"

#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

namespace bindpose::conformance {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double fraction_of(double error, double bound) {
  if (error == 0) return 0;
  return bound > 0 ? error / bound : infinity;
}

std::size_t width_of(const ExpectedArray& array) {
  return array.shape.empty() || array.shape[0] == 0 ? 1 : array.branch.values.size() / array.shape[0];
}

/// "positions[12].y" for rows of up to four numbers, "palette[3][7]" for longer ones.
std::string place(const std::string& name, std::size_t row, std::size_t component, std::size_t width) {
  if (width <= 4) return fmt::format("{}[{}].{}", name, row, "xyzw"[component]);
  return fmt::format("{}[{}][{}]", name, row, component);
}

/// -1 where the row of number i is a rotation that was answered as its negative, else 1.
double sign_of_row(const ExpectedArray& expected, const std::vector<double>& values, std::size_t i,
                   const Array::Reals& got) {
  if (!expected.rotations || values.empty()) return 1;
  const std::size_t first = i - i % 4;
  double dot = 0;
  for (std::size_t c = first; c < first + 4; ++c)
    dot += values[c] * got[c];
  return dot < 0 ? -1 : 1;
}

/// Compares one number and notes it; false where neither side of an open comparison explains it.
bool compare_number(const ExpectedArray& expected, std::size_t i, const Array::Reals& answer,
                    ArrayVerdict& verdict) {
  double got = sign_of_row(expected, expected.branch.values, i, answer) * answer[i];
  double value = expected.branch.values[i];
  double bound = expected.branch.bounds[i];
  bool within = std::fabs(got - value) <= bound;
  if (!within && !expected.other.values.empty()) {
    const double other_got = sign_of_row(expected, expected.other.values, i, answer) * answer[i];
    if (std::fabs(other_got - expected.other.values[i]) <= expected.other.bounds[i]) {
      within = true;
      got = other_got;
      ++verdict.other_branch;
      value = expected.other.values[i];
      bound = expected.other.bounds[i];
    }
  }
  ++verdict.judged;
  if (!within) ++verdict.failing;
  const double fraction = fraction_of(std::fabs(got - value), bound);
  if (!(fraction <= verdict.worst_fraction)) {
    verdict.worst_fraction = fraction;
    verdict.row = i / verdict.width;
    verdict.component = i % verdict.width;
    verdict.expected = value;
    verdict.got = got;
    verdict.bound = bound;
  }
  return within;
}

bool is_decided(const ExpectedArray& expected, std::size_t i) {
  return std::isfinite(expected.branch.bounds[i]) && std::isfinite(expected.branch.values[i]) &&
         (expected.other.values.empty() || std::isfinite(expected.other.bounds[i]));
}

/// The reason why an array is no answer at all, if there is one.
std::optional<std::string> find_invalid(const ExpectedArray& expected, const Array* got) {
  if (got == nullptr) return fmt::format("the answer has no array '{}'", expected.name);
  if (got->shape != expected.shape || !got->is_real())
    return fmt::format("'{}' has the shape {}, expected {}", expected.name, bindpose::to_string(got->shape),
                       bindpose::to_string(expected.shape));
  const std::size_t width = width_of(expected);
  for (std::size_t i = 0; i < expected.branch.values.size(); ++i)
    if (is_decided(expected, i) && !std::isfinite(got->reals()[i]))
      return fmt::format("{} is {}, expected {:.9g}", place(expected.name, i / width, i % width, width),
                         got->reals()[i], expected.branch.values[i]);
  return std::nullopt;
}

std::string describe_worst(const Verdict& verdict) {
  const ArrayVerdict* worst = nullptr;
  std::size_t failing = 0, judged = 0;
  for (const ArrayVerdict& array : verdict.arrays) {
    failing += array.failing;
    judged += array.judged;
    if (array.failing > 0 && (worst == nullptr || !(array.worst_fraction <= worst->worst_fraction)))
      worst = &array;
  }
  if (worst == nullptr) return {};
  return fmt::format(
      "{} of {} numbers outside the bound; worst {} is {:.9g}, expected {:.9g} +- {:.3g} ({:.3g} times the "
      "bound)",
      failing, judged, place(worst->name, worst->row, worst->component, worst->width), worst->got,
      worst->expected, worst->bound, worst->worst_fraction);
}

}  // namespace

Verdict compare(const Expectation& expectation, const Answer& answer) {
  Verdict verdict;
  verdict.subject_seconds = answer.seconds;
  std::size_t judged = 0;
  bool all_within = true;
  for (const ExpectedArray& expected : expectation.arrays) {
    const Array* got = answer.arrays.find(expected.name);
    if (const auto reason = find_invalid(expected, got)) {
      verdict.outcome = Outcome::invalid_output;
      verdict.detail = *reason;
      return verdict;
    }
    ArrayVerdict array;
    array.name = expected.name;
    array.width = width_of(expected);
    for (std::size_t i = 0; i < expected.branch.values.size(); ++i) {
      if (is_decided(expected, i))
        all_within = compare_number(expected, i, got->reals(), array) && all_within;
      else
        ++array.undecided;
    }
    judged += array.judged;
    if (!(array.worst_fraction <= verdict.worst_fraction)) verdict.worst_fraction = array.worst_fraction;
    verdict.arrays.push_back(std::move(array));
  }
  if (judged == 0) {
    verdict.outcome = Outcome::not_supported;
    verdict.detail = "float32 arithmetic decides no number of this case";
    return verdict;
  }
  verdict.outcome = all_within ? Outcome::pass : Outcome::fail;
  verdict.detail = describe_worst(verdict);
  return verdict;
}

Verdict judge(const Question& question, const Expectation& expectation, const Answer& answer) {
  Verdict verdict = compare(expectation, answer);
  if (verdict.outcome != Outcome::fail) return verdict;
  for (const Arithmetic arithmetic : {Arithmetic::half_palette, Arithmetic::mediump}) {
    const bool has_palette = question.arrays.has("palette") || question.arrays.has("palette_rotations");
    if (arithmetic == Arithmetic::half_palette && !has_palette) continue;
    const auto lower = expect(question, arithmetic);
    if (!lower) continue;
    const Verdict explained = compare(*lower, answer);
    // A bound that says nothing about some number explains nothing.
    bool all_bounded = true;
    for (std::size_t a = 0; a < explained.arrays.size(); ++a)
      all_bounded = all_bounded && explained.arrays[a].undecided == verdict.arrays[a].undecided;
    if (explained.outcome != Outcome::pass || !all_bounded) continue;
    verdict.outcome = Outcome::quality_warning;
    verdict.detail = fmt::format("only as precise as {} arithmetic ({:.2f} of its bound): {}",
                                 to_string(arithmetic), explained.worst_fraction, verdict.detail);
    return verdict;
  }
  for (const OptionSpec& spec : question.algorithm->implementation.options) {
    if (spec.kind != OptionSpec::Kind::policy) continue;
    const auto asked = choice(question.algorithm->implementation.options, question.options, spec.name);
    for (const std::string_view value : spec.values) {
      if (!asked || value == *asked) continue;
      Question other = question;
      other.options[std::string(spec.name)] = std::string(value);
      const auto alternative = expect(other);
      if (!alternative || compare(*alternative, answer).outcome != Outcome::pass) continue;
      verdict.outcome = Outcome::policy;
      verdict.detail = fmt::format("{}: asked for {}, found {}", spec.name, *asked, value);
      return verdict;
    }
  }
  return verdict;
}

Verdict judge_error(const Error& error) {
  Verdict verdict;
  verdict.detail = to_string(error);
  if (error.code == "NOT_SUPPORTED" || error.code == "NOT_APPLICABLE")
    verdict.outcome = Outcome::not_supported;
  else if (error.code == "CRASH")
    verdict.outcome = Outcome::crash;
  else if (error.code == "TIMEOUT")
    verdict.outcome = Outcome::timeout;
  else if (error.code == "INVALID_OUTPUT")
    verdict.outcome = Outcome::invalid_output;
  else
    verdict.outcome = Outcome::fail;
  return verdict;
}

}  // namespace bindpose::conformance

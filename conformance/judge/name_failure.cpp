// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/judge/name_failure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "conformance/defects/together.h"
#include "conformance/judge/causes.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/named_defects.h"
#include "conformance/judge/suspects.h"

namespace bindpose::conformance {
namespace {

constexpr double clearly_wrong = 1e-2;               // relative to an array's scale: above any bound
constexpr std::size_t most_judged_numbers = 200000;  // per output
constexpr std::size_t numbers_of_a_direction = 3;

/// The number that a verdict reports for a position: the number itself, or the length of the row's direction.
double number_at(const Array::Reals& values, const ArrayVerdict& at) {
  const std::size_t first = at.row * at.width;
  if (at.component < at.width) return values[first + at.component];
  return std::hypot(values[first], values[first + 1], values[first + numbers_of_a_direction - 1]);
}

/// True if the defect has the subject's number at the worst position; for a rotation also its negative.
bool is_its_number(const ArrayVerdict& at, const Array::Reals& made) {
  const double number = number_at(made, at);
  const auto is_near = [&](double x) {
    const double distance = std::fabs(x - at.got);
    return distance <= bounds_of_a_defect * at.bound + of_its_scale * scale_of(made) &&
           times_nearer * distance <= std::fabs(at.got - at.expected);
  };
  return is_near(number) || (at.width == 4 && is_near(-number));
}

/// True if the defect hardly changes an array of right numbers.
bool leaves_as_it_is(const Array::Reals& made, const Array::Reals& right) {
  const double reach = clearly_wrong * scale_of(right);
  return std::ranges::equal(made, right, [reach](double a, double b) {
    return !std::isfinite(b) || std::fabs(a - b) <= reach || std::fabs(a + b) <= reach;
  });
}

/// Replaces a piece of a text; false if the text lacks it.
bool replace(std::string& text, std::string_view piece, std::string_view by) {
  const std::size_t at = text.find(piece);
  if (piece.empty() || at == text.npos) return false;
  text.replace(at, piece.size(), by);
  return true;
}

}  // namespace

void forget_policy(Verdict& verdict) {
  const std::size_t equals = verdict.policy.find('=');
  if (equals == verdict.policy.npos) return;
  const std::string value = fmt::format("{}{}: ", found_value, verdict.policy.substr(equals + 1));
  std::string& text = verdict.detail;
  const std::size_t begin = text.find(fmt::format("{}{}", verdict.policy.substr(0, equals), asked_for));
  const std::size_t end = begin == text.npos ? begin : text.find(value, begin);
  if (begin != text.npos && end != text.npos) text.erase(begin, end + value.size() - begin);
  verdict.policy.clear();
}

void forget_class(Verdict& verdict) {
  if (verdict.precision_class.empty()) return;
  std::string& text = verdict.detail;
  const std::size_t begin = text.find(only_as_precise);
  const std::size_t end = begin == text.npos ? begin : text.find(not_accepted, begin);
  if (end != text.npos) text.erase(begin, end + not_accepted.size() - begin);
  verdict.precision_class.clear();
}

bool explains_worst_numbers(const Defect& defect, const Question& question, const Verdict& verdict) {
  if (verdict.arrays.empty() || judged_numbers(verdict) > most_judged_numbers) return false;
  const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
  if (!right) return false;
  const ArraySet judged = judged_arrays(question, *right);
  const auto made = answer_with(std::array{&defect}, question, judged);
  if (!made) return false;
  return std::ranges::all_of(verdict.arrays, [&](const ArrayVerdict& array) {
    const Array *of_defect = made->find(array.name), *of_right = judged.find(array.name);
    if (of_defect == nullptr || of_right == nullptr || of_defect->shape != of_right->shape) return false;
    // Numbers that are not judged may have any value.
    if (array.failing == 0)
      return array.undecided > 0 || leaves_as_it_is(of_defect->reals(), of_right->reals());
    return !leaves_right(defect, array.name) && is_its_number(array, of_defect->reals());
  });
}

void rename_failure(Verdict& verdict, const Defect& defect) {
  if (const Defect* before = named_defect(verdict); before != nullptr) {
    replace(verdict.detail, before->sentence, defect.sentence);
  } else {
    forget_class(verdict);
    forget_policy(verdict);
    const std::string numbers = worst_words(verdict.arrays), sentence = fmt::format("; {}", defect.sentence);
    if (!replace(verdict.detail, numbers, numbers + sentence)) verdict.detail += sentence;
  }
  name_defect(verdict, defect);
}

void unname_failure(Verdict& verdict) {
  if (const Defect* const defect = named_defect(verdict))
    replace(verdict.detail, fmt::format("; {}", defect->sentence), "");
  verdict.defect.clear();
  verdict.defect_way.reset();
}

void name_likeliest_defect(const GivenAnswer& given, Verdict& verdict) {
  if (verdict.outcome != Outcome::fail || !verdict.policy.empty()) return;
  // Tries every registered defect; a sample of a large output suffices.
  const auto sample = sample_of(given.question, given.right, given.answer, of_large_answers);
  const std::span answers(sample ? &*sample : &given, 1);
  auto found = suspects(answers);
  std::erase_if(found, [&](const Suspect& each) {
    return each.evidence.explained >= each.evidence.against && is_refuted_by_stages(*each.defect, answers);
  });
  if (!explains_half(found) || leave_a_rest(found)) return;
  const Suspect& likeliest = found.front();
  if (verdict.defect == likeliest.defect->id) return;
  const auto before = std::ranges::find_if(
      found, [&verdict](const Suspect& each) { return each.defect->id == verdict.defect; });
  const bool is_better = verdict.defect.empty() || before == found.end() ||
                         before->evidence.share() <= likeliest.evidence.share();
  if (is_better && explains_worst_numbers(*likeliest.defect, given.question, verdict))
    rename_failure(verdict, *likeliest.defect);
}

}  // namespace bindpose::conformance

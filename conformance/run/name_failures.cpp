// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/run/name_failures.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "conformance/defects/together.h"
#include "conformance/judge/causes.h"
#include "conformance/judge/compare_array.h"
#include "conformance/judge/judge.h"
#include "conformance/judge/mistakes.h"
#include "conformance/judge/row_patterns.h"

namespace bindpose::conformance {
namespace {

constexpr double clearly_wrong = 1e-2;        // of an array's scale: more than any bound
constexpr std::size_t most_numbers = 200000;  // of an answer
constexpr std::size_t direction_width = 3;

/// The number that a verdict has of a place: its own, or the length of the row's direction.
double number_at(const Array::Reals& values, const ArrayVerdict& at) {
  const std::size_t first = at.row * at.width;
  if (at.component < at.width) return values[first + at.component];
  return std::hypot(values[first], values[first + 1], values[first + direction_width - 1]);
}

/// Whether the mistake's number at the worst place is the subject's. Of a rotation, its negative is the same.
bool is_its_number(const ArrayVerdict& at, const Array::Reals& made) {
  const double number = number_at(made, at);
  const auto is_near = [&](double x) {
    const double distance = std::fabs(x - at.got);
    return distance <= bounds_of_a_mistake * at.bound + of_its_scale * scale_of(made) &&
           times_nearer * distance <= std::fabs(at.got - at.expected);
  };
  return is_near(number) || (at.width == 4 && is_near(-number));
}

/// Whether the mistake leaves an array of right numbers about as it is.
bool leaves_as_it_is(const Array::Reals& made, const Array::Reals& right) {
  const double reach = clearly_wrong * scale_of(right);
  return std::ranges::equal(made, right, [reach](double a, double b) {
    return !std::isfinite(b) || std::fabs(a - b) <= reach || std::fabs(a + b) <= reach;
  });
}

std::size_t judged_numbers(const Verdict& verdict) {
  std::size_t numbers = 0;
  for (const ArrayVerdict& array : verdict.arrays)
    numbers += array.judged;
  return numbers;
}

bool explains_worst_numbers(const Defect& defect, const Suite& suite, const Record& record) {
  const Verdict& verdict = record.verdict;
  if (verdict.arrays.empty() || judged_numbers(verdict) > most_numbers) return false;
  const auto terms = suite.terms(record.subject, *record.from->algorithm, record.from->level);
  const auto asked = asked_question(*record.from, record.policies, terms.without);
  if (!asked) return false;
  const Question& question = asked->question;
  const auto right = question.algorithm->implementation.in_double(question.arrays, question.options);
  if (!right) return false;
  const ArraySet judged = judged_arrays(question, *right);
  const auto made = answer_with(defect, question, judged);
  if (!made) return false;
  return std::ranges::all_of(verdict.arrays, [&](const ArrayVerdict& array) {
    const Array *of_mistake = made->find(array.name), *of_right = judged.find(array.name);
    if (of_mistake == nullptr || of_right == nullptr || of_mistake->shape != of_right->shape) return false;
    // Numbers that are not judged may be anything.
    if (array.failing == 0)
      return array.undecided > 0 || leaves_as_it_is(of_mistake->reals(), of_right->reals());
    return !leaves_right(defect, array.name) && is_its_number(array, of_mistake->reals());
  });
}

/// The name of an algorithm's failing tests, and the share of their numbers that it explains.
struct Cause {
  const Defect* defect = nullptr;
  double share = 0;
};

std::optional<Cause> cause_of(const Diagnoses& diagnoses, const std::string& algorithm) {
  for (const Diagnosis& diagnosis : diagnoses)
    if (std::ranges::find(diagnosis.algorithms, algorithm) != diagnosis.algorithms.end() &&
        explains_half(diagnosis.suspects) && !leave_a_rest(diagnosis.suspects))
      return Cause{diagnosis.suspects.front().defect, diagnosis.suspects.front().evidence.share()};
  return std::nullopt;
}

const Suspect* find(const Diagnoses& diagnoses, const std::string& algorithm, std::string_view id) {
  for (const Diagnosis& diagnosis : diagnoses)
    if (std::ranges::find(diagnosis.algorithms, algorithm) != diagnosis.algorithms.end())
      for (const Suspect& suspect : diagnosis.suspects)
        if (suspect.defect->id == id) return &suspect;
  return nullptr;
}

/// Replaces a piece of a text; false if the text lacks it.
bool replace(std::string& text, std::string_view piece, std::string_view by) {
  const std::size_t at = text.find(piece);
  if (piece.empty() || at == text.npos) return false;
  text.replace(at, piece.size(), by);
  return true;
}

void forget_class(Verdict& verdict) {
  if (verdict.precision_class.empty()) return;
  std::string& text = verdict.detail;
  const std::size_t begin = text.find(only_as_precise), end = text.find(not_accepted);
  if (end != text.npos) text.erase(begin, end + not_accepted.size() - begin);
  verdict.precision_class.clear();
}

void name(Verdict& verdict, const Defect& defect) {
  if (const Defect* before = named_mistake(verdict); before != nullptr) {
    replace(verdict.detail, before->sentence, defect.sentence);
  } else {
    forget_class(verdict);
    const std::string numbers = worst_words(verdict.arrays), sentence = fmt::format("; {}", defect.sentence);
    if (!replace(verdict.detail, numbers, numbers + sentence)) verdict.detail += sentence;
  }
  name_mistake(verdict, defect);
}

/// Whether passing tests refute the mistake: they leave it no evidence.
bool is_refuted(const Suspect& suspect) {
  return suspect.evidence.explained == 0 && suspect.evidence.given.empty();
}

void forget(Verdict& verdict) {
  if (const Defect* const defect = named_mistake(verdict))
    replace(verdict.detail, fmt::format("; {}", defect->sentence), "");
  verdict.mistake.clear();
  verdict.mistake_way.reset();
}

/// How many tests of an algorithm fail, and how many of them have each name of their own.
struct OwnNames {
  std::size_t tests = 0;
  std::map<std::string, std::size_t> names;
};

std::map<std::string, OwnNames> count_own_names(const Suite& suite, std::size_t subject) {
  std::map<std::string, OwnNames> counts;
  for (const Record& record : suite.records()) {
    const Verdict& verdict = record.verdict;
    if (record.subject != subject || !record.ran || is_expected(verdict.judged.value_or(verdict.outcome)))
      continue;
    OwnNames& own = counts[record.from->algorithm->path()];
    ++own.tests;
    ++own.names[verdict.mistake];
  }
  return counts;
}

/// Whether the diagnosis of an algorithm names no mistake at all; `where_parts` only where parts of a file are mixed up.
bool is_unnamed(const Diagnoses& diagnoses, const std::string& algorithm, bool where_parts) {
  const auto own = std::ranges::find_if(diagnoses, [&](const Diagnosis& diagnosis) {
    return std::ranges::find(diagnosis.algorithms, algorithm) != diagnosis.algorithms.end();
  });
  return own != diagnoses.end() && names_none(*own) &&
         (!where_parts ||
          std::ranges::find(own->symptoms, rows_of_another_part, &Symptom::id) != own->symptoms.end());
}

/// Of directions that are not of length 1 some happen to be nearly so.
bool is_case_of(std::string_view id, const Defect& defect) {
  return id == "normal-nearly-normalised" && defect.id == "normal-not-renormalised";
}

}  // namespace

void name_failures(Suite& suite, std::size_t subject, const Diagnoses& diagnoses) {
  const auto counts = count_own_names(suite, subject);
  for (std::size_t i = 0; i < suite.records().size(); ++i) {
    Record& record = suite.record(i);
    Verdict& verdict = record.verdict;
    if (record.subject != subject || !record.ran || !record.is_of_numbers() || !verdict.policy.empty() ||
        verdict.judged.value_or(verdict.outcome) != Outcome::fail)
      continue;
    const std::string algorithm = record.from->algorithm->path();
    const Suspect* const before = find(diagnoses, algorithm, verdict.mistake);
    const OwnNames& own = counts.at(algorithm);
    // What all wrong answers together do not confirm, and explains few of them, is an accident of the data.
    const bool is_accident = !verdict.mistake.empty() &&
                             is_unnamed(diagnoses, algorithm, 2 * own.names.at(verdict.mistake) >= own.tests);
    if (is_accident || (before != nullptr && is_refuted(*before))) forget(verdict);
    const auto cause = cause_of(diagnoses, algorithm);
    if (!cause || verdict.mistake == cause->defect->id) continue;
    const bool is_better =
        verdict.mistake.empty() || before == nullptr || before->evidence.share() <= cause->share;
    if (is_better && (is_case_of(verdict.mistake, *cause->defect) ||
                      explains_worst_numbers(*cause->defect, suite, record)))
      name(verdict, *cause->defect);
  }
}

}  // namespace bindpose::conformance

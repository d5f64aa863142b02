// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Action units and emotions read wrongly.
#include "reference/face/facs.h"

#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

using bindpose::face::action_units, bindpose::face::Emotion;

bool is_facs(const Question& question) {
  return question.algorithm->id == "facs";
}

Array::Integers scores_of(const Question& question) {
  if (const Array* scores = question.arrays.find("scores")) return scores->integers();
  const auto emotion = static_cast<Emotion>(question.arrays.find("emotion")->integers()[0]);
  return bindpose::face::scores_of(emotion, question.arrays.find("action_units")->integers());
}

/// The question by these scores, times what: a fifth each.
Changed with_scores(const Question& question, Array::Integers scores, double times = 1) {
  Question changed = question;
  changed.arrays.remove("emotion");
  const std::size_t count = scores.size();
  changed.arrays.put({"scores", {count}, std::move(scores)});
  for (double& e : *reals_of(changed.arrays, "strength"))
    e *= times;
  return changed;
}

/// A = 0, B = 1/4 .. E = 1.
Changed from_zero(const Question& question) {
  if (!is_facs(question)) return std::nullopt;
  Array::Integers scores = scores_of(question);
  for (std::int32_t& s : scores)
    s = std::max(0, s - 1);
  return with_scores(question, std::move(scores), 1.25);
}

/// A strongest, E weakest.
Changed reversed(const Question& question) {
  if (!is_facs(question)) return std::nullopt;
  Array::Integers scores = scores_of(question);
  for (std::int32_t& s : scores)
    if (s != 0) s = 6 - s;
  return with_scores(question, std::move(scores));
}

/// The n-th target by the n-th row of the table, whatever unit it shows.
Changed units_by_index(const Question& question) {
  if (!is_facs(question) || !question.arrays.has("emotion")) return std::nullopt;
  const auto emotion = static_cast<std::size_t>(question.arrays.find("emotion")->integers()[0]);
  Array::Integers scores(question.arrays.find("action_units")->shape[0], 0);
  for (std::size_t i = 0; i < std::min(scores.size(), action_units.size()); ++i)
    scores[i] = bindpose::face::score_of(action_units[i].letters[emotion]);
  return with_scores(question, std::move(scores));
}

/// The action unit's number taken for the number of a row.
Changed units_by_number(const Question& question) {
  if (!is_facs(question) || !question.arrays.has("emotion")) return std::nullopt;
  const auto emotion = static_cast<std::size_t>(question.arrays.find("emotion")->integers()[0]);
  Array::Integers scores;
  for (const std::int32_t unit : question.arrays.find("action_units")->integers()) {
    const auto row = static_cast<std::size_t>(unit) - 1;
    scores.push_back(row < action_units.size() ? bindpose::face::score_of(action_units[row].letters[emotion])
                                               : 0);
  }
  return with_scores(question, std::move(scores));
}

/// The emotion after it.
Changed emotions_shifted(const Question& question) {
  if (!is_facs(question) || !question.arrays.has("emotion")) return std::nullopt;
  Question changed = question;
  std::int32_t& emotion = (*integers_of(changed.arrays, "emotion"))[0];
  emotion = (emotion + 1) % 6;
  return changed;
}

}  // namespace

BINDPOSE_DEFECTS(face, facs) {
  return {
      {.id = "facs-scores-from-zero",
       .sentence = "your output equals what one gets when the score A is nothing and E is all; A is a fifth",
       .symptom = "traces of an expression are missing",
       .source = "(derived)",
       .question = &from_zero},
      {.id = "facs-scores-reversed",
       .sentence = "your output equals what one gets when A is the strongest score and E the weakest",
       .symptom = "what should dominate a face hardly shows",
       .source = "(derived)",
       .question = &reversed},
      {.id = "facs-units-by-index",
       .sentence = "your output equals what one gets when the n-th target gets the n-th row of the table of "
                   "emotions; its row is that of its action unit",
       .symptom = "faces with other targets, or in another order, make other expressions",
       .source = "glTF#1344, (derived)",
       .question = &units_by_index},
      {.id = "facs-units-by-number",
       .sentence = "your output equals what one gets when an action unit's number is taken for a row of the "
                   "table of emotions; units 3, 7 and others have no row",
       .symptom = "the brows move and the mouth does not",
       .source = "(derived)",
       .question = &units_by_number},
      {.id = "facs-emotions-shifted",
       .sentence = "your output equals what one gets for the emotion after the one asked for",
       .symptom = "a sad face smiles",
       .source = "(derived)",
       .question = &emotions_shifted},
  };
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// The twelve weights of an influence misread.
#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

/// change(double* twelve weights, row of all of them)
template <class Change>
Changed with_entries(const Question& question, Change change) {
  return with_rows(question, {"entry_weights"}, 12, change);
}

Changed by_columns(const Question& question) {
  return with_entries(question, [](double* w, std::size_t) {
    double rows[12];
    for (std::size_t r = 0; r < 3; ++r)
      for (std::size_t c = 0; c < 4; ++c)
        rows[4 * r + c] = w[3 * c + r];
    std::copy(rows, rows + 12, w);
  });
}

/// Slots of 16 numbers, as matrices of four rows have.
Changed sixteen_a_slot(const Question& question) {
  const Array* given = question.arrays.find("entry_weights");
  return with_entries(question, [given](double* w, std::size_t slot) {
    for (std::size_t e = 0; e < 12; ++e)
      w[e] = given->reals()[(16 * slot + e) % given->reals().size()];
  });
}

Changed first_of_twelve(const Question& question) {
  return with_entries(question, [](double* w, std::size_t) { std::fill(w, w + 12, w[0]); });
}

Changed clamped(const Question& question) {
  return with_entries(question, [](double* w, std::size_t) {
    for (int e = 0; e < 12; ++e)
      w[e] = std::max(w[e], 0.0);
  });
}

Changed translation_as_it_is(const Question& question) {
  return with_entries(question, [](double* w, std::size_t) {
    const bool is_used = std::any_of(w, w + 12, [](double w_rc) { return w_rc != 0; });
    w[3] = w[7] = w[11] = is_used ? 1 : 0;
  });
}

Computed normal_by_one_weight(const Question& question) {
  return with_array_of(first_of_twelve(question), "normals", question);
}

}  // namespace

BINDPOSE_DEFECTS(skinning, multi_weight) {
  return {
      {.id = "entry-weights-transposed",
       .sentence = "your output equals what one gets when the weights of row r and column c are swapped with "
                   "those of row c and column r",
       .symptom = "right where all twelve weights are the same, askew elsewhere",
       .source = "(derived)",
       .question = [](const Question& question) { return with_entries(question, transpose_linear); }},
      {.id = "entry-weights-column-major",
       .sentence = "your output equals what one gets when the twelve weights are read column by column: four "
                   "columns of three; they come as three rows of four",
       .symptom = "right where all twelve weights are the same, torn elsewhere",
       .source = "(derived)",
       .question = &by_columns},
      {.id = "entry-weights-stride",
       .sentence = "your output equals what one gets when an influence is read as 16 weights; it has 12",
       .symptom = "the first influence is right, the others take their neighbours' weights",
       .source = "(derived)",
       .question = &sixteen_a_slot},
      {.id = "one-weight-an-influence",
       .sentence = "your output equals what one gets when the first of the twelve weights counts for all",
       .symptom = "linear blend skinning with odd weights",
       .source = "(derived)",
       .question = &first_of_twelve},
      {.id = "negative-weight-clamped",
       .sentence = "your output equals what one gets when weights below 0 are taken for 0; they are used as "
                   "given",
       .symptom = "what fitting took away comes back: bulges at the joints",
       .source = "(derived)",
       .question = &clamped},
      {.id = "translation-unweighted",
       .sentence = "your output equals what one gets when translations are added without their weights",
       .symptom = "vertices fly off, the further from the origin the more",
       .source = "(derived)",
       .question = &translation_as_it_is},
      {.id = "normal-uses-one-weight",
       .sentence = "your positions are right, but normals are carried with one weight per influence",
       .symptom = "shading does not follow the surface",
       .source = "(derived)",
       .formula = &normal_by_one_weight},
  };
}

}  // namespace bindpose::conformance

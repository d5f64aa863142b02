// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Weights packed so that they do not sum to all steps, or that the wrong slot makes up for it.
#include "reference/binding/shared/packing.h"

#include <algorithm>
#include <cmath>

#include "conformance/defects/shared/change.h"
#include "reference/binding/pack_f16.h"
#include "reference/binding/shared/packed_vertices.h"

namespace bindpose::conformance {
namespace {

namespace reference = bindpose::binding;
using Shares = std::vector<double>;

bool is_rounded_alone(const Question& question) {
  return question.options.contains("sum") && question.options.at("sum") == "as-rounded";
}

bool is_implicit(const Question& question) {
  return question.options.contains("last_weight") && question.options.at("last_weight") == "implicit";
}

/// How many steps sum to 1; 0 where nothing sums to anything.
int steps_of(const Question& question) {
  const std::string_view id = question.algorithm->id;
  return id == "pack.u8"                                   ? 255
         : id == "pack.u16"                                ? 65535
         : id == "pack.f16" && !is_rounded_alone(question) ? reference::half_steps
                                                           : 0;
}

/// pack(weights as given, n) -> k_i
template <class Pack>
Damaged packed_by(const Question& question, const ArraySet& right, Pack pack) {
  const int n = steps_of(question);
  if (n == 0) return std::nullopt;
  const Array& joints = *question.arrays.find("joints");
  const Array* weights = question.arrays.find("weights");
  const std::size_t K = joints.shape[1];
  ArraySet damaged = right;
  const auto k_of = [&](std::size_t v) {
    Shares w(K, 1);
    if (weights != nullptr)
      std::copy_n(weights->reals().begin() + static_cast<std::ptrdiff_t>(v * K), K, w.begin());
    return pack(w, n);
  };
  const bool is_half = question.algorithm->id == "pack.f16";
  const std::size_t stored = is_implicit(question) ? K - 1 : K, width = is_half ? K : K + stored;
  for (const char* name : {"bytes", "words", "halves"})
    change_rows(damaged, name, width, [&](double* row, std::size_t v) {
      const Shares k = k_of(v);
      for (std::size_t i = 0; i < stored; ++i)
        row[width - stored + i] =
            is_half ? binary16_bits(binary16_form.nearest(std::max(k[i], 0.0) / n)) : k[i];
    });
  change_rows(damaged, "unpacked_weights", K, [&](double* row, std::size_t v) {
    const Shares k = k_of(v);
    double before = 0;
    for (std::size_t i = 0; i < K; before += k[i], ++i)
      row[i] = (i + 1 == K && is_implicit(question) ? n - before : k[i]) / n;
  });
  return damaged;
}

Shares rounded(const Shares& w, int n) {
  const Shares p = reference::shares<double>(w, n);
  Shares k;
  for (const double p_i : p)
    k.push_back(std::round(p_i));
  return k;
}
bool has_weight(const Shares& w) {
  return std::ranges::any_of(w, [](double w_i) { return w_i != 0; });
}

Damaged each_alone(const Question& question, const ArraySet& right) {
  return packed_by(question, right, [](const Shares& w, int n) { return has_weight(w) ? rounded(w, n) : w; });
}
Damaged cut_off(const Question& question, const ArraySet& right) {
  return packed_by(question, right, [](const Shares& w, int n) {
    Shares k = w;
    if (has_weight(w)) k = reference::shares<double>(w, n);
    for (double& k_i : k)
      k_i = std::floor(k_i);
    return k;
  });
}
/// The first of the largest makes up for what rounding each left or took.
Damaged largest_makes_up(const Question& question, const ArraySet& right) {
  return packed_by(question, right, [](const Shares& w, int n) {
    if (!has_weight(w)) return w;
    Shares k = rounded(w, n);
    double sum = 0;
    for (const double k_i : k)
      sum += k_i;
    *std::ranges::max_element(k) += n - sum;
    return k;
  });
}
Damaged one_step_more(const Question& question, const ArraySet& right) {
  return packed_by(question, right, [](const Shares& w, int n) {
    if (!has_weight(w)) return w;
    Shares k = reference::shares<double>(w, n + 1);
    for (double& k_i : k)
      k_i = std::min(std::floor(k_i), static_cast<double>(n));
    return k;
  });
}
Damaged sums_as_given(const Question& question, const ArraySet& right) {
  return packed_by(question, right, [](const Shares& w, int n) {
    Shares k;
    for (const double w_i : w)
      k.push_back(std::min(std::round(n * w_i), static_cast<double>(n)));
    return k;
  });
}

/// Weights each by itself, half_of(w) -> half float.
Damaged halves_by(const Question& question, const ArraySet& right, double (*half_of)(double)) {
  if (question.algorithm->id != "pack.f16" || !is_rounded_alone(question)) return std::nullopt;
  const Array* weights = question.arrays.find("weights");
  if (weights == nullptr) return std::nullopt;
  ArraySet damaged = right;
  change_rows(damaged, "halves", 1,
              [&](double* half, std::size_t i) { *half = binary16_bits(half_of(weights->reals()[i])); });
  change_rows(damaged, "unpacked_weights", 1,
              [&](double* w, std::size_t i) { *w = half_of(weights->reals()[i]); });
  return damaged;
}
/// Cut off instead of rounded.
Damaged halves_cut(const Question& question, const ArraySet& right) {
  return halves_by(question, right, binary16_form.cut);
}
Damaged halves_up_at_ties(const Question& question, const ArraySet& right) {
  return halves_by(question, right, [](double w) {
    const double farther = binary16_form.error(w);
    const bool is_tie = w - binary16_form.cut(w) == farther;
    return is_tie ? w + farther : binary16_form.nearest(w);
  });
}
/// Those below the normal ones are 0.
Damaged halves_flushed(const Question& question, const ArraySet& right) {
  return halves_by(question, right, [](double w) {
    const double half = binary16_form.nearest(w);
    return half < 0x1p-14 ? 0 : half;
  });
}

Changed other_sum(const Question& question) {
  if (question.algorithm->id != "pack.f16") return std::nullopt;
  Changed changed = question;
  changed->options["sum"] = is_rounded_alone(question) ? "one" : "as-rounded";
  return changed;
}

Damaged weights_first(const Question& question, const ArraySet& right) {
  const int n = steps_of(question);
  if (n == 0 || question.algorithm->id == "pack.f16") return std::nullopt;
  const auto K = static_cast<std::ptrdiff_t>(question.arrays.find("joints")->shape[1]);
  const std::ptrdiff_t width = is_implicit(question) ? 2 * K - 1 : 2 * K;
  return with_answer_rows(right, {"bytes", "words"}, static_cast<std::size_t>(width),
                          [&](double* row, std::size_t) { std::rotate(row, row + K, row + width); });
}

constexpr std::string_view quantisers = "StereoKit#835, lslib#198, glTF#1749, glTF-Transform#1404";

}  // namespace

BINDPOSE_DEFECTS(binding, packing) {
  return {
      {.id = "pack-each-alone",
       .sentence = "your output equals what one gets when each weight is rounded by itself: they do not sum "
                   "to all steps",
       .symptom = "vertices wobble, the more the farther from the origin",
       .source = quantisers,
       .answer = &each_alone},
      {.id = "pack-cut-off",
       .sentence = "your output equals what one gets when weights are cut off instead of rounded",
       .symptom = "vertices shrink towards the origin",
       .source = quantisers,
       .answer = &cut_off},
      {.id = "pack-largest-makes-up",
       .sentence = "your output equals what one gets when each weight is rounded and the largest makes up "
                   "for the sum",
       .symptom = "weights are off by more than one step",
       .source = quantisers,
       .answer = &largest_makes_up},
      {.id = "pack-one-step-more",
       .sentence = "your output equals what one gets when a weight is multiplied by one step more than there "
                   "are, 256 instead of 255, and cut off",
       .symptom = "vertices shrink or grow slightly",
       .source = quantisers,
       .answer = &one_step_more},
      {.id = "pack-as-given",
       .sentence =
           "your output equals what one gets when weights are rounded without being divided by their sum",
       .symptom = "weights that sum to more than 1 overflow",
       .source = quantisers,
       .answer = &sums_as_given},
      {.id = "pack-halves-cut",
       .sentence =
           "your output equals what one gets when half floats are cut off instead of rounded to nearest",
       .symptom = "vertices shrink towards the origin",
       .source = "(derived)",
       .answer = &halves_cut},
      {.id = "pack-halves-up-at-ties",
       .sentence = "your output equals what one gets when of two half floats that are as near the larger is "
                   "taken instead of the even one",
       .symptom = "weights half way between two half floats are one bit too large",
       .source = "(derived)",
       .answer = &halves_up_at_ties},
      {.id = "pack-halves-flushed",
       .sentence = "your output equals what one gets when half floats below 2^-14 are written as 0",
       .symptom = "the smallest weights are lost",
       .source = "(derived)",
       .answer = &halves_flushed},
      {.id = "pack-other-sum",
       .sentence = "your output equals what one gets when half floats keep the sum 1 and should be rounded, "
                   "or the other way round",
       .symptom = "small weights lose their last digits",
       .source = "(derived)",
       .question = &other_sum},
      {.id = "pack-weights-first",
       .sentence = "your output equals what one gets when a vertex's weights are written before its joints",
       .symptom = "the mesh explodes",
       .source = "(derived)",
       .answer = &weights_first}};
}

}  // namespace bindpose::conformance

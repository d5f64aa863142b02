// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/model/judged_share.h"

#include <algorithm>
#include <cmath>

#include "reference/numeric/float32.h"

namespace bindpose {
namespace {

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double x : values)
    if (std::isfinite(x)) largest = std::max(largest, std::fabs(x));
  return largest;
}

bool is_in_metres(const ArrayDeclaration& array) {
  using enum Kind::Of;
  return array.kind.of == point || array.kind.of == offset || array.kind.of == length;
}

}  // namespace

double scale_of_answer(const Declaration& declaration, std::string_view array,
                       const std::vector<double>& values, const ArraySet& question) {
  double scale = largest_of(values);
  const ArrayDeclaration* declared = declaration.find_answer(array);
  if (declared == nullptr || declared->kind.of != Kind::Of::length) return scale;
  for (const ArrayDeclaration& input : declaration.inputs)
    if (const Array* given = question.find(input.name);
        given != nullptr && given->is_real() && is_in_metres(input))
      scale = std::max(scale, largest_of(given->reals()));
  return scale;
}

void open_wide_bounds(std::vector<double>& bounds, double scale) {
  if (scale == 0) return;
  for (double& bound : bounds)
    if (!(bound <= largest_judged_share * scale)) bound = infinity;
}

}  // namespace bindpose

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/cases/metamorphic/changed_question.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace bindpose::conformance {

Order places(const Order& order) {
  Order place(order.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    place[order[i]] = i;
  return place;
}

void apply(const RowMap& map, double* row) {
  Eigen::VectorXd mapped = map.c;
  for (Eigen::Index r = 0; r < mapped.size(); ++r)
    for (Eigen::Index c = 0; c < map.L.cols(); ++c)
      if (map.L(r, c) != 0) mapped[r] += map.L(r, c) * row[c];
  std::copy(mapped.begin(), mapped.end(), row);
}

Numbers taken_back(const Back& back, const Shape& shape, const Numbers& second) {
  Numbers first{permuted(second.values, shape, back.axes), permuted(second.bounds, shape, back.axes)};
  const auto width = static_cast<std::size_t>(back.map.c.size());
  if (width == 0) return first;
  // An error of b in x is an error of |L| b in L x + c, plus the rounding in double of these products and sums.
  const RowMap errors{back.map.L.cwiseAbs(), Eigen::VectorXd::Zero(back.map.c.size())};
  const RowMap sizes{errors.L, back.map.c.cwiseAbs()};
  const double rounding = static_cast<double>(width + 1) * std::numeric_limits<double>::epsilon();
  std::vector<double> size = first.values;
  for (double& x : size)
    x = std::fabs(x);
  for (std::size_t i = 0; i + width <= first.values.size(); i += width) {
    apply(back.map, &first.values[i]);
    apply(errors, &first.bounds[i]);
    apply(sizes, &size[i]);
    for (std::size_t c = i; c < i + width; ++c)
      first.bounds[c] += rounding * size[c];
  }
  return first;
}

}  // namespace bindpose::conformance

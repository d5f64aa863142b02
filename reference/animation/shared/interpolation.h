// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how an interpolation of rows is asked: from "a" [N, w] to "b" [N, w] at the parameters "t" [N].
#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "reference/model/checks.h"
#include "reference/model/question.h"

namespace bindpose::animation {

/// The rows of a question, read and checked. width: numbers a row, or ArraySet::any.
/// Errors ARRAY_MISSING, ARRAY_TYPE, ARRAY_SHAPE, NOT_FINITE.
struct InterpolationRows {
  const Array* a = nullptr;
  const Array* b = nullptr;
  const Array* t = nullptr;

  std::size_t count() const { return a->shape[0]; }
  std::size_t width() const { return a->shape[1]; }

  static Expected<InterpolationRows> read(const ArraySet& question, std::size_t width) {
    const auto a = question.require_reals("a", {ArraySet::any, width});
    if (!a) return tl::unexpected(a.error());
    const auto b = question.require_reals("b", (*a)->shape);
    if (!b) return tl::unexpected(b.error());
    const auto t = question.require_reals("t", {(*a)->shape[0]});
    if (!t) return tl::unexpected(t.error());
    for (const Array* array : {*a, *b, *t})
      for (std::size_t i = 0; i < array->reals().size(); ++i)
        if (!std::isfinite(array->reals()[i]))
          return fail("NOT_FINITE",
                      fmt::format("{}[{}]", array->name, i / (array == *t ? 1 : (*a)->shape[1])),
                      "expected finite numbers");
    return InterpolationRows{*a, *b, *t};
  }

  /// Rotations to interpolate between: errors NOT_UNIT, PARAMETER_RANGE with the row.
  Expected<void> require_rotations() const {
    for (std::size_t i = 0; i < count(); ++i) {
      for (const Array* array : {a, b})
        if (auto ok = require_unit(read_row<double, 4>(*array, i), fmt::format("{}[{}]", array->name, i));
            !ok)
          return ok;
      const double parameter = t->reals()[i];
      if (!(parameter >= 0 && parameter <= 1))
        return fail("PARAMETER_RANGE", fmt::format("t[{}]", i),
                    fmt::format("{:.9g}, expected 0 .. 1", parameter));
    }
    return {};
  }
};

}  // namespace bindpose::animation

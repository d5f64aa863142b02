// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/ik/shared/constraint.h"

#include <limits>

namespace bindpose::ik {

namespace {

ArrayDeclaration local_rotations(std::string_view name, std::string_view symbol, std::string_view meaning) {
  return real(name, symbol, "N 4", Kind::rotation(Space::parent, Space::joint), meaning).unit_quaternions();
}

}  // namespace

double target_error(const Quat<Tracked>& v, double turn, double end, double rest) {
  const double u = Tracked::precision().unit;
  double squared = 0;
  for (const Tracked& entry : v.coeffs())
    squared += entry.value() * entry.value();
  const double moved = 4 * turn + 48 * u + end + 8 * u, length = std::sqrt(squared);
  const double sum = moved / (length - moved / 2) + 4 * u + turn + rest + 16 * u;
  return length > moved && sum < 0.01 ? 1.02 * sum : std::numeric_limits<double>::infinity();
}

ArrayList source_arrays() {
  return {local_rotations("source_rest_rotations", "r_s", "rotation of the source at rest"),
          local_rotations("source_rotations", "q_s", "rotation of the source")};
}

ArrayList constrained_arrays() {
  return {local_rotations("rest_rotations", "r", "rotation of the constrained joint at rest"),
          real("correction_weights", "w", "N", Kind::number(), "fraction of the rotation that is applied")
              .finite()
              .within(0, 1)};
}

ArrayList constraint_outputs() {
  return {real("rotations", "q'", "N 4", Kind::rotation(Space::parent, Space::joint),
               "rotation of the constrained joint")
              .rotations()};
}

}  // namespace bindpose::ik

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/shared/example_poses.h"

#include <fmt/format.h>

namespace bindpose::examples {
namespace {

constexpr double nothing_apart = 0x1p-40;  // fraction of sigma
constexpr double worst_condition = 0x1p40;
constexpr double unit_tolerance = 0.02;  // within the error of unit quaternions and axes

}  // namespace

ArrayList example_pose_arrays(std::string_view symbol) {
  return {real("example_poses", symbol, "P d",
               "pose of each example: any numbers, a unit quaternion (x, y, z, w), or a unit direction, "
               "by the metric")
              .not_empty()
              .at_least(1, "d")
              .finite(),
          real("sigma", "sigma", "1", Kind::other("as distances"), "reach of an example; default 1")
              .optional()
              .finite()
              .above(0)};
}

Expected<void> require_poses(const ArraySet& question, std::string_view name, Metric metric) {
  if (metric == Metric::euclidean) return {};
  const Array& array = *question.find(name);
  const std::size_t width = metric == Metric::rotation_angle ? 4 : 3;
  if (array.shape.back() != width)
    return fail(
        "ARRAY_SHAPE", std::string(name),
        fmt::format("has rows of {} numbers, the metric needs rows of {}", array.shape.back(), width));
  for (std::size_t row = 0; row < array.reals().size() / width; ++row) {
    double squares = 0;
    for (std::size_t c = 0; c < width; ++c)
      squares += array.reals()[row * width + c] * array.reals()[row * width + c];
    if (!(std::fabs(std::sqrt(squares) - 1) <= unit_tolerance))
      return fail("NOT_UNIT", fmt::format("{}[{}]", name, row),
                  fmt::format("has the length {:.9g}, expected 1", std::sqrt(squares)));
  }
  return {};
}

Expected<void> require_distinct(const std::vector<std::vector<double>>& d, double sigma,
                                ConstantTerm constant) {
  for (std::size_t i = 0; i < d.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (d[i][k] <= nothing_apart * sigma)
        return fail("COINCIDENT_POSES", fmt::format("example_poses[{}]", i),
                    fmt::format("is the same pose as that of example {}", k));
  const auto P = static_cast<Eigen::Index>(d.size());
  const auto system = fitted<double>(d, DynamicMatrix<double>::Identity(P, P), sigma, constant);
  if (!(condition_number(system.A) <= worst_condition))
    return fail("SINGULAR_SYSTEM", "example_poses",
                "the examples' poses are too close to each other to tell them apart");
  return {};
}

Expected<void> require_example_poses(const ArraySet& question, std::string_view asked, Metric metric,
                                     ConstantTerm constant) {
  BINDPOSE_CHECK(require_poses(question, "example_poses", metric));
  BINDPOSE_CHECK(require_poses(question, asked, metric));
  const double sigma = question.has("sigma") ? question.find("sigma")->reals()[0] : 1;
  return require_distinct(distances(read_poses<double>(question, "example_poses"), metric), sigma, constant);
}

}  // namespace bindpose::examples

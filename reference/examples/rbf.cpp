// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "reference/examples/rbf.h"

#include "reference/examples/shared/example_poses.h"
#include "reference/model/algorithm.h"

namespace bindpose::examples {
namespace rbf_question {

Declaration declaration() {
  return {
      .inputs =
          example_pose_arrays() +
          ArrayList{
              real("example_values", "f_i", "P n", "values at example i").finite(),
              real("poses", "x", "Q d", "poses to evaluate, in the form of the examples' poses").finite()},
      .stages = {real("coefficients", "lambda_i, c", "N n",
                      "lambda_i of each value; with a constant term c in the last row, N = P + 1"),
                 real("condition", "kappa", "1", "condition number of the system")},
      .outputs = {real("values", "s", "Q n", "interpolated values")},
      .options = {metrics.spec(), constant_terms.spec()}};
}

template <class T>
DynamicMatrix<T> read_values(const Inputs<T>& in) {
  const Shape& shape = in.arrays().find("example_values")->shape;
  const std::vector<T> numbers = in.numbers("example_values");
  DynamicMatrix<T> f(shape[0], shape[1]);
  for (std::size_t i = 0; i < numbers.size(); ++i)
    f(static_cast<Eigen::Index>(i / shape[1]), static_cast<Eigen::Index>(i % shape[1])) = numbers[i];
  return f;
}

template <class T>
ResultArray<T> rows_of(std::string name, const DynamicMatrix<T>& rows) {
  ResultArray<T> array{
      std::move(name), {static_cast<std::size_t>(rows.rows()), static_cast<std::size_t>(rows.cols())}, {}};
  for (Eigen::Index r = 0; r < rows.rows(); ++r)
    for (Eigen::Index c = 0; c < rows.cols(); ++c)
      array.values.push_back(rows(r, c));
  return array;
}

template <class T>
Expected<Result<T>> answer(const Inputs<T>& in) {
  const Metric metric = in.chosen(metrics);
  const ConstantTerm constant = in.chosen(constant_terms);
  BINDPOSE_CHECK(require_example_poses(in.arrays(), "poses", metric, constant));
  const auto x = read_poses<T>(in.arrays(), "example_poses");
  const T sigma = read_sigma(in);
  const SolvedSystem<T> lambda = fitted(distances(x, metric), read_values(in), sigma, constant);
  ResultArray<T> values{"values", {in.extent("Q"), in.extent("n")}, {}};
  for (const Pose<T>& pose : read_poses<T>(in.arrays(), "poses"))
    for (const T& s : rbf(lambda, basis_at(distances(pose, x, metric), sigma, constant)))
      values.values.push_back(s);
  return Result<T>{{rows_of("coefficients", lambda.X),
                    {"condition", {1}, {condition_number(lambda.A)}},
                    std::move(values)},
                   {}};
}

}  // namespace rbf_question

BINDPOSE_IMPLEMENT(rbf)

}  // namespace bindpose::examples

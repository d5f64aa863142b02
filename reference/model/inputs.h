// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an input that has passed the checks of its algorithm's declaration, read on one scalar.
#pragma once

#include <functional>

#include "reference/model/declaration.h"
#include "reference/model/question.h"

namespace bindpose {

/// Results of an earlier step that replace an array's numbers, by the array's name.
template <class T>
using Computed = std::map<std::string, std::vector<T>, std::less<>>;

/// Gets arrays by name. They must be declared and, if optional, present: has().
template <class T>
class Inputs {
 public:
  Inputs(const Declaration& declaration, const ArraySet& arrays, const Options& options, Extents extents,
         Computed<T> computed = {})
      : declaration_(declaration),
        arrays_(arrays),
        options_(options),
        extents_(std::move(extents)),
        computed_(std::move(computed)) {}

  /// The input on another scalar, as given.
  template <class Other>
  Inputs<Other> on() const {
    return {declaration_, arrays_, options_, extents_};
  }
  const ArraySet& arrays() const { return arrays_; }
  const Options& options() const { return options_; }
  bool has(std::string_view name) const { return arrays_.has(name); }
  Level level() const { return level_of(declaration_, arrays_); }
  /// Size of a symbol of the shapes: extent("V") is the number of vertices.
  std::size_t extent(std::string_view symbol) const { return extents_.find(symbol)->second; }

  const Array::Integers& integers(std::string_view name) const { return arrays_.find(name)->integers(); }
  /// Exact numbers as given, e.g. times, which are compared and must not round.
  const Array::Reals& reals(std::string_view name) const { return arrays_.find(name)->reals(); }
  double real(std::string_view name) const { return reals(name)[0]; }
  /// The only number of an array [1].
  int integer(std::string_view name) const { return integers(name)[0]; }
  T number(std::string_view name) const { return read_scalar<T>(*arrays_.find(name), 0); }
  /// All numbers of an array, row after row.
  std::vector<T> numbers(std::string_view name) const {
    if (const auto computed = computed_.find(name); computed != computed_.end()) return computed->second;
    const Array& array = *arrays_.find(name);
    std::vector<T> values;
    values.reserve(array.reals().size());
    for (std::size_t i = 0; i < array.reals().size(); ++i)
      values.push_back(read_scalar<T>(array, i));
    return values;
  }
  /// Rows of n numbers: rows<3>("positions").
  template <int n>
  std::vector<Eigen::Matrix<T, n, 1>> rows(std::string_view name) const {
    const Array& array = *arrays_.find(name);
    std::vector<Eigen::Matrix<T, n, 1>> rows(array.reals().size() / static_cast<std::size_t>(n));
    const auto computed = computed_.find(name);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (computed == computed_.end())
        rows[i] = read_row<T, n>(array, i);
      else
        rows[i] =
            Eigen::Map<const Eigen::Matrix<T, n, 1>>(&computed->second[i * static_cast<std::size_t>(n)]);
    return rows;
  }
  /// Matrices of an array [.., 3, 3], row by row.
  std::vector<Mat3<T>> matrices(std::string_view name) const {
    const Array& array = *arrays_.find(name);
    std::vector<Mat3<T>> matrices(array.reals().size() / 9);
    for (std::size_t i = 0; i < array.reals().size() / 3; ++i)
      matrices[i / 3].row(static_cast<Eigen::Index>(i % 3)) = read_row<T, 3>(array, i).transpose();
    return matrices;
  }
  /// Rows (C | t) of an array [.., 3, 4].
  std::vector<Affine<T>> affines(std::string_view name) const { return *read_affines<T>(arrays_, name); }
  /// Rows (x, y, z, w).
  std::vector<Quat<T>> quaternions(std::string_view name) const {
    std::vector<Quat<T>> quaternions;
    for (const Vec4<T>& row : rows<4>(name))
      quaternions.emplace_back(row);
    return quaternions;
  }
  /// The local transforms of the joints.
  std::vector<LocalTransform<T>> locals() const { return *read_locals<T>(arrays_, extent("J")); }

  /// The value of an option; its default if the algorithm has no such option.
  template <class E>
  E chosen(const Choice<E>& choice) const {
    return choice.values[choice_index(declaration_.options, options_, choice.name).value_or(0)].second;
  }

 private:
  const Declaration& declaration_;
  const ArraySet& arrays_;
  const Options& options_;
  Extents extents_;
  Computed<T> computed_;
};

}  // namespace bindpose

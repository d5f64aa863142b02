// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: arrays of an input, rewritten row by row.
#pragma once

#include <initializer_list>

#include <Eigen/LU>

#include "reference/model/arrays.h"
#include "reference/numeric/transform.h"

namespace bindpose {

/// The numbers of a real array; null if no array has this name.
inline Array::Reals* reals_of(ArraySet& arrays, std::string_view name) {
  Array* array = arrays.find(name);
  return array != nullptr && array->is_real() ? &std::get<Array::Reals>(array->data) : nullptr;
}
inline Array::Integers* integers_of(ArraySet& arrays, std::string_view name) {
  Array* array = arrays.find(name);
  return array != nullptr && !array->is_real() ? &std::get<Array::Integers>(array->data) : nullptr;
}

/// Calls change(double* row, std::size_t index) for every `width` numbers of the array; returns false if the array
/// is missing.
template <class Change>
bool change_rows(ArraySet& arrays, std::string_view name, std::size_t width, Change change) {
  Array::Reals* values = reals_of(arrays, name);
  if (values == nullptr) return false;
  for (std::size_t i = 0; i + width <= values->size(); i += width)
    change(values->data() + i, i / width);
  return true;
}

/// Rows (C | t) of 12 numbers.
inline Affine<double> affine_at(const double* row) {
  Affine<double> map;
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      map.linear(r, c) = row[4 * r + c];
    map.translation[r] = row[4 * r + 3];
  }
  return map;
}
inline void put_affine(double* row, const Affine<double>& map) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c)
      row[4 * r + c] = map.linear(r, c);
    row[4 * r + 3] = map.translation[r];
  }
}
inline Affine<double> inverse_of(const Affine<double>& map) {
  const Mat3<double> inverse = map.linear.inverse();
  return {inverse, -(inverse * map.translation)};
}

/// Four numbers x, y, z, w.
inline Quat<double> quaternion_at(const double* row) {
  return quaternion_xyzw<double>(row[0], row[1], row[2], row[3]);
}
inline void put_quaternion(double* row, const Quat<double>& q) {
  row[0] = q.x(), row[1] = q.y(), row[2] = q.z(), row[3] = q.w();
}

/// The arrays whose names begin with none of these prefixes.
inline ArraySet without(const ArraySet& arrays, std::initializer_list<std::string_view> prefixes) {
  ArraySet kept;
  for (const Array& array : arrays) {
    bool dropped = false;
    for (const std::string_view prefix : prefixes)
      dropped = dropped || std::string_view(array.name).substr(0, prefix.size()) == prefix;
    if (!dropped) kept.put(array);
  }
  return kept;
}

}  // namespace bindpose

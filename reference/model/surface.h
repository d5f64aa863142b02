// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a deformed surface, the output of most algorithms.
#pragma once

#include "reference/model/algorithm.h"

namespace bindpose {

/// Attributes that the rest mesh lacks stay empty.
template <class T>
struct Surface {
  std::vector<Vec3<T>> positions;    ///< x' [#vertices], metres
  std::vector<Vec3<T>> normals;      ///< n' [#vertices or 0], unit
  std::vector<Vec4<T>> tangents;     ///< (t', handedness) [#vertices or 0], t' unit
  std::vector<Undefined> undefined;  ///< rows without an output; they hold zeros
};

/// Makes the error of these numbers infinite, because no float32 arithmetic decides them.
void leave_undecided(Vec3<Tracked>& numbers);

/// True if flushed subnormals may change the length of normalize()'s result, because |d| is too small.
bool is_too_short(const Tracked& length);

/// Tolerance for the length of a result of normalize() in any conforming float32 evaluation, for any error of d.
double unit_length_bound();

/// d / |d|; false if |d| is 0, and d is then zero. Every evaluation stores d's three numbers before it divides.
template <class T>
[[nodiscard]] bool normalize(Vec3<T>& d) {
  using std::sqrt;
  for (int c = 0; c < 3; ++c)
    d[c] = stored(d[c]);
  const T squared = d.dot(d);
  if (!(to_double(squared) > 0)) {
    d = Vec3<T>::Zero();
    return false;
  }
  const T length = sqrt(squared);
  d /= length;
  if constexpr (std::is_same_v<T, Tracked>)
    if (is_too_short(length)) leave_undecided(d);
  return true;
}

/// Normalises the row'th direction of a surface; records a zero direction as undefined with the given code.
template <class T>
void normalize_row(Vec3<T>& d, const char* array, std::size_t row, const char* code,
                   std::vector<Undefined>& undefined) {
  if (!normalize(d)) undefined.push_back({array, row, code});
}

/// Makes the errors of a vertex's x, n and t infinite, because float32 does not decide its position.
template <class Vertex>
void leave_undecided(Vertex& y) {
  if constexpr (std::is_same_v<decltype(y.x), Vec3<Tracked>>)
    for (Vec3<Tracked>* numbers : {&y.x, &y.n, &y.t})
      leave_undecided(*numbers);
}

/// Rows of n numbers as one result array: "positions" [#vertices, 3].
template <class T, int n>
ResultArray<T> to_result_array(std::string name, const std::vector<Eigen::Matrix<T, n, 1>>& rows) {
  ResultArray<T> array{std::move(name), {rows.size(), static_cast<std::size_t>(n)}, {}};
  array.values.reserve(rows.size() * static_cast<std::size_t>(n));
  for (const auto& row : rows)
    for (int c = 0; c < n; ++c)
      array.values.push_back(row[c]);
  return array;
}

/// Unit quaternions as one result array [#rows, 4], compared as rotations.
template <class T>
ResultArray<T> rotation_array(std::string name, const std::vector<Vec4<T>>& rows) {
  ResultArray<T> array = to_result_array<T, 4>(std::move(name), rows);
  array.rotations = true;
  return array;
}

/// Affine maps as one result array [#maps, 3, 4]: the rows (C | t).
template <class T>
ResultArray<T> to_result_array(std::string name, const std::vector<Affine<T>>& maps) {
  ResultArray<T> array{std::move(name), {maps.size(), 3, 4}, {}};
  array.values.reserve(maps.size() * 12);
  for (const auto& map : maps)
    for (int r = 0; r < 3; ++r) {
      for (int c = 0; c < 3; ++c)
        array.values.push_back(map.linear(r, c));
      array.values.push_back(map.translation[r]);
    }
  return array;
}

/// Final lengths of normals and tangents.
enum class Lengths { one, any };

/// Appends the attributes that the surface has.
template <class T>
void append_surface(Result<T>& result, const Surface<T>& surface, Lengths lengths = Lengths::one) {
  const auto append_directions = [&]<int n>(const char* name,
                                            const std::vector<Eigen::Matrix<T, n, 1>>& rows) {
    if (rows.empty()) return;
    result.arrays.push_back(to_result_array<T, n>(name, rows));
    result.arrays.back().directions = lengths == Lengths::one;
  };
  result.arrays.push_back(to_result_array<T, 3>("positions", surface.positions));
  append_directions("normals", surface.normals);
  append_directions("tangents", surface.tangents);
  result.undefined.insert(result.undefined.end(), surface.undefined.begin(), surface.undefined.end());
}

}  // namespace bindpose

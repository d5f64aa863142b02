// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Test cases for per-vertex keyframes. Varied: times at, near, between and outside keys, the number
// of keys, the lengths of normals, and normals that cancel. Keys start after 0 and are unevenly
// spaced.
#include "conformance/cases/shared/many_keys.h"
#include "conformance/cases/shared/pose_case.h"
#include "reference/animation/shared/vertex_keys.h"

namespace bindpose::conformance::animation {
namespace {

using bindpose::animation::VertexKeys;

/// A blob of vertices that grows, moves and rotates from key to key. No two vertices or keys are
/// equal.
VertexKeys blob(const std::vector<double>& times, int vertices = 20) {
  VertexKeys keys;
  keys.times = times;
  for (int v = 0; v < vertices; ++v)
    for (std::size_t k = 0; k < times.size(); ++k) {
      const auto i = static_cast<double>(k);
      const Quat<double> turn(rotation({1, 2, 3}, 40 * i + 3 * v));
      const Vec3<double> n = turn * Vec3<double>(1, 0.125 * v - 1, 0.5).normalized();
      keys.normals.push_back(scenes::to_float32(n));
      keys.positions.push_back(
          scenes::to_float32(Vec3<double>((1 + 0.25 * i) * n + Vec3<double>(i, -0.5 * i, 2))));
    }
  return keys;
}

ArraySet at(const VertexKeys& keys, double t) {
  ArraySet question;
  bindpose::animation::add_vertex_keys(question, keys, t);
  return question;
}

/// Normals of length 3 and 1/2: interpolated as they are, normalised last.
VertexKeys stretched() {
  VertexKeys keys = blob(uneven_keys());
  for (std::size_t i = 0; i < keys.normals.size(); ++i)
    keys.normals[i] = scenes::to_float32(Vec3<double>(keys.normals[i] * (i % 3 == 1 ? 3 : 0.5)));
  return keys;
}

/// The normals of vertices 3 and 11 reverse; vertex 7 has no normal.
VertexKeys cancelling() {
  VertexKeys keys = blob({1, 2});
  for (const std::size_t v : {3U, 11U})
    keys.normals[2 * v + 1] = -keys.normals[2 * v];
  keys.normals[14].setZero();
  keys.normals[15].setZero();
  return keys;
}

VertexKeys without_normals(VertexKeys keys) {
  keys.normals.clear();
  return keys;
}

}  // namespace

void vertex_track_cases(std::vector<Case>& cases) {
  const PoseCases add(cases, "vertex_track");
  const VertexKeys keys = blob(uneven_keys());
  add("blob.before", "Before the first key, which is not at 0: its values hold.", at, keys, 0.25);
  add("blob.first-key", "On the first key.", at, keys, 0.5);
  add("blob.first-third", "A third of the way between the first two keys.", at, keys, to_float32(1.75 / 3));
  add("blob.middle-key", "On a key between others.", at, keys, 0.75);
  add("blob.second-half", "Halfway between keys that are further apart.", at, keys, 1);
  add("blob.last-key", "On the last key.", at, keys, 1.25);
  add("blob.after", "After the last key: its values hold.", at, keys, 7);
  add("blob.one-key", "A single key holds forever.", at, blob({0.5}), 0.75);
  add("blob.one-key-late", "A time before a single key, which holds.", at, blob({1.5}), 0.75);
  add("blob.at-zero", "At time 0, which is before the first key.", at, keys, 0);
  add("blob.late", "Keys after 30 minutes, 1/32 s apart: subtract times before dividing.", at,
      blob({1800, 1800.03125, 1800.0625}), to_float32(1800.04));
  add("blob.stretched-normals", "Key normals of any length: normalised after interpolation.", at, stretched(),
      0.9375);
  add("blob.stretched-further", "Key normals of any length, between other keys.", at, stretched(), 0.625);
  add("blob.stretched-on-key", "On a key, its normal is normalised as well.", at, stretched(), 0.75);
  add("blob.cancelling", "Normals that cancel halfway have no direction; the others do.", at, cancelling(),
      1.5);
  add("blob.nearly-cancelling", "Just before normals cancel: still the normal of the first key.", at,
      cancelling(), 1.4375);
  const std::vector<double> times = many_times(40), few_times = many_times(20);
  add("vertex.keys-40", "One vertex and 40 keys: more than 8, and more than 32.", at, blob(times, 1),
      moment_behind(times, 36));
  add("blob.keys-20", "20 keys: more than 8.", at, blob(few_times), moment_behind(few_times, 12)).golden =
      false;
  // Nine keys: the number of keys that fit if each key is a vertex attribute.
  const std::vector<double> nine_times = many_times(9);
  add("blob.keys-9-positions-only", "A mesh without normals, between the last two of nine keys.", at,
      without_normals(blob(nine_times)), moment_behind(nine_times, 7))
      .golden = false;
  add("blob.positions-only", "A mesh without normals.", at, without_normals(keys), 0.875);
}

}  // namespace bindpose::conformance::animation

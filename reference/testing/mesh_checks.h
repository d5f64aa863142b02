// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: for tests of the methods that read triangles, inputs with tubes, and a check of outputs.
#pragma once

#include <gtest/gtest.h>

#include "reference/scenes/tube.h"
#include "reference/testing/answers.h"
#include "reference/testing/surfaces.h"

namespace bindpose::test {

inline scenes::Scene test_tube(double bend, double twist) {
  return scenes::tube(scenes::degrees(bend), scenes::degrees(twist), {0.5, 4, 7, 6, 1, false});
}

inline ArraySet tube_question(double bend, double twist) {
  const scenes::Scene scene = test_tube(bend, twist);
  return *scenes::with_triangles(scenes::palette_question(scene), scene);
}

/// An input at palette level with a mesh and triangles; the matrices are not rounded to float32.
inline ArraySet exact_triangle_question(const Mesh& mesh, const Influences& influences,
                                        const std::vector<Affine<double>>& palette) {
  ArraySet question = *exact_question(mesh, influences, palette);
  add_triangles(question, mesh.triangles);
  return question;
}

/// The input with every matrix of the palette replaced by f(matrix).
template <class F>
ArraySet with_palette(ArraySet question, F f) {
  std::vector<Affine<double>> palette = *read_affines<double>(question, "palette");
  for (Affine<double>& M : palette)
    M = f(M);
  ArraySet changed;
  add_affines(changed, "palette", palette);
  question.put(*changed.find("palette"));
  return question;
}

/// Row by row, an array of the output in double.
inline std::vector<Vec3<double>> rows_of(const Result<double>& result, const char* name) {
  std::vector<Vec3<double>> rows;
  const auto& values = result.find(name)->values;
  const std::size_t width = result.find(name)->shape[1];
  for (std::size_t i = 0; i < values.size(); i += width)
    rows.emplace_back(values[i], values[i + 1], values[i + 2]);
  return rows;
}

inline Result<double> answer(const char* id, const ArraySet& question, const Options& options = {}) {
  const auto result = find_algorithm(id)->implementation.in_double(question, options);
  EXPECT_TRUE(result) << to_string(result.error());
  return *result;
}

inline std::vector<Vec3<double>> positions(const char* id, const ArraySet& question,
                                           const Options& options = {}) {
  return rows_of(answer(id, question, options), "positions");
}

/// The surface of an output.
inline Surface<double> surface_of(const Result<double>& result) {
  Surface<double> surface{rows_of(result, "positions"), {}, {}, result.undefined};
  if (result.find("normals") != nullptr) surface.normals = rows_of(result, "normals");
  if (const auto* tangents = result.find("tangents"))
    for (std::size_t i = 0; i < tangents->values.size(); i += 4)
      surface.tangents.emplace_back(&tangents->values[i]);
  return surface;
}

inline Affine<double> some_motion() {
  Affine<double> motion;
  motion.linear = rotation_matrix(scenes::rotation_about({1, -2, 0.5}, 2.2).normalized());
  motion.translation = {3, -1, 2};
  return motion;
}

}  // namespace bindpose::test

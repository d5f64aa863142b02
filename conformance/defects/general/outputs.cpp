// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// Right outputs, written in another format or not at all.
#include <algorithm>

#include "conformance/defects/shared/change.h"

namespace bindpose::conformance {
namespace {

Damaged all_zeros(const Question&, const ArraySet& right) {
  ArraySet zeros = right;
  for (const Array& array : right)
    std::fill(reals_of(zeros, array.name)->begin(), reals_of(zeros, array.name)->end(), 0.0);
  return zeros;
}

Damaged transposed(const Question&, const ArraySet& right) {
  return with_answer_rows(right, {"world", "palette", "inverse_binds"}, 12, transpose_linear);
}

Damaged last_row_dropped(const Question&, const ArraySet& right) {
  return with_answer_rows(right, {"world", "palette", "inverse_binds"}, 12, [](double* row, std::size_t) {
    transpose_linear(row, 0);
    row[3] = row[7] = row[11] = 0;
  });
}

Damaged by_columns(const Question&, const ArraySet& right) {
  return with_answer_rows(right, {"world", "palette", "inverse_binds"}, 12, [](double* row, std::size_t) {
    double columns[12];
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 4; ++c)
        columns[3 * c + r] = row[4 * r + c];
    std::copy(columns, columns + 12, row);
  });
}

Damaged written_wxyz(const Question& question, const ArraySet& right) {
  const auto to_wxyz = [](double* row, std::size_t) { std::rotate(row, row + 3, row + 4); };
  const std::string_view id = question.algorithm->id;
  if (holds_rotations(question) || id.starts_with("interp."))
    return with_answer_rows(right, {"values"}, 4, to_wxyz);
  return with_answer_rows(right, {"world_rotations", "rotations"}, 4, to_wxyz);
}

Damaged tangent_is_normal(const Question&, const ArraySet& right) {
  const Array* normals = right.find("normals");
  if (normals == nullptr || right.find("tangents") == nullptr) return std::nullopt;
  return with_answer_rows(right, {"tangents"}, 4, [&](double* row, std::size_t v) {
    std::copy_n(normals->reals().begin() + static_cast<std::ptrdiff_t>(3 * v), 3, row);
  });
}

}  // namespace

BINDPOSE_DEFECTS(general, outputs) {
  return {
      {.id = "all-zeros",
       .sentence = "every number of your output is 0: it looks as if nothing was written",
       .symptom = "the mesh is a point at the origin",
       .source = "VK-GL-CTS#84",
       .is_of_every_number = true,
       .answer = &all_zeros},
      {.id = "output-transposed",
       .sentence =
           "your matrices are right except for the 3 by 3 parts, which are transposed: rows are wanted, "
           "x' = C x + t",
       .symptom = "every part turns the other way about its own origin",
       .source = "cglm#1, Vita3K#46",
       .answer = &transposed},
      {.id = "output-transposed",
       .sentence =
           "your matrices are transposed as four rows of four numbers, and the last row, which then holds "
           "the translations, is dropped",
       .symptom = "every part turns the other way about the origin",
       .answer = &last_row_dropped},
      {.id = "output-by-columns",
       .sentence =
           "your matrices are right but written column by column: three rows of four numbers are wanted",
       .symptom = "translations end up among the rotations: the mesh explodes",
       .source = "raylib#5244, glTF-Tutorials#93",
       .answer = &by_columns},
      {.id = "tangent-is-normal",
       .sentence = "your tangents are your normals",
       .symptom = "bumps are lit as if the light came from the side",
       .leaves_right = "positions normals",
       .answer = &tangent_is_normal},
      {.id = "output-wxyz",
       .sentence = "your rotations are right but written as w, x, y, z: x, y, z, w is wanted",
       .symptom = "near the rest pose every joint is rotated by half a turn",
       .source = "fairmotion#90, PyGLM#77",
       .answer = &written_wxyz},
  };
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "conformance/judge/mistake_lists.h"
#include "reference/model/rows.h"

namespace bindpose::conformance {
namespace {

using Changed = std::optional<Question>;

/// The question with every named array that it has rewritten row by row.
template <class Change, std::size_t n>
Changed with_rows(const Question& question, const std::array<std::string_view, n>& names, std::size_t width,
                  Change change) {
  Question changed = question;
  bool any = false;
  for (const std::string_view name : names)
    any = change_rows(changed.arrays, name, width, change) || any;
  return any ? Changed(std::move(changed)) : std::nullopt;
}

constexpr std::array<std::string_view, 1> inverse_binds = {"inverse_binds"};
constexpr std::array<std::string_view, 5> rotations = {"local_rotations", "palette_rotations",
                                                       "inverse_bind_rotations", "rotations", "values"};

/// Quaternions of the question; "values" are some only where they say so.
template <class Change>
Changed with_rotations(const Question& question, Change change) {
  Question changed = question;
  bool any = false;
  for (const std::string_view name : rotations) {
    if (name == "values") {
      const Array* flag = question.arrays.find("is_rotation");
      const bool is_rotation =
          flag != nullptr && (flag->is_real() ? flag->reals()[0] != 0 : flag->integers()[0] != 0);
      if (!is_rotation) continue;
    }
    any = change_rows(changed.arrays, name, 4, change) || any;
  }
  return any ? Changed(std::move(changed)) : std::nullopt;
}

Changed ibm_ignored(const Question& question) {
  Question changed = question;
  const auto identity = [](double* row, std::size_t) { put_affine(row, {}); };
  const auto still = [](double* row, std::size_t) { put_quaternion(row, Quat<double>::Identity()); };
  const auto nowhere = [](double* row, std::size_t) { row[0] = row[1] = row[2] = 0; };
  if (change_rows(changed.arrays, "inverse_binds", 12, identity)) return changed;
  if (!change_rows(changed.arrays, "inverse_bind_rotations", 4, still)) return std::nullopt;
  change_rows(changed.arrays, "inverse_bind_translations", 3, nowhere);
  return changed;
}

Changed ibm_not_inverted(const Question& question) {
  Question changed = question;
  const auto invert = [](double* row, std::size_t) { put_affine(row, inverse_of(affine_at(row))); };
  if (change_rows(changed.arrays, "inverse_binds", 12, invert)) return changed;
  Array::Reals* translations = reals_of(changed.arrays, "inverse_bind_translations");
  if (translations == nullptr) return std::nullopt;
  const auto invert_rigid = [translations](double* row, std::size_t j) {
    const Quat<double> back = quaternion_at(row).conjugate();
    Eigen::Map<Vec3<double>> t(translations->data() + 3 * j);
    t = -(back * Vec3<double>(t));
    put_quaternion(row, back);
  };
  if (!change_rows(changed.arrays, "inverse_bind_rotations", 4, invert_rigid)) return std::nullopt;
  return changed;
}

void transpose_linear(double* row, std::size_t) {
  std::swap(row[1], row[4]);
  std::swap(row[2], row[8]);
  std::swap(row[6], row[9]);
}

Changed ibm_rot_transposed(const Question& question) {
  return with_rows(question, inverse_binds, 12, transpose_linear);
}

Changed palette_transposed(const Question& question) {
  return with_rows(question, std::array<std::string_view, 1>{"palette"}, 12, transpose_linear);
}

Changed local_as_global(const Question& question) {
  Question changed = question;
  Array::Integers* parents = integers_of(changed.arrays, "parents");
  if (parents == nullptr || !changed.arrays.has("local_translations")) return std::nullopt;
  std::fill(parents->begin(), parents->end(), -1);
  return changed;
}

Changed quat_wxyz(const Question& question) {
  return with_rotations(question, [](double* row, std::size_t) { std::rotate(row, row + 1, row + 4); });
}

Changed rotation_conjugated(const Question& question) {
  return with_rotations(question, [](double* row, std::size_t) {
    for (int c = 0; c < 3; ++c)
      row[c] = -row[c];
  });
}

Changed rotation_ignored(const Question& question) {
  return with_rotations(question,
                        [](double* row, std::size_t) { put_quaternion(row, Quat<double>::Identity()); });
}

Changed scale_ignored(const Question& question) {
  return with_rows(question, std::array<std::string_view, 1>{"local_scales"}, 3,
                   [](double* row, std::size_t) { row[0] = row[1] = row[2] = 1; });
}

Changed translation_ignored(const Question& question) {
  Question changed = question;
  const auto nowhere = [](double* row, std::size_t) { row[0] = row[1] = row[2] = 0; };
  bool any = change_rows(changed.arrays, "local_translations", 3, nowhere);
  any = change_rows(changed.arrays, "palette_translations", 3, nowhere) || any;
  any = change_rows(changed.arrays, "palette", 12,
                    [](double* row, std::size_t) { row[3] = row[7] = row[11] = 0; }) ||
        any;
  return any ? Changed(std::move(changed)) : std::nullopt;
}

Changed tracks_ignored(const Question& question) {
  if (!question.arrays.has("tracks")) return std::nullopt;
  Question changed = question;
  changed.arrays = without(question.arrays, {"track", "time"});
  return changed;
}

Changed time_zero(const Question& question) {
  Question changed = question;
  bool any = false;
  for (const char* name : {"t", "time"})
    if (Array::Reals* t = reals_of(changed.arrays, name)) {
      std::fill(t->begin(), t->end(), 0.0);
      any = true;
    }
  return any ? Changed(std::move(changed)) : std::nullopt;
}

Mistake mistake(std::string_view slug, std::string_view sentence, Changed (*transform)(const Question&)) {
  return {slug, sentence, transform, false, nullptr};
}

}  // namespace

std::vector<Mistake> input_mistakes() {
  return {
      mistake("ibm-ignored", "your output equals what one gets when the inverse bind matrices are left out",
              ibm_ignored),
      mistake("ibm-not-inverted",
              "your output equals what one gets when the inverse bind matrices are inverted once more",
              ibm_not_inverted),
      mistake("ibm-rot-transposed",
              "your output equals what one gets when the 3 by 3 parts of the inverse bind matrices are "
              "transposed",
              ibm_rot_transposed),
      mistake(
          "palette-transposed",
          "your output equals what one gets when the 3 by 3 parts of the skinning matrices are transposed",
          palette_transposed),
      mistake("fk-local-as-global",
              "your output equals what one gets when a joint's local transform is taken for its world "
              "transform: the parents are not multiplied in",
              local_as_global),
      mistake("quat-wxyz",
              "your output equals what one gets when quaternions are read as w, x, y, z; they come as "
              "x, y, z, w",
              quat_wxyz),
      mistake("quaternion-conjugated",
              "your output equals what one gets when every rotation turns the other way",
              rotation_conjugated),
      mistake("rotation-ignored", "your output equals what one gets when the rotations are left out",
              rotation_ignored),
      mistake("scale-ignored", "your output equals what one gets when the scales are left out",
              scale_ignored),
      mistake("translation-ignored", "your output equals what one gets when the translations are left out",
              translation_ignored),
      mistake("tracks-ignored", "your output equals what one gets when the keyframes are left out",
              tracks_ignored),
      mistake("time-zero", "your output equals what one gets at the time 0", time_zero),
  };
}

}  // namespace bindpose::conformance

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the stages between a pose and its skinning matrices, for defects between two stages.
#pragma once

#include "conformance/defects/defect.h"

namespace bindpose::conformance {

using Affines = std::vector<Affine<double>>;

/// Matrices of an input, given as an array [J, 3, 4] or as <rigids>_rotations and
/// <rigids>_translations. Empty if the input has neither.
Affines matrices_of(const ArraySet& arrays, const std::string& matrices, const std::string& rigids);
inline Affines inverse_binds_of(const ArraySet& arrays) {
  return matrices_of(arrays, "inverse_binds", "inverse_bind");
}
/// Rows of twelve numbers.
Affines affines_of(const Array::Reals& rows);
Array::Reals rows_of(const Affines& maps);
/// Sixteen numbers in column-major order read in row-major order: the translation is in the last
/// row, which is dropped.
Affine<double> read_by_rows(const Affine<double>& A);
/// Twelve numbers in row-major order read in column-major order.
Affine<double> read_by_columns(const Affine<double>& A);

/// A stage [J, 3, 4] of the right output; empty if the name is unknown.
Affines stage_of(const Question& question, std::string_view name);
/// Local transforms of an input at pose level, after its keyframes, degrees of freedom or rotations are
/// applied. Empty without a pose.
Affines locals_of(const Question& question);
/// The parent of each joint; empty without parents.
Array::Integers parents_of(const ArraySet& arrays);

using Product = Affine<double> (*)(const Affine<double>& parent, const Affine<double>& local);
Affine<double> parent_times_child(const Affine<double>& parent, const Affine<double>& local);
/// World transforms with another rule for combining a parent's and a local transform.
Affines worlds_of(const Question& question, Product product = &parent_times_child);
Affines worlds_of(const Array::Integers& parents, const Affines& locals,
                  Product product = &parent_times_child);

/// The skinning matrices of an input at either level; empty if there are none.
Affines palette_of(const Question& question);

/// A palette-level input of skinning or surface with this palette, in the format of its algorithm.
/// The numbers count as computed in float32.
Changed with_palette(const Question& question, const Affines& palette);
/// The input, of skinning or of a chain of joints, with these world transforms.
Changed with_worlds(const Question& question, const Affines& world);
/// The input with these local transforms.
Changed with_locals(const Question& question, const Affines& locals);
/// An input for skeleton.palette: world transforms and inverse bind matrices.
Changed as_palette(const Question& question, const Affines& world, const Affines& inverse_binds);
/// The input with the morph weights at its time instead of their keyframes.
Question with_sampled_weights(const Question& question);
/// Marks arrays as computed in float32.
void declare_computed(Question& question, std::initializer_list<const char*> names);

}  // namespace bindpose::conformance

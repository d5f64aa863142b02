// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: saves wrong outputs as files: the numbers for NumPy, the mesh for glTF viewers.
#pragma once

#include "conformance/report/judged_answer.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

/// Writes FOLDER/<subject>/<case>.<variant>.safetensors: each array X of the input as question.X, each judged one
/// as got.X, expected.X and bound.X in float64; for an open comparison also its other side, other.X and
/// other_bound.X; for directions length_bound.X, the tolerance of their length; for quaternions whose negative is
/// also right rotations.X. If it has positions of vertices, also writes .glb: the output's mesh with its error in
/// COLOR_0. Names that are too long for a file are cut. Errors: FILE_WRITE, those of to_safetensors().
Expected<void> save_answer(const std::filesystem::path& folder, const JudgedAnswer& judged);

/// The arrays of a saved output.
std::vector<Tensor> answer_tensors(const JudgedAnswer& judged);

/// The mesh as a .glb file: positions of the output, expected ones for NaN; white within the bound, else the
/// colour scale by the logarithm of error / bound. Empty: the output has no positions of vertices.
std::string coloured_glb(const JudgedAnswer& judged);

/// Saves wrong outputs. Any number of threads may pass outputs.
class AnswerSaver {
 public:
  explicit AnswerSaver(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void look_at(const JudgedAnswer& judged);
  /// The first error; still saves later outputs if possible.
  Expected<void> result() const;

 private:
  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  Expected<void> result_ = {};
};

}  // namespace bindpose::conformance

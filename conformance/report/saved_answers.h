// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: wrong outputs as files, to take away: the numbers for NumPy, the mesh for whatever shows glTF.
#pragma once

#include "conformance/report/judged_answer.h"
#include "reference/io/safetensors.h"

namespace bindpose::conformance {

/// Writes FOLDER/<subject>/<case>.<variant>.safetensors: each array X of the input as question.X, each judged one as got.X,
/// expected.X and bound.X in float64 - where a comparison stands open also other.X and other_bound.X, its other side, of directions
/// length_bound.X, how far from 1 their length may be, and rotations.X where the negative of a quaternion is as right - and, if it
/// has positions of vertices, .glb: the output's mesh with its error in COLOR_0. Names that are too long for a file are cut.
/// Errors: FILE_WRITE, those of to_safetensors().
Expected<void> save_answer(const std::filesystem::path& folder, const JudgedAnswer& judged);

/// The arrays of a saved output.
std::vector<Tensor> answer_tensors(const JudgedAnswer& judged);

/// The mesh as a .glb file: positions as answered, NaN as expected; white within the bound, else the scale of
/// colours by the logarithm of error / bound. Empty: the output has no positions of vertices.
std::string coloured_glb(const JudgedAnswer& judged);

/// Saves wrong outputs. Any number of threads may pass outputs.
class AnswerSaver {
 public:
  explicit AnswerSaver(std::filesystem::path folder) : folder_(std::move(folder)) {}

  void look_at(const JudgedAnswer& judged);
  /// The first error; later outputs are saved if possible.
  Expected<void> result() const;

 private:
  std::filesystem::path folder_;
  mutable std::mutex mutex_;
  Expected<void> result_ = {};
};

}  // namespace bindpose::conformance

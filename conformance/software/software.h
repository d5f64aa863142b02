// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: skinning and morphing in float32 on the CPU, with vector instructions and several threads.
//
// Formulas, symbols and edge cases follow the pages reference/skinning/linear_blend.md, dual_quaternion.md,
// centre_of_rotation.md, reference/surface/direct_delta_mush.md and reference/morph/dense.md.
//
// Layout. Rows of float32, one after the other: positions and normals of three numbers a vertex, tangents of four (the fourth is the
// handedness, which passes through), quaternions (x, y, z, w), matrices 3 by 4, row by row (C | t). Arrays need only
// float alignment. Surfaces of some megabytes in arrays aligned to 16 bytes, as by malloc, are written by
// non-temporal stores.
// Outputs do not overlap inputs, unless they are the same array: a surface may be deformed in place.
//
// Viewed arrays (std::span) must outlive their use. Every vertex is computed in the same way, at any index and on
// any thread, so results have the same bits for any number of threads. They depend on the instruction set, within
// the bounds that the reference derives.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "conformance/software/threads.h"
#include "reference/model/error.h"

namespace bindpose::software {

/// V vertices at rest. Missing arrays are empty.
struct Rest {
  std::span<const float> positions;      ///< x [V, 3]
  std::span<const float> normals = {};   ///< n [V, 3]
  std::span<const float> tangents = {};  ///< t and handedness [V, 4]

  std::size_t vertex_count() const { return positions.size() / 3; }
};

/// The outputs. Empty arrays are not computed; the mesh must have the others. A row without an output is zero.
struct Surface {
  std::span<float> positions = {};  ///< x' [V, 3]
  std::span<float> normals = {};    ///< n' [V, 3]
  std::span<float> tangents = {};   ///< t' and handedness [V, 4]
};

/// The joints and weights of each vertex. A view.
class Influences {
 public:
  /// joints, weights [V, K], K a multiple of 4; unused slots have weight 0 and any joint. Reads every joint once.
  /// Error COUNT_MISMATCH.
  static Expected<Influences> of(std::span<const std::uint16_t> joints, std::span<const float> weights,
                                 std::size_t per_vertex = 4);

  const std::uint16_t* joints() const { return joints_.data(); }
  const float* weights() const { return weights_.data(); }
  std::size_t per_vertex() const { return per_vertex_; }
  std::size_t vertex_count() const { return joints_.size() / per_vertex_; }
  /// One more than the largest joint that a slot names, used or not.
  std::size_t joint_count() const { return joint_count_; }
  /// The first slot with this joint.
  std::size_t slot_of_last_joint() const { return slot_of_last_joint_; }

 private:
  std::span<const std::uint16_t> joints_;
  std::span<const float> weights_;
  std::size_t per_vertex_ = 4, joint_count_ = 0, slot_of_last_joint_ = 0;
};

/// Numbers at the beginning of a cache line.
class AlignedFloats {
 public:
  explicit AlignedFloats(std::size_t size);
  float* data() { return data_.get(); }
  const float* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(float* numbers) const;
  };
  std::unique_ptr<float[], Free> data_;
};

/// Skinning matrices M_j. A copy, made once per pose.
class MatrixPalette {
 public:
  /// matrices [J, 3, 4]. Error COUNT_MISMATCH.
  static Expected<MatrixPalette> of(std::span<const float> matrices);

  std::size_t joint_count() const { return joint_count_; }
  /// 16 numbers a joint: three rows (C | t) and a row of zeros.
  const float* rows() const { return rows_.data(); }
  bool is_finite() const { return is_finite_; }

 private:
  explicit MatrixPalette(std::size_t joint_count) : rows_(16 * joint_count), joint_count_(joint_count) {}
  AlignedFloats rows_;
  std::size_t joint_count_;
  bool is_finite_ = true;
};

/// Rigid motions x -> q_j(x) + t_j. A copy, made once per pose.
class MotionPalette {
 public:
  /// rotations [J, 4], unit quaternions (x, y, z, w); translations [J, 3]. Error COUNT_MISMATCH.
  static Expected<MotionPalette> of(std::span<const float> rotations, std::span<const float> translations);

  std::size_t joint_count() const { return joint_count_; }
  const float* dual_quaternions() const { return dual_quaternions_.data(); }  ///< q_j and d_j [J, 8]
  const float* translations() const { return translations_.data(); }          ///< (t_j, 0) [J, 4]
  bool is_finite() const { return is_finite_; }

 private:
  explicit MotionPalette(std::size_t joint_count)
      : dual_quaternions_(8 * joint_count), translations_(4 * joint_count), joint_count_(joint_count) {}
  AlignedFloats dual_quaternions_, translations_;
  std::size_t joint_count_;
  bool is_finite_ = true;
};

/// The matrix that transforms a normal.
enum class NormalRule { direction, inverse_transpose_of_blend };

struct Options {
  NormalRule normal_rule = NormalRule::direction;  ///< rule for linear blending
  bool normalise = true;       ///< true: normalise normals and tangents; false: keep the sums
  Threads* threads = nullptr;  ///< null: the caller's thread only
};

/// Every function below checks first: COUNT_MISMATCH if an array does not have one row per
/// vertex, ARRAY_MISSING if a requested direction is not in the mesh, INDEX_RANGE if a slot names a joint
/// that is not in the palette.

/// Linear blend skinning. A slot of weight 0 contributes nothing, even if its matrix has NaN.
Expected<void> blend_linearly(const Rest& rest, const Influences& influences, const MatrixPalette& palette,
                              const Surface& surface, const Options& options = {});

/// Dual quaternion skinning, signs by the first influence of each vertex.
Expected<void> blend_dual_quaternions(const Rest& rest, const Influences& influences,
                                      const MotionPalette& palette, const Surface& surface,
                                      const Options& options = {});

/// Centres of rotation of the vertices.
struct Centres {
  std::span<const float> points;                  ///< p [V, 3]
  std::span<const std::uint8_t> has_centre = {};  ///< [V], 0 without a centre; empty: all have one
};

/// Skinning about centres of rotation, signs by the first influence; a vertex without a centre is blended linearly.
Expected<void> blend_about_centres(const Rest& rest, const Influences& influences,
                                   const MotionPalette& palette, const Centres& centres,
                                   const Surface& surface, const Options& options = {});

/// Direct delta mush. moments: Omega_j of each slot [V, K, 10], the upper triangle row by row; a slot whose last
/// moment is 0 contributes nothing. Weights of influences are not read. If the rotation is not determined, uses
/// any rotation.
Expected<void> blend_by_moments(const Rest& rest, const Influences& influences,
                                std::span<const float> moments, const MatrixPalette& palette,
                                const Surface& surface, const Options& options = {});

/// T shapes, as displacements of a mesh. An array that no shape changes is empty.
struct Targets {
  std::span<const float> weights;        ///< phi_i [T]; a target of weight 0 contributes nothing, even NaN
  std::span<const float> positions;      ///< dx_i [T, V, 3]
  std::span<const float> normals = {};   ///< dn_i [T, V, 3]
  std::span<const float> tangents = {};  ///< dt_i [T, V, 3]
};

/// Dense morph targets.
Expected<void> morph(const Rest& rest, const Targets& targets, const Surface& surface,
                     const Options& options = {});

/// The instruction set in use: "AVX3", Highway's name of AVX-512.
std::string instruction_set();

}  // namespace bindpose::software

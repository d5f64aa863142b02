// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: tolerances for the length of a stored direction (about the rounding of signed bytes) and for the sum of a
// vertex's weights.
//
// Source: Khronos glTF Validator 2.0.0 (unitLengthThresholdVec3, unitLengthThresholdVec4; weights' sum).
#pragma once

namespace bindpose::gltf {

constexpr double kUnitTolerance3 = 0.00674;  ///< normals, tangents
constexpr double kUnitTolerance4 = 0.00769;  ///< quaternions

/// Tolerance of the sum of float32 weights, per weight that is not zero: about the rounding of a float32 sum.
constexpr double kWeightSumTolerance = 2e-7;

}  // namespace bindpose::gltf

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far from unit length a stored direction may be - about what rounding to signed bytes does to it - and how far
// from 1 the sum of a vertex's weights.
//
// Source: Khronos glTF Validator 2.0.0 (unitLengthThresholdVec3, unitLengthThresholdVec4; weights' sum).
#pragma once

namespace bindpose::gltf {

constexpr double kUnitTolerance3 = 0.00674;  ///< normals, tangents
constexpr double kUnitTolerance4 = 0.00769;  ///< quaternions

/// Tolerance of the sum of float32 weights, per weight that is not zero: about what adding them up in float32 may lose.
constexpr double kWeightSumTolerance = 2e-7;

}  // namespace bindpose::gltf

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: how far from unit length a stored direction may be - about what rounding to signed bytes does to it.
//
// Source: Khronos glTF Validator (unitLengthThresholdVec3, unitLengthThresholdVec4, unitSumThresholdStep).
#pragma once

namespace bindpose::gltf {

constexpr double kUnitTolerance3 = 0.00674;  ///< normals, tangents
constexpr double kUnitTolerance4 = 0.00769;  ///< quaternions

/// Weights of n influences sum to 1 within this times (ceil(n / 2) - 1): steps of 8-bit quantisation.
constexpr double kWeightSumStep = 0.0039216;

}  // namespace bindpose::gltf

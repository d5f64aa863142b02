// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: checks the numbers in the buffers against the document.
//
// Codes, places and tolerances are the Khronos validator's, except that weights whose sum is not 1 are a warning
// here: skinning is defined for them. A repeated error is reported once, at its first place.
#pragma once

#include "reference/gltf/accessor_store.h"

namespace bindpose::gltf {

/// Checks of single accessors: sparse indices, NaN and infinity, min and max. Errors
/// ACCESSOR_SPARSE_INDICES_NON_INCREASING, ACCESSOR_SPARSE_INDEX_OOB, ACCESSOR_INVALID_FLOAT,
/// ACCESSOR_MIN_MISMATCH, ACCESSOR_MAX_MISMATCH, ACCESSOR_ELEMENT_OUT_OF_MIN_BOUND,
/// ACCESSOR_ELEMENT_OUT_OF_MAX_BOUND.
void check_accessor_data(const AccessorStore& store, IssueLog& log);

/// Numbers in their roles: unit normals and tangents, colours, vertex indices, times, rotations, inverse bind
/// matrices. Errors ACCESSOR_VECTOR3_NON_UNIT, ACCESSOR_INVALID_SIGN, ACCESSOR_NON_CLAMPED,
/// ACCESSOR_INDEX_OOB, ACCESSOR_INDEX_PRIMITIVE_RESTART, ACCESSOR_ANIMATION_INPUT_NEGATIVE,
/// ACCESSOR_ANIMATION_INPUT_NON_INCREASING, ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION,
/// ACCESSOR_INVALID_IBM.
void check_role_data(const AccessorStore& store, IssueLog& log);

/// Joints and weights of meshes that a skin moves. Errors ACCESSOR_JOINTS_INDEX_OOB,
/// ACCESSOR_JOINTS_INDEX_DUPLICATE, ACCESSOR_WEIGHTS_NEGATIVE; warnings ACCESSOR_WEIGHTS_NON_NORMALIZED,
/// ACCESSOR_JOINTS_USED_ZERO_WEIGHT.
void check_influence_data(const AccessorStore& store, IssueLog& log);

}  // namespace bindpose::gltf

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the variants that the backend of each API runs, and its GLSL dialect.
#pragma once

#include <vector>

#include "gpu/device/device.h"
#include "gpu/program/variant.h"

namespace bindpose::gpu {

/// True if the API's backend runs the variant, within the device's limits. If a variant has no joints or
/// frames, a missing value counts as supported.
bool supports(Api api, const Variant& variant);
/// variants() that the API supports.
std::vector<Variant> supported_variants(const Algorithm& algorithm, Api api);
/// Describes the variants of the API's backend, for its refusal of others.
const char* supported_by(Api api);

/// The API whose GLSL the backend uses: Vulkan's for OpenCL, CUDA and WebGPU, which get a translation of the
/// SPIR-V.
Api shader_api(Api api);

}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: plans for devices that are given a compute shader in another language, written of its SPIR-V. Internal to the libraries of
// gpu/.
#pragma once

#include <string>
#include <vector>

#include "gpu/capture/plan.h"

namespace bindpose::gpu {

/// Whether such a device is given this: it computes, and joints, frames and vertices come in buffers.
bool computes_from_buffers(const Variant& variant);
/// Why others are not, in words.
extern const char* const computes_from_buffers_alone;

/// A plan within the device's limits, whose shader is Vulkan's. Errors of make_plan() and check_limits(), NOT_SUPPORTED for another
/// variant.
Expected<Plan> make_kernel_plan(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                                const ArraySet& question, const Options& options, const Variant& variant);

/// The compute shaders of the algorithm, in Vulkan's GLSL, of each such variant, for the algorithm's sample on a device with these
/// limits. Errors of make_kernel_plan().
Expected<std::vector<std::string>> sample_compute_shaders(const DeviceInfo& info, const Algorithm& algorithm);

}  // namespace bindpose::gpu

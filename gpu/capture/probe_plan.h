// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: an expression in GLSL as a mesh that is skinned, so that a device with no other way to its compilers can be asked. Internal to
// the libraries of gpu/.
#pragma once

#include <string>
#include <vector>

#include "gpu/capture/plan.h"
#include "gpu/device/probe.h"

namespace bindpose::gpu {

/// The body of `glsl`, which sets float y from vec4 a, b and c.
std::string probe_body(const std::string& glsl);

/// A mesh whose vertices have the rows as inputs and y as output; its program is in the API's GLSL. The body must outlive it.
Plan probe_plan(const std::string& body, const std::vector<ProbeRow>& rows, bool compute,
                Api api = Api::vulkan);

}  // namespace bindpose::gpu

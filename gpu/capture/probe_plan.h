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

// Plans whose program is in the API's GLSL; y is what they answer. A body must outlive its plan.

/// Of what probe_body() has made of an expression: vertices have the rows as inputs.
Plan probe_plan(const std::string& body, const std::vector<ProbeRow>& rows, bool compute,
                Api api = Api::vulkan);

/// Of probe_body("y = a;"): vertices have every number of the form as attribute a. They are drawn.
Plan attribute_plan(const std::string& body, const StoredForm& form, Api api = Api::vulkan);

/// What sets y so; vertices have every integer k.
std::string decoding_body(const Decoding& way);
Plan decoding_plan(const std::string& body, const Decoding& way, bool compute, Api api = Api::vulkan);

}  // namespace bindpose::gpu

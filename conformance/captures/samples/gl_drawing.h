// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a sample's scene, skinned and drawn by OpenGL 3.3 in the current context.
#pragma once

#include <glad/gl.h>

#include "conformance/captures/samples/scene.h"

namespace bindpose::captures {

/// Errors: the errors of the shaders.
Expected<void> draw(const GladGLContext& gl, const Scene& scene, bool first_influence_alone);

}  // namespace bindpose::captures

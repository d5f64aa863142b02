// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the GLSL of gpu/ on one OpenGL device, as a subject.
#pragma once

#include "conformance/subjects/subject.h"

namespace bindpose::conformance {

/// Takes palette level. Options: api (gl, gles), palette (ubo, ssbo), capture (transform-feedback, compute),
/// formulation, variants (some: each formulation once and each delivery once, the default; all: every
/// combination). Errors of gpu::parse_device() and gpu::Context::open().
Expected<std::unique_ptr<Subject>> open_gpu_subject(const SubjectSpec& spec);

}  // namespace bindpose::conformance

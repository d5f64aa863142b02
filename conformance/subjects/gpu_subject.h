// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the GLSL of gpu/ on one OpenGL, Vulkan, OpenCL, CUDA, WebGL or WebGPU device, as a subject.
#pragma once

#include "conformance/subjects/subject.h"
#include "gpu/device/device.h"

namespace bindpose::conformance {

/// An open device that has not passed its self-test yet.
class DeviceSubject : public Subject {
 public:
  /// Captures a known transform and compares it. Errors: SELF_TEST with the captured numbers, and from the
  /// device.
  virtual Expected<void> self_test() = 0;
};

/// The OpenGL device that a subject "gpu:..." names. Errors of gpu::parse_device().
Expected<gpu::DeviceRequest> device_of(const SubjectSpec& spec);

/// Opens a device by its kind, without its self-test. All take palette level, and pose level for algorithms
/// without joints (gpu::levels()).
///
/// "gpu", OpenGL. Options: api (gl, gles), version (from 3.3, gles from 3.0; programs use no later features),
/// precision (highp, mediump), program (compiled, binary: loaded from the driver's own binary), palette (ubo,
/// ssbo, uniform-array, texture, buffer-texture, instance-base: gpu/program/palette_binding.h), capture
/// (transform-feedback, compute), formulation, form (rows-3x4, quaternion-translation, dual-quaternion: format of
/// the palette), frames (texture, ssbo, attributes); vertices, draw and feedback (gpu/program/vertex_pipeline.h;
/// compute shaders only vertices); upload (padded, exact); variants of the open keys (pairwise, the default,
/// formerly "some": each formulation and form once, and over all cases a covering array of strength 2 of the other
/// keys; all: every combination, and each other vertex layout, draw call and feedback for the first combination);
/// card (made: the capability report is part of info()).
///
/// "vulkan" has no options `api`, `version`, `precision`, `draw`, `feedback` and `upload`; a program's binary is
/// the content of a pipeline cache. "opencl" and "cuda" have Vulkan's options except `program`, and `contraction`
/// (off, on: products and sums are contracted, gpu/spirv/kernel.h). "webgl", WebGL 2 of a headless browser, has
/// OpenGL's options except `api`, `version`, `precision`, `program`, `upload` and values that WebGL lacks.
/// "webgpu", of such a browser, has Vulkan's options.
///
/// Errors: SUBJECT_SYNTAX; from gpu::parse_device(), gpu::parse_device_of(), and the device's open().
Expected<std::unique_ptr<DeviceSubject>> open_device(const SubjectSpec& spec);

}  // namespace bindpose::conformance

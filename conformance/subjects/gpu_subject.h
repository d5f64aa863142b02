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

/// Opens a device by its kind, without its self-test. Each takes palette level, and without joints (gpu::levels()) pose level.
///
/// "gpu", OpenGL. Options: api (gl, gles), version (3.3, of gles 3.0, and later: programs use nothing that came after it), precision (highp,
/// mediump), program (compiled, binary: loaded from what the driver gave of it), palette (ubo, ssbo,
/// uniform-array, texture, buffer-texture, instance-base: gpu/program/palette_binding.h), capture (transform-feedback,
/// compute), formulation, form (rows-3x4, quaternion-translation, dual-quaternion: how the palette travels), frames (texture,
/// ssbo, attributes); vertices, draw and feedback (gpu/program/vertex_pipeline.h), of compute shaders vertices alone; upload (padded, exact); variants (pairwise, the default: each formulation and form
/// once, and with other cases in turn a covering array of strength 2 of the other keys, formerly "some"; all: every combination, and
/// each other way of reading, drawing and capturing vertices on the first of them); of what is left open; card (made: the capability report is part of
/// info()).
///
/// "vulkan" has no options `api`, `version`, `precision`, `draw`, `feedback` and `upload`; a program's binary is what a pipeline cache holds
/// of it. "opencl" and "cuda" have Vulkan's options except `program`, and the option `contraction`: off, or on, whether products and
/// sums are contracted (gpu/spirv/kernel.h). "webgl", WebGL 2 of a browser without a window, has OpenGL's options except `api`,
/// `version`, `precision`, `program` and `upload`, and values that WebGL does not have. "webgpu", of such a browser,
/// has Vulkan's options.
///
/// Errors: SUBJECT_SYNTAX; from gpu::parse_device(), gpu::parse_device_of(), and the device's open().
Expected<std::unique_ptr<DeviceSubject>> open_device(const SubjectSpec& spec);

}  // namespace bindpose::conformance

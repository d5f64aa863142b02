// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the GLSL of gpu/ on one OpenGL, Vulkan, OpenCL, CUDA, WebGL or WebGPU device, as a subject.
#pragma once

#include "conformance/subjects/subject.h"
#include "gpu/device/device.h"

namespace bindpose::conformance {

/// The OpenGL device that a subject "gpu:..." names. Errors of gpu::parse_device().
Expected<gpu::DeviceRequest> device_of(const SubjectSpec& spec);

/// Takes palette level; without joints (gpu::levels()) pose level, too. Options: api (gl, gles), version (3.3, of gles 3.0, and later: programs use nothing that came after it), precision (highp,
/// mediump), program (compiled, binary: loaded from what the driver gave of it), palette (ubo, ssbo,
/// uniform-array, texture, buffer-texture, instance-base: gpu/program/palette_delivery.h), capture (transform-feedback,
/// compute), formulation, form (rows-3x4, quaternion-translation, dual-quaternion: how the palette travels), frames (texture,
/// ssbo, attributes); vertices, draw and feedback (gpu/program/vertex_path.h), of compute shaders vertices alone; variants (some: each
/// formulation, form and delivery once, or in turn with other cases, the default; all: every combination, and each other way of
/// reading, drawing and capturing vertices on the first of them); of what is left open; card (made: the device's card is part of
/// info()). Errors of gpu::parse_device() and gpu::Context::open().
Expected<std::unique_ptr<Subject>> open_gpu_subject(const SubjectSpec& spec);

/// The same through Vulkan, without the options `api`, `version`, `precision`, `draw` and `feedback`; a program's binary is what a pipeline cache holds of it. Errors of gpu::parse_numbered_device() and
/// gpu::VulkanDevice::open().
Expected<std::unique_ptr<Subject>> open_vulkan_subject(const SubjectSpec& spec);

/// The same through OpenCL, which computes, with Vulkan's options but `program`, and the option `contraction`: off, or on, whether products and sums are contracted (gpu/spirv/kernel.h).
/// Errors of gpu::parse_numbered_device() and gpu::OpenClDevice::open().
Expected<std::unique_ptr<Subject>> open_opencl_subject(const SubjectSpec& spec);

/// The same through CUDA, with OpenCL's options. Errors of gpu::parse_numbered_device() and gpu::CudaDevice::open().
Expected<std::unique_ptr<Subject>> open_cuda_subject(const SubjectSpec& spec);

/// The same through WebGL 2 of a browser without a window, with OpenGL's options but `api`, `version`, `precision` and `program`, as far as WebGL has what they name. Errors of
/// gpu::parse_web_device() and gpu::WebDevice::open().
Expected<std::unique_ptr<Subject>> open_webgl_subject(const SubjectSpec& spec);

/// The same through WebGPU of a browser without a window, with Vulkan's options. Errors of gpu::parse_web_device() and
/// gpu::WebGpuDevice::open().
Expected<std::unique_ptr<Subject>> open_webgpu_subject(const SubjectSpec& spec);

}  // namespace bindpose::conformance

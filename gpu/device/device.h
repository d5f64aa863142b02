// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the requested OpenGL device, the description of a device, and the devices of this machine.
#pragma once

#include <compare>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "reference/model/error.h"

namespace bindpose::gpu {

/// A method to get a context without a window.
enum class Platform {
  best,    ///< the first that works: hardware behind EGL, then surfaceless, then OSMesa
  device,  ///< EGL_EXT_platform_device, one display per device: graphics cards and Mesa's software device
  surfaceless,  ///< EGL_MESA_platform_surfaceless: whatever Mesa chooses
  osmesa,       ///< OSMesa: Mesa's software rasteriser without EGL
  angle,  ///< ANGLE on SwiftShader from the folder in the environment variable ANGLE_DIR; for WebGL and WebGPU, the browser's own
};

/// OpenGL 4.3 core or later; OpenGL ES 3.1 or later; Vulkan 1.1 or later, which gpu/vulkan opens; OpenCL 1.2
/// or later, which gpu/opencl opens; CUDA, which gpu/cuda opens; WebGL 2 of a browser, and WebGPU, which gpu/web opens.
enum class Api { gl, gles, vulkan, opencl, cuda, webgl, webgpu };

std::string_view to_string(Platform platform);
std::string_view to_string(Api api);

/// Version of OpenGL or OpenGL ES. 0.0 (default): the latest of the device, from OpenGL 4.3 and OpenGL ES 3.1
/// on.
struct GlVersion {
  int major = 0, minor = 0;

  auto operator<=>(const GlVersion&) const = default;
};

struct DeviceRequest {
  Platform platform = Platform::best;
  int index = 0;  ///< index of the EGL device; 0 for the other platforms
  Api api = Api::gl;
  GlVersion version = {};

  bool operator==(const DeviceRequest&) const = default;
};

/// True if the requested version is older than this version of its API. A device may
/// return a later version than requested; later features are still not used.
bool is_older(const DeviceRequest& request, GlVersion gl, GlVersion gles);

/// The versions that can be requested, oldest first.
std::span<const GlVersion> known_versions(Api api);

/// "best", "device:1", "surfaceless gles", "surfaceless 3.3": the text that parse_device()
/// reads, then the API unless it is the platform's default, then the requested version. With
/// other APIs: "vulkan:1", "opencl:1", "cuda:1", "webgl", "webgl:swiftshader", "webgpu".
std::string to_string(const DeviceRequest& request);

/// Reads "", "best", "device", "device:1", "surfaceless", "osmesa" or "angle"; `api` is "gl", "gles" or ""
/// for the platform's default (gles for ANGLE, gl elsewhere); `version` is "3.3", "4.0" to "4.6", of OpenGL ES "3.0" to
/// "3.2", or "". Errors DEVICE_SYNTAX; NOT_SUPPORTED for OpenGL ES through OSMesa and OpenGL through ANGLE, which do not
/// exist.
Expected<DeviceRequest> parse_device(std::string_view text, std::string_view api = "",
                                     std::string_view version = "");

/// Reads a device of Vulkan, OpenCL or CUDA, "" (the best) or a number; of WebGL or WebGPU, "" (the browser chooses) or "swiftshader" (its
/// own software rasteriser). Error DEVICE_SYNTAX.
Expected<DeviceRequest> parse_device_of(Api api, std::string_view text);

/// An open context's description of itself.
struct DeviceInfo {
  DeviceRequest opened;           ///< never `best`: the platform in use
  std::string vendor;             ///< GL_VENDOR
  std::string renderer;           ///< GL_RENDERER
  std::string version;            ///< GL_VERSION
  std::string glsl_version;       ///< GL_SHADING_LANGUAGE_VERSION
  std::string device_extensions;  ///< EGL extensions of the EGL device; empty on other platforms
  bool software = false;          ///< vertices are computed by the CPU
  std::string
      software_name;  ///< "llvmpipe", "softpipe", "zink on lavapipe", "SwiftShader" ...; empty on hardware
  /// Queried, by GL name without GL_, "MAX_UNIFORM_BLOCK_SIZE", or by Vulkan's, "maxUniformBufferRange", or
  /// OpenCL's, "CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE", CUDA's, "CU_MAX_GRID_DIM_X", or WebGPU's, "maxUniformBufferBindingSize".
  std::map<std::string, long> limits;

  /// A queried limit by its GL name, for any API; 0 if the API does not have it.
  long limit(const std::string& name) const;
};

/// The version up to which an open context is used: the requested one, even
/// if the driver returned a later one; without a request, the driver's.
std::string version_in_use(const DeviceInfo& info);

/// The name of the software renderer behind a GL_RENDERER string; "" if it is hardware.
std::string software_renderer(std::string_view renderer);

/// A device that may be tried on this machine. Only opening it proves that it works; use one process per request,
/// because EGL and OSMesa cannot share one.
struct Reachable {
  std::vector<DeviceRequest> requests;
  std::vector<Error> missing;  ///< missing platforms, each with the reason
};
Reachable reachable_devices();

}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/device.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "gpu/device/limit_names.h"
#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr std::array<std::string_view, 5> platform_names = {"best", "device", "surfaceless", "osmesa",
                                                            "angle"};

Api default_api(Platform platform) {
  return platform == Platform::angle ? Api::gles : Api::gl;
}

/// True if the API's devices are named only by numbers.
bool is_numbered(Api api) {
  return api == Api::vulkan || api == Api::opencl || api == Api::cuda;
}

bool is_of_browser(Api api) {
  return api == Api::webgl || api == Api::webgpu;
}

Expected<int> parse_index(std::string_view text) {
  int index = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
  if (error != std::errc() || end != text.data() + text.size() || index < 0)
    return fail("DEVICE_SYNTAX", std::string(text), "expected a device number such as device:0");
  return index;
}

std::string to_string(GlVersion version) {
  return fmt::format("{}.{}", version.major, version.minor);
}

Expected<GlVersion> parse_version(Api api, std::string_view text) {
  const std::span<const GlVersion> known = known_versions(api);
  const auto found = std::ranges::find(known, text, [](GlVersion version) { return to_string(version); });
  if (found != known.end()) return *found;
  return fail("DEVICE_SYNTAX", std::string(text),
              fmt::format("expected a version of {} from {} to {}", api == Api::gles ? "OpenGL ES" : "OpenGL",
                          to_string(known.front()), to_string(known.back())));
}

}  // namespace

std::span<const GlVersion> known_versions(Api api) {
  static constexpr GlVersion gl[] = {{3, 3}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {4, 5}, {4, 6}};
  static constexpr GlVersion gles[] = {{3, 0}, {3, 1}, {3, 2}};
  if (api == Api::gles) return gles;
  return gl;
}

std::string_view to_string(Platform platform) {
  return platform_names[static_cast<std::size_t>(platform)];
}

std::string_view to_string(Api api) {
  constexpr std::array<std::string_view, 7> names = {"gl",   "gles",  "vulkan", "opencl",
                                                     "cuda", "webgl", "webgpu"};
  return names[static_cast<std::size_t>(api)];
}

std::string to_string(const DeviceRequest& request) {
  if (is_of_browser(request.api))
    return fmt::format("{}{}", to_string(request.api),
                       request.platform == Platform::angle ? ":swiftshader" : "");
  if (is_numbered(request.api))
    return request.platform == Platform::best ? std::string(to_string(request.api))
                                              : fmt::format("{}:{}", to_string(request.api), request.index);
  std::string text(to_string(request.platform));
  if (request.platform == Platform::device) text += fmt::format(":{}", request.index);
  if (request.api != default_api(request.platform)) text += fmt::format(" {}", to_string(request.api));
  if (request.version != GlVersion{}) text += fmt::format(" {}", to_string(request.version));
  return text;
}

bool is_older(const DeviceRequest& request, GlVersion gl, GlVersion gles) {
  return request.version != GlVersion{} && request.version < (request.api == Api::gles ? gles : gl);
}

Expected<DeviceRequest> parse_device(std::string_view text, std::string_view api, std::string_view version) {
  DeviceRequest request;
  const std::string_view word = text.substr(0, text.find(':'));
  const auto* name = std::find(platform_names.begin(), platform_names.end(), word);
  bool known = text.empty() || name != platform_names.end();
  if (name != platform_names.end()) request.platform = static_cast<Platform>(name - platform_names.begin());
  if (word.size() < text.size()) {
    known = known && request.platform == Platform::device;
    const auto index = parse_index(text.substr(word.size() + 1));
    if (known && !index) return tl::unexpected(index.error());
    if (known) request.index = *index;
  }
  if (!known)
    return fail("DEVICE_SYNTAX", std::string(text), "expected best, device:N, surfaceless, osmesa or angle");

  if (!api.empty() && api != "gl" && api != "gles")
    return fail("DEVICE_SYNTAX", std::string(api), "expected the API gl or gles");
  request.api = api.empty() ? default_api(request.platform) : api == "gles" ? Api::gles : Api::gl;
  BINDPOSE_CHECK(check_api(request));
  if (!version.empty()) {
    BINDPOSE_TRY(request.version, parse_version(request.api, version));
  }
  return request;
}

Expected<DeviceRequest> parse_device_of(Api api, std::string_view text) {
  DeviceRequest request{Platform::best, 0, api};
  if (text.empty()) return request;
  if (is_of_browser(api)) {
    if (text == "swiftshader") return DeviceRequest{Platform::angle, 0, api};
    return fail("DEVICE_SYNTAX", std::string(text),
                fmt::format("expected {0} or {0}:swiftshader", to_string(api)));
  }
  request.platform = Platform::device;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), request.index);
  if (error == std::errc() && end == text.data() + text.size() && request.index >= 0) return request;
  return fail("DEVICE_SYNTAX", std::string(text),
              fmt::format("expected a device number such as {}:0", to_string(api)));
}

Expected<void> check_api(const DeviceRequest& request) {
  if (request.platform == Platform::osmesa && request.api == Api::gles)
    return fail("NOT_SUPPORTED", "osmesa", "OSMesa has no OpenGL ES; use surfaceless");
  if (request.platform == Platform::angle && request.api == Api::gl)
    return fail("NOT_SUPPORTED", "angle", "ANGLE has only OpenGL ES");
  return {};
}

std::string version_in_use(const DeviceInfo& info) {
  const GlVersion& asked = info.opened.version;
  if (asked == GlVersion{}) return info.version;
  return fmt::format("{} {}", info.opened.api == Api::gles ? "OpenGL ES" : "OpenGL", to_string(asked));
}

long DeviceInfo::limit(const std::string& name) const {
  if (is_numbered(opened.api) || opened.api == Api::webgpu) return shared_limit(opened.api, limits, name);
  const auto found = limits.find(name);
  return found == limits.end() ? 0 : found->second;
}

std::string software_renderer(std::string_view renderer) {
  const auto names = [&](std::string_view word) { return renderer.find(word) != std::string_view::npos; };
  const bool zink = names("zink");
  if (names("SwiftShader")) return zink ? "zink on SwiftShader" : "SwiftShader";
  if (names("llvmpipe") || names("lavapipe")) return zink ? "zink on lavapipe" : "llvmpipe";
  if (names("softpipe")) return "softpipe";
  if (names("swrast") || names("Software Rasterizer")) return "swrast";
  if (names("Microsoft Basic Render Driver")) return "WARP";
  return "";
}

}  // namespace bindpose::gpu

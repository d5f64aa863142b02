// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/device/native_context.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

std::string_view to_string(Family family) {
  constexpr std::string_view names[] = {"EGL", "OSMesa", "ANGLE"};
  return names[static_cast<std::size_t>(family)];
}

/// "OpenGL ES 3.1".
std::string named(Api api, const GlVersion& version) {
  return fmt::format("{} {}.{}", api == Api::gles ? "OpenGL ES" : "OpenGL", version.major, version.minor);
}

/// The key that requests this version, or an API without a later one.
std::string key_of(Api api, const GlVersion& version) {
  const bool is_tried_unasked =
      std::ranges::count(context_versions({Platform::surfaceless, 0, api}), version) > 0;
  if (api == Api::gles && is_tried_unasked) return "api=gles";
  return fmt::format("{}version={}.{}", api == Api::gles ? "api=gles&" : "", version.major, version.minor);
}

constexpr int nobody = -1;
std::atomic<int> claimed_family = nobody;

}  // namespace

Expected<void> claim(Family family) {
  int current = nobody;
  claimed_family.compare_exchange_strong(current, static_cast<int>(family));
  return check_family(family);
}

Expected<void> check_family(Family family) {
  const int current = claimed_family.load();
  if (current == nobody || current == static_cast<int>(family)) return {};
  return fail("BACKEND_MIXED", std::string(to_string(family)),
              fmt::format("this process already has a context through {}; open {} in a process of its own",
                          to_string(static_cast<Family>(current)), to_string(family)));
}

Expected<void*> load_library(const std::string& name) {
  tame_environment();
  if (void* library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
  const char* reason = dlerror();
  return fail("LIBRARY_MISSING", name, reason != nullptr ? reason : "cannot be loaded");
}

void tame_environment() {
  if (std::getenv("MESA_SHADER_CACHE_DIR") == nullptr) setenv("MESA_SHADER_CACHE_DISABLE", "true", 0);
}

Expected<std::string> find_angle() {
  const char* folder = std::getenv("ANGLE_DIR");
  if (folder == nullptr || *folder == '\0')
    return fail("LIBRARY_MISSING", "angle",
                "the environment variable ANGLE_DIR names no folder with ANGLE's libEGL.so");
  const std::filesystem::path path = std::filesystem::path(folder) / "libEGL.so";
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored))
    return fail("LIBRARY_MISSING", path.string(), "ANGLE_DIR holds no libEGL.so");
  return path.string();
}

std::vector<GlVersion> context_versions(const DeviceRequest& request) {
  if (request.version != GlVersion{}) return {request.version};
  if (request.api == Api::gles) return {{3, 2}, {3, 1}};
  return {{4, 6}, {4, 5}, {4, 4}, {4, 3}};
}

std::string wanted_version(const DeviceRequest& request) {
  const GlVersion least = context_versions(request).back();
  return fmt::format("{}{}{}", named(request.api, least), request.api == Api::gles ? "" : " core",
                     request.version == GlVersion{} ? " or later" : "");
}

std::string what_there_is_instead(std::span<const Api> apis,
                                  const std::function<bool(Api, const GlVersion&)>& opens) {
  std::vector<std::string> there;
  for (const Api api : apis) {
    const std::span<const GlVersion> known = known_versions(api);
    const auto newest = std::find_if(known.rbegin(), known.rend(),
                                     [&](const GlVersion& version) { return opens(api, version); });
    if (newest != known.rend())
      there.push_back(fmt::format("{}: {} selects it", named(api, *newest), key_of(api, *newest)));
  }
  return there.empty() ? "" : fmt::format("; there is {}", fmt::join(there, ", and "));
}

Expected<std::unique_ptr<NativeContext>> open_native(const DeviceRequest& request) {
  BINDPOSE_CHECK(check_api(request));
  if (request.platform == Platform::osmesa) return open_osmesa(request);
  return open_egl(request);
}

Reachable reachable_devices() {
  Reachable found;
  if (const auto egl = survey_egl()) {
    for (int index = 0; index < egl->devices; ++index)
      for (const Api api : {Api::gl, Api::gles})
        found.requests.push_back({Platform::device, index, api});
    if (egl->devices == 0) found.missing.push_back({"DEVICE_UNAVAILABLE", "device", "EGL lists no device"});
    if (egl->surfaceless)
      for (const Api api : {Api::gl, Api::gles})
        found.requests.push_back({Platform::surfaceless, 0, api});
    else
      found.missing.push_back(
          {"DEVICE_UNAVAILABLE", "surfaceless", "EGL has no EGL_MESA_platform_surfaceless"});
  } else {
    found.missing.push_back(egl.error());
  }
  const auto add = [&found](const auto& there, Platform platform, Api api) {
    if (there)
      found.requests.push_back({platform, 0, api});
    else
      found.missing.push_back(there.error());
  };
  add(find_osmesa(), Platform::osmesa, Api::gl);
  add(find_angle(), Platform::angle, Api::gles);
  return found;
}

}  // namespace bindpose::gpu

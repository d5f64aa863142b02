// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: the common part of EGL and OSMesa: a context that can be made current. Internal to the library.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device/device.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// The library behind a platform. Mesa's EGL and OSMesa share one slot for the current context and corrupt each
/// other, so a process uses only one family.
enum class Family { egl, osmesa, angle };

/// A context without window; destroyed with the object.
class NativeContext {
 public:
  virtual ~NativeContext() = default;

  virtual Expected<void> make_current() = 0;
  virtual void* function(const char* name) const = 0;  ///< a GL entry point; nullptr if missing
  /// EGL's device extensions; empty elsewhere.
  virtual std::string device_extensions() const { return {}; }
};

/// Errors LIBRARY_MISSING, DEVICE_UNAVAILABLE, CONTEXT_REFUSED, BACKEND_MIXED, NOT_SUPPORTED.
Expected<std::unique_ptr<NativeContext>> open_native(const DeviceRequest& request);

/// NOT_SUPPORTED for an API that the platform does not have.
Expected<void> check_api(const DeviceRequest& request);

/// Error BACKEND_MIXED if this process has made a context of another family.
Expected<void> check_family(Family family);
/// Reserves the family for the whole process: called after a context exists, before it becomes current.
Expected<void> claim(Family family);

/// A shared library that stays loaded until the process ends, as GL drivers require. Error LIBRARY_MISSING.
Expected<void*> load_library(const std::string& name);

/// A library's function by its name, of any type; null if it is absent.
struct Symbol {
  void* address = nullptr;
  template <class Function>
  operator Function*() const {
    return reinterpret_cast<Function*>(address);
  }
};

/// Keeps Mesa from writing shaders into the home folder, unless the user has named a folder for them.
void tame_environment();

/// EGL platforms: device, surfaceless, angle.
Expected<std::unique_ptr<NativeContext>> open_egl(const DeviceRequest& request);
/// The number of EGL devices; true if Mesa's surfaceless platform exists. Errors LIBRARY_MISSING.
struct EglSurvey {
  int devices = 0;
  bool surfaceless = false;
};
Expected<EglSurvey> survey_egl();
/// True if the EGL device is Mesa's software device.
bool is_software_device(int index);

Expected<std::unique_ptr<NativeContext>> open_osmesa(const DeviceRequest& request);

/// The versions to try for a context, latest first.
std::vector<GlVersion> context_versions(const DeviceRequest& request);
/// "OpenGL 4.3 core or later": the text of the refusal if no such context exists.
std::string wanted_version(const DeviceRequest& request);
/// Hint such as "; there is OpenGL 3.3: version=3.3 selects it, and OpenGL ES 3.1: api=gles selects it": for each
/// of these APIs, the newest version for which `opens` finds a context. Empty without any.
std::string what_there_is_instead(std::span<const Api> apis,
                                  const std::function<bool(Api, const GlVersion&)>& opens);
/// Error LIBRARY_MISSING.
Expected<void> find_osmesa();

/// ANGLE_DIR/libEGL.so. Error LIBRARY_MISSING.
Expected<std::string> find_angle();

}  // namespace bindpose::gpu

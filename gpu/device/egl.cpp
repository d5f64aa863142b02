// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: contexts through EGL - graphics cards and Mesa through libEGL.so.1, ANGLE through its own libEGL.so.
#define EGL_NO_X11
#define MESA_EGL_NO_X11_HEADERS
#include <array>
#include <utility>
#include <vector>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

// EGL_ANGLE_platform_angle and its device types; libegl-dev does not ship eglext_angle.h.
constexpr EGLenum platform_angle = 0x3202;
constexpr std::array<EGLint, 7> angle_on_swiftshader = {
    0x3203,  0x3450,  // TYPE: VULKAN
    0x3209,  0x3487,  // DEVICE_TYPE: SWIFTSHADER
    0x348F,  0x34A5,  // NATIVE_PLATFORM: VULKAN_DISPLAY_MODE_HEADLESS
    EGL_NONE};

/// True if a space-separated list holds the whole word.
bool has_word(const char* list, std::string_view word) {
  const std::string padded = fmt::format(" {} ", list != nullptr ? list : "");
  return padded.find(fmt::format(" {} ", word)) != std::string::npos;
}

/// The entry points of one libEGL.
struct Egl {
  explicit Egl(void* from) : library(from) {}

  Symbol find(const char* name) const {
    if (void* address = dlsym(library, name)) return {address};
    return {get_proc_address == nullptr ? nullptr : reinterpret_cast<void*>(get_proc_address(name))};
  }
  Symbol need(const char* name) {
    const Symbol found = find(name);
    complete = complete && found.address != nullptr;
    return found;
  }

  void* library;
  bool complete = true;
  PFNEGLGETPROCADDRESSPROC get_proc_address = Symbol{dlsym(library, "eglGetProcAddress")};
  PFNEGLQUERYSTRINGPROC query_string = need("eglQueryString");
  PFNEGLGETERRORPROC get_error = need("eglGetError");
  PFNEGLINITIALIZEPROC initialize = need("eglInitialize");
  PFNEGLBINDAPIPROC bind_api = need("eglBindAPI");
  PFNEGLCHOOSECONFIGPROC choose_config = need("eglChooseConfig");
  PFNEGLCREATECONTEXTPROC create_context = need("eglCreateContext");
  PFNEGLDESTROYCONTEXTPROC destroy_context = need("eglDestroyContext");
  PFNEGLCREATEPBUFFERSURFACEPROC create_pbuffer = need("eglCreatePbufferSurface");
  PFNEGLDESTROYSURFACEPROC destroy_surface = need("eglDestroySurface");
  PFNEGLMAKECURRENTPROC make_current = need("eglMakeCurrent");
  PFNEGLGETCURRENTCONTEXTPROC current_context = need("eglGetCurrentContext");
  PFNEGLGETPLATFORMDISPLAYEXTPROC platform_display = find("eglGetPlatformDisplayEXT");
  PFNEGLQUERYDEVICESEXTPROC query_devices = find("eglQueryDevicesEXT");
  PFNEGLQUERYDEVICESTRINGEXTPROC query_device_string = find("eglQueryDeviceStringEXT");
  const char* client_extensions = nullptr;
};

Expected<Egl> load_egl(const std::string& path) {
  BINDPOSE_TRY(const auto library, load_library(path));
  Egl egl(library);
  if (!egl.complete || egl.get_proc_address == nullptr)
    return fail("LIBRARY_MISSING", path, "is not an EGL library: entry points are missing");
  egl.client_extensions = egl.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  if (egl.client_extensions == nullptr) egl.get_error();
  return egl;
}

std::vector<EGLDeviceEXT> list_devices(const Egl& egl) {
  const bool listed = has_word(egl.client_extensions, "EGL_EXT_device_base") ||
                      has_word(egl.client_extensions, "EGL_EXT_device_enumeration");
  EGLint count = 0;
  if (!listed || egl.query_devices == nullptr || !egl.query_devices(0, nullptr, &count) || count <= 0)
    return {};
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (!egl.query_devices(count, devices.data(), &count)) return {};
  devices.resize(static_cast<std::size_t>(count));
  return devices;
}

std::string device_extensions_of(const Egl& egl, EGLDeviceEXT device) {
  if (egl.query_device_string == nullptr) return {};
  const char* text = egl.query_device_string(device, EGL_EXTENSIONS);
  return text != nullptr ? text : "";
}

/// A display and, on the device platform, the extensions of its device.
struct Display {
  EGLDisplay display = EGL_NO_DISPLAY;
  std::string device_extensions;
};

Expected<Display> find_display(const Egl& egl, const DeviceRequest& request) {
  const auto unavailable = [&](std::string why) {
    return fail("DEVICE_UNAVAILABLE", to_string(request), std::move(why));
  };
  if (egl.platform_display == nullptr) return unavailable("EGL has no eglGetPlatformDisplayEXT");
  Display found;
  if (request.platform == Platform::device) {
    if (!has_word(egl.client_extensions, "EGL_EXT_platform_device"))
      return unavailable("EGL has no EGL_EXT_platform_device");
    const auto devices = list_devices(egl);
    const auto index = static_cast<std::size_t>(request.index);
    if (index >= devices.size()) return unavailable(fmt::format("EGL lists {} devices", devices.size()));
    found.device_extensions = device_extensions_of(egl, devices[index]);
    found.display = egl.platform_display(EGL_PLATFORM_DEVICE_EXT, devices[index], nullptr);
  } else if (request.platform == Platform::surfaceless) {
    if (!has_word(egl.client_extensions, "EGL_MESA_platform_surfaceless"))
      return unavailable("EGL has no EGL_MESA_platform_surfaceless");
    found.display = egl.platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
  } else {
    found.display = egl.platform_display(platform_angle, EGL_DEFAULT_DISPLAY, angle_on_swiftshader.data());
  }
  if (found.display == EGL_NO_DISPLAY)
    return unavailable(fmt::format("no display, EGL error {:#x}", egl.get_error()));
  if (!egl.initialize(found.display, nullptr, nullptr))
    return unavailable(fmt::format("eglInitialize failed, EGL error {:#x}", egl.get_error()));
  return found;
}

Family family_of(const DeviceRequest& request) {
  return request.platform == Platform::angle ? Family::angle : Family::egl;
}

class EglBackend final : public NativeContext {
 public:
  EglBackend(Egl egl, Display display, Api api) : egl_(egl), display_(std::move(display)), api_(api) {}
  EglBackend(const EglBackend&) = delete;
  EglBackend& operator=(const EglBackend&) = delete;

  // The display stays open: other contexts of this process may share it.
  ~EglBackend() override {
    if (context_ == EGL_NO_CONTEXT) return;
    bind(api_);
    if (egl_.current_context() == context_)
      egl_.make_current(display_.display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    egl_.destroy_context(display_.display, context_);
    if (surface_ != EGL_NO_SURFACE) egl_.destroy_surface(display_.display, surface_);
  }

  Expected<void> create(const DeviceRequest& request) {
    if (!bind(api_)) return fail("CONTEXT_REFUSED", to_string(request), "EGL does not know this API");
    const char* extensions = egl_.query_string(display_.display, EGL_EXTENSIONS);
    const bool without_surface = has_word(extensions, "EGL_KHR_surfaceless_context");
    EGLConfig config = EGL_NO_CONFIG_KHR;
    if (!without_surface || !has_word(extensions, "EGL_KHR_no_config_context")) {
      BINDPOSE_TRY(config, choose_config(request));
    }
    BINDPOSE_CHECK(create_context(request, config));
    if (!without_surface) {
      const std::array<EGLint, 5> size = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
      surface_ = egl_.create_pbuffer(display_.display, config, size.data());
      if (surface_ == EGL_NO_SURFACE)
        return fail("CONTEXT_REFUSED", to_string(request),
                    fmt::format("no pbuffer, EGL error {:#x}", egl_.get_error()));
    }
    BINDPOSE_CHECK(claim(family_of(request)));
    return make_current();
  }

  Expected<void> make_current() override {
    bind(api_);
    if (egl_.make_current(display_.display, surface_, surface_, context_)) return {};
    return fail(
        "CONTEXT_REFUSED", "eglMakeCurrent",
        fmt::format("EGL error {:#x}; a context is current in one thread at a time", egl_.get_error()));
  }

  void* function(const char* name) const override {
    return reinterpret_cast<void*>(egl_.get_proc_address(name));
  }
  std::string device_extensions() const override { return display_.device_extensions; }

 private:
  bool bind(Api api) const {
    return egl_.bind_api(api == Api::gles ? EGL_OPENGL_ES_API : EGL_OPENGL_API) == EGL_TRUE;
  }

  Expected<EGLConfig> choose_config(const DeviceRequest& request) {
    const std::array<EGLint, 5> wanted = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                          api_ == Api::gles ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (egl_.choose_config(display_.display, wanted.data(), &config, 1, &count) && count > 0) return config;
    return fail("CONTEXT_REFUSED", to_string(request),
                fmt::format("no configuration with a pbuffer, EGL error {:#x}", egl_.get_error()));
  }

  EGLContext try_context(EGLConfig config, Api api, const GlVersion& version) const {
    std::vector<EGLint> wanted = {EGL_CONTEXT_MAJOR_VERSION, version.major, EGL_CONTEXT_MINOR_VERSION,
                                  version.minor};
    if (api == Api::gl)
      wanted.insert(wanted.end(), {EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT});
    wanted.push_back(EGL_NONE);
    return egl_.create_context(display_.display, config, EGL_NO_CONTEXT, wanted.data());
  }

  Expected<void> create_context(const DeviceRequest& request, EGLConfig config) {
    EGLint error = EGL_SUCCESS;
    for (const GlVersion& version : context_versions(request)) {
      context_ = try_context(config, api_, version);
      if (context_ != EGL_NO_CONTEXT) return {};
      error = egl_.get_error();
    }
    return fail(
        "CONTEXT_REFUSED", to_string(request),
        fmt::format("no {}, EGL error {:#x}{}", wanted_version(request), error, instead_of_it(config)));
  }

  std::string instead_of_it(EGLConfig config) const {
    constexpr Api apis[] = {Api::gl, Api::gles};
    return what_there_is_instead(apis, [&](Api api, const GlVersion& version) {
      const EGLContext context = bind(api) ? try_context(config, api, version) : EGL_NO_CONTEXT;
      if (context != EGL_NO_CONTEXT) egl_.destroy_context(display_.display, context);
      return context != EGL_NO_CONTEXT;
    });
  }

  Egl egl_;
  Display display_;
  Api api_;
  EGLContext context_ = EGL_NO_CONTEXT;
  EGLSurface surface_ = EGL_NO_SURFACE;
};

}  // namespace

Expected<std::unique_ptr<NativeContext>> open_egl(const DeviceRequest& request) {
  BINDPOSE_CHECK(check_family(family_of(request)));
  std::string path = "libEGL.so.1";
  if (request.platform == Platform::angle) {
    BINDPOSE_TRY(path, find_angle());
  }
  BINDPOSE_TRY(const auto egl, load_egl(path));
  BINDPOSE_TRY(auto display, find_display(egl, request));
  auto backend = std::make_unique<EglBackend>(egl, std::move(display), request.api);
  BINDPOSE_CHECK(backend->create(request));
  return backend;
}

Expected<EglSurvey> survey_egl() {
  BINDPOSE_TRY(const auto egl, load_egl("libEGL.so.1"));
  return EglSurvey{static_cast<int>(list_devices(egl).size()),
                   has_word(egl.client_extensions, "EGL_MESA_platform_surfaceless")};
}

bool is_software_device(int index) {
  const auto egl = load_egl("libEGL.so.1");
  if (!egl) return false;
  const auto devices = list_devices(*egl);
  if (static_cast<std::size_t>(index) >= devices.size()) return false;
  return has_word(device_extensions_of(*egl, devices[static_cast<std::size_t>(index)]).c_str(),
                  "EGL_MESA_device_software");
}

}  // namespace bindpose::gpu

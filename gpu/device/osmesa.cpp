// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: contexts through OSMesa, Mesa's software rasteriser without EGL.
#include <array>
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gpu/device/native_context.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

// From GL/osmesa.h, whose prototypes would make libOSMesa a link dependency.
constexpr int osmesa_rgba = 0x1908;
constexpr int osmesa_format = 0x22;
constexpr int osmesa_profile = 0x33;
constexpr int osmesa_core_profile = 0x34;
constexpr int osmesa_major = 0x36;
constexpr int osmesa_minor = 0x37;
constexpr unsigned unsigned_byte = 0x1401;
using OsmesaContext = void*;

constexpr int edge = 16;  ///< pixels of the client buffer that OSMesa requires

struct Osmesa {
  void* library;
  OsmesaContext (*create)(const int* attributes, OsmesaContext share) = find("OSMesaCreateContextAttribs");
  void (*destroy)(OsmesaContext) = find("OSMesaDestroyContext");
  unsigned char (*make_current)(OsmesaContext, void* buffer, unsigned type, int width,
                                int height) = find("OSMesaMakeCurrent");
  OsmesaContext (*current)() = find("OSMesaGetCurrentContext");
  void* (*get_proc_address)(const char*) = find("OSMesaGetProcAddress");

  Symbol find(const char* name) const { return {dlsym(library, name)}; }
  bool is_complete() const { return create && destroy && make_current && current && get_proc_address; }
  OsmesaContext try_context(const GlVersion& version) const {
    const std::array<int, 9> wanted = {osmesa_format,       osmesa_rgba,   osmesa_profile,
                                       osmesa_core_profile, osmesa_major,  version.major,
                                       osmesa_minor,        version.minor, 0};
    return create(wanted.data(), nullptr);
  }
};

Expected<Osmesa> load_osmesa() {
  auto library = load_library("libOSMesa.so.8");
  if (!library) library = load_library("libOSMesa.so.6");
  if (!library) return tl::unexpected(library.error());
  const Osmesa osmesa{*library};
  if (osmesa.is_complete()) return osmesa;
  return fail("LIBRARY_MISSING", "libOSMesa.so.8", "entry points are missing; Mesa 12 or later is needed");
}

/// Tries to create a context in a child process with a time limit.
bool survives_creating(const Osmesa& osmesa, const GlVersion& version) {
  constexpr unsigned enough_seconds = 60;
  const pid_t child = ::fork();
  if (child == 0) {
    constexpr rlimit no_core = {0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    for (const int fault : {SIGSEGV, SIGBUS, SIGABRT, SIGALRM})
      std::signal(fault, SIG_DFL);
    ::alarm(enough_seconds);
    osmesa.try_context(version);
    ::_exit(0);
  }
  int status = 0;
  return child < 0 || ::waitpid(child, &status, 0) != child || WIFEXITED(status);
}

/// Mesa's OSMesa does not check for the driver in GALLIUM_DRIVER, and crashes without it; Debian's has only
/// llvmpipe and softpipe.
Expected<void> check_driver(const Osmesa& osmesa, const GlVersion& version) {
  if (std::getenv("GALLIUM_DRIVER") == nullptr || survives_creating(osmesa, version)) return {};
  return fail("CONTEXT_REFUSED", "GALLIUM_DRIVER",
              "OSMesa crashes if this names a driver that it does not have; expected llvmpipe, softpipe "
              "or nothing");
}

std::string osmesa_instead(const Osmesa& osmesa) {
  constexpr Api apis[] = {Api::gl};
  return what_there_is_instead(apis, [&](Api /*gl*/, const GlVersion& version) {
    OsmesaContext context = osmesa.try_context(version);
    if (context != nullptr) osmesa.destroy(context);
    return context != nullptr;
  });
}

class OsmesaBackend final : public NativeContext {
 public:
  OsmesaBackend(const Osmesa& osmesa, OsmesaContext context) : osmesa_(osmesa), context_(context) {}
  OsmesaBackend(const OsmesaBackend&) = delete;
  OsmesaBackend& operator=(const OsmesaBackend&) = delete;
  ~OsmesaBackend() override {
    if (osmesa_.current() == context_) osmesa_.make_current(nullptr, nullptr, unsigned_byte, 0, 0);
    osmesa_.destroy(context_);
  }

  Expected<void> make_current() override {
    if (osmesa_.make_current(context_, pixels_.data(), unsigned_byte, edge, edge) != 0) return {};
    return fail("CONTEXT_REFUSED", "OSMesaMakeCurrent", "OSMesa refuses the context");
  }

  void* function(const char* name) const override { return osmesa_.get_proc_address(name); }

 private:
  Osmesa osmesa_;
  OsmesaContext context_;
  std::vector<std::uint8_t> pixels_ = std::vector<std::uint8_t>(std::size_t{edge} * edge * 4);
};

}  // namespace

Expected<void> find_osmesa() {
  BINDPOSE_CHECK(load_osmesa());
  return {};
}

Expected<std::unique_ptr<NativeContext>> open_osmesa(const DeviceRequest& request) {
  BINDPOSE_CHECK(check_family(Family::osmesa));
  BINDPOSE_TRY(const auto osmesa, load_osmesa());
  const std::vector<GlVersion> versions = context_versions(request);
  BINDPOSE_CHECK(check_driver(osmesa, versions.front()));
  for (const GlVersion& version : versions) {
    OsmesaContext context = osmesa.try_context(version);
    if (context == nullptr) continue;
    auto backend = std::make_unique<OsmesaBackend>(osmesa, context);
    BINDPOSE_CHECK(claim(Family::osmesa));
    BINDPOSE_CHECK(backend->make_current());
    return backend;
  }
  return fail("CONTEXT_REFUSED", to_string(request),
              "no " + wanted_version(request) + osmesa_instead(osmesa));
}

}  // namespace bindpose::gpu

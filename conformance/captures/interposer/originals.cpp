// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/originals.h"

#include <map>
#include <mutex>

#include <dlfcn.h>

#include "conformance/captures/interposer/wrappers.h"

namespace bindpose::captures {
namespace {

using DlSym = void* (*)(void* library, const char* name);
using GetProcAddress = void* (*)(const char* name);

/// The C library's own, by the version under which each platform has it.
DlSym real_dlsym() {
  static const DlSym found = [] {
    for (const char* version : {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"})
      if (void* function = dlvsym(RTLD_NEXT, "dlsym", version)) return reinterpret_cast<DlSym>(function);
    return DlSym();
  }();
  return found;
}

struct Remembered {
  std::recursive_mutex mutex;
  std::map<std::string, void*> functions;  ///< by name, as the program would have got them
};
/// Never destroyed: a program may draw while it ends.
Remembered& remembered() {
  static auto* const all = new Remembered;
  return *all;
}

void* through(const char* get, const std::string& name) {
  const auto known = remembered().functions.find(get);
  void* function = known != remembered().functions.end() ? known->second : real_dlsym()(RTLD_NEXT, get);
  return function == nullptr ? nullptr : reinterpret_cast<GetProcAddress>(function)(name.c_str());
}

}  // namespace

void* original(const std::string& name) {
  const std::lock_guard lock(remembered().mutex);
  void*& function = remembered().functions[name];
  if (function == nullptr) function = real_dlsym()(RTLD_NEXT, name.c_str());
  for (const char* get : {"eglGetProcAddress", "glXGetProcAddressARB", "glXGetProcAddress"})
    if (function == nullptr && name != get && name.starts_with("gl") && !name.starts_with("glX"))
      function = through(get, name);
  return function;
}

void* in_place_of(const char* name, void* found) {
  void* own = wrapper(name);
  if (own == nullptr || found == nullptr || found == own) return found;
  const std::lock_guard lock(remembered().mutex);
  remembered().functions[name] = found;
  return own;
}

const GladGLContext& gl() {
  static const GladGLContext* const functions = [] {
    auto* const all = new GladGLContext();
    gladLoadGLContext(all, [](const char* name) { return reinterpret_cast<GLADapiproc>(original(name)); });
    return all;
  }();
  return *functions;
}

}  // namespace bindpose::captures

extern "C" __attribute__((visibility("default"))) void* dlsym(void* library, const char* name) noexcept {
  using namespace bindpose::captures;
  return in_place_of(name, real_dlsym()(library, name));
}

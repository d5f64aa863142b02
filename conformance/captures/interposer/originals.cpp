// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "conformance/captures/interposer/originals.h"

#include <cstdio>
#include <map>
#include <mutex>
#include <vector>

#include <dlfcn.h>
#include <link.h>

#include "conformance/captures/interposer/wrappers.h"

namespace bindpose::captures {
namespace {

using DlSym = void* (*)(void* library, const char* name);
using GetProcAddress = void* (*)(const char* name);

/// The C library's own function, by its symbol version on each platform.
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
  std::map<std::string, void*> functions;  ///< the functions that the program would have got, by name
};
/// Never destroyed: a program may draw during its exit.
Remembered& remembered() {
  static auto* const all = new Remembered;
  return *all;
}

/// The files of all libraries in this process.
std::vector<std::string> loaded_libraries() {
  std::vector<std::string> files;
  dl_iterate_phdr(
      [](dl_phdr_info* library, std::size_t, void* all) {
        if (*library->dlpi_name != '\0')
          static_cast<std::vector<std::string>*>(all)->emplace_back(library->dlpi_name);
        return 0;
      },
      &files);
  return files;
}

/// RTLD_NEXT does not find libraries loaded with RTLD_LOCAL, such as a plug-in with its own OpenGL.
void* next(const std::string& name) {
  if (void* function = real_dlsym()(RTLD_NEXT, name.c_str())) return function;
  for (const std::string& file : loaded_libraries()) {
    void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) continue;
    void* function = real_dlsym()(library, name.c_str());
    dlclose(library);
    if (function != nullptr && function != wrapper(name)) return function;
  }
  return nullptr;
}

/// The OpenGL functions that the interposer itself calls. Never destroyed, as above.
GladGLContext& functions() {
  static auto* const all = new GladGLContext();
  return *all;
}

void* through(const char* get, const std::string& name) {
  const auto known = remembered().functions.find(get);
  void* function = known != remembered().functions.end() ? known->second : next(get);
  return function == nullptr ? nullptr : reinterpret_cast<GetProcAddress>(function)(name.c_str());
}

}  // namespace

void* original(const std::string& name) {
  const std::lock_guard lock(remembered().mutex);
  void*& function = remembered().functions[name];
  if (function == nullptr) function = next(name);
  for (const char* get : {"eglGetProcAddress", "glXGetProcAddressARB", "glXGetProcAddress"})
    if (function == nullptr && name != get && name.starts_with("gl") && !name.starts_with("glX"))
      function = through(get, name);
  return function;
}

void* required(const char* name) {
  if (void* function = original(std::string(name))) return function;
  std::fprintf(stderr, "bindpose-interposer: the program calls %s, which its libraries lack\n", name);
  std::_Exit(2);
}

void* in_place_of(const char* name, void* found) {
  void* own = wrapper(name);
  if (own == nullptr || found == nullptr || found == own) return found;
  const std::lock_guard lock(remembered().mutex);
  remembered().functions[name] = found;
  return own;
}

bool has_context() {
  const auto get = [](const char* name) {
    return reinterpret_cast<GLADapiproc>(original(std::string(name)));
  };
  return functions().GetIntegerv != nullptr || gladLoadGLContext(&functions(), get) != 0;
}

const GladGLContext& gl() {
  return functions();
}

}  // namespace bindpose::captures

extern "C" __attribute__((visibility("default"))) void* dlsym(void* library, const char* name) noexcept {
  using namespace bindpose::captures;
  return in_place_of(name, real_dlsym()(library, name));
}

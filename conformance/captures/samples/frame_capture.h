// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: makes RenderDoc, if it is loaded, capture the draws between two calls, for programs without a window,
// which never end a frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <dlfcn.h>

namespace bindpose::captures {

/// RenderDoc's functions by their positions in its table, version 1.0.0, which is stable; Debian has no header for
/// it.
class FrameCapture {
 public:
  /// path: the file's name up to "_frame0.rdc" or "_capture.rdc", which RenderDoc adds.
  explicit FrameCapture(const std::string& path) {
    using GetApi = int (*)(int version, void** table);
    void* library = dlopen("librenderdoc.so", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr) return;
    const auto get = reinterpret_cast<GetApi>(dlsym(library, "RENDERDOC_GetAPI"));
    void* table = nullptr;
    if (get == nullptr || get(10000, &table) != 1) return;
    functions_ = static_cast<void**>(table);
    call<void (*)(const char*)>(set_path)(path.c_str());
  }
  bool is_there() const { return functions_ != nullptr; }
  /// device: null if the process has only one; with Vulkan, the pointer that the instance's handle points to.
  void start(void* device = nullptr) {
    device_ = device;
    if (is_there()) call<void (*)(void*, void*)>(start_frame)(device, nullptr);
  }
  /// True if a file was written, or if RenderDoc is not loaded.
  bool end() const {
    return !is_there() || call<std::uint32_t (*)(void*, void*)>(end_frame)(device_, nullptr) == 1;
  }

 private:
  enum Place : std::size_t { set_path = 11, start_frame = 19, end_frame = 21 };
  template <class Function>
  Function call(Place place) const {
    return reinterpret_cast<Function>(functions_[place]);
  }
  void** functions_ = nullptr;
  void* device_ = nullptr;
};

}  // namespace bindpose::captures

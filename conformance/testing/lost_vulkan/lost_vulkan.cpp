// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// A Vulkan loader in front of the real loader. Its devices are lost after the self-test: submitting
// to a queue succeeds only twice.
#include <cstring>

#include <dlfcn.h>

namespace {

constexpr int device_lost = -4;  // VK_ERROR_DEVICE_LOST

using Function = void (*)();
using GetFunction = Function (*)(void* instance, const char* name);
using Submit = int (*)(void* queue, unsigned count, const void* submitted, void* fence);

Submit real_submit = nullptr;

int submit(void* queue, unsigned count, const void* submitted, void* fence) {
  static int left = 2;
  return left-- > 0 ? real_submit(queue, count, submitted, fence) : device_lost;
}

}  // namespace

extern "C" Function vkGetInstanceProcAddr(void* instance, const char* name) {
  static void* const loader = ::dlopen(BINDPOSE_VULKAN_LOADER, RTLD_NOW | RTLD_LOCAL);
  if (loader == nullptr) return nullptr;
  static const auto get = reinterpret_cast<GetFunction>(::dlsym(loader, "vkGetInstanceProcAddr"));
  const Function found = get(instance, name);
  if (found == nullptr || std::strcmp(name, "vkQueueSubmit") != 0) return found;
  real_submit = reinterpret_cast<Submit>(found);
  return reinterpret_cast<Function>(&submit);
}

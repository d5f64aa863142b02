// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/backends/open.h"

#include <utility>

#include "gpu/capture/gl_backend.h"
#include "gpu/cuda/device.h"
#include "gpu/kernel/kernel_backend.h"
#include "gpu/opencl/device.h"
#include "gpu/vulkan/device.h"
#include "gpu/web/device.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

template <class Device, class MakeBackend>
Expected<OpenDevice> with_backend(Expected<std::unique_ptr<Device>> opened, MakeBackend make) {
  if (!opened) return tl::unexpected(opened.error());
  std::unique_ptr<Backend> backend = make(**opened);
  return OpenDevice{std::move(*opened), std::move(backend)};
}

}  // namespace

Expected<OpenDevice> open_backend(const DeviceRequest& request, Contraction contraction) {
  const auto kernels = [contraction](auto& device) {
    return std::make_unique<KernelBackend>(device.kernel_api(), contraction);
  };
  switch (request.api) {
    case Api::gl:
    case Api::gles:
      break;
    case Api::vulkan:
      return with_backend(VulkanDevice::open(request), &vulkan_backend);
    case Api::opencl:
      return with_backend(OpenClDevice::open(request), kernels);
    case Api::cuda:
      return with_backend(CudaDevice::open(request), kernels);
    case Api::webgl:
    case Api::webgpu:
      return with_backend(WebDevice::open(request), &web_backend);
  }
  return with_backend(open_gl(request),
                      [](Context& context) { return std::make_unique<GlBackend>(context); });
}

}  // namespace bindpose::gpu

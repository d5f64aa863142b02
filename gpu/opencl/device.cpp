// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl/device.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gpu/capture/self_check.h"
#include "gpu/kernel/kernel_backend.h"
#include "gpu/opencl/kernels.h"
#include "gpu/opencl/objects.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

/// 0 or empty if the device does not know the property.
template <class T>
T number_of(const OpenClObjects& opencl, cl_device_info what) {
  T value = {};
  const cl_int result = opencl.call.GetDeviceInfo(opencl.device, what, sizeof(T), &value, nullptr);
  return result == CL_SUCCESS ? value : T{};
}

std::string text_of(const OpenClObjects& opencl, cl_device_info what) {
  std::size_t size = 0;
  if (opencl.call.GetDeviceInfo(opencl.device, what, 0, nullptr, &size) != CL_SUCCESS) return "";
  std::string text(size, '\0');
  if (opencl.call.GetDeviceInfo(opencl.device, what, size, text.data(), nullptr) != CL_SUCCESS) return "";
  text.resize(text.find_last_not_of(" \0", std::string::npos, 2) + 1);
  return text;
}

std::string platform_name(const OpenClObjects& opencl) {
  cl_platform_id platform = nullptr;
  opencl.call.GetDeviceInfo(opencl.device, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform, nullptr);
  std::string name(256, '\0');
  std::size_t size = 0;
  if (opencl.call.GetPlatformInfo(platform, CL_PLATFORM_NAME, name.size(), name.data(), &size) != CL_SUCCESS)
    return "";
  name.resize(size > 0 ? size - 1 : 0);
  return name;
}

long as_long(cl_ulong value) {
  return static_cast<long>(std::min<cl_ulong>(value, std::numeric_limits<long>::max()));
}

std::map<std::string, long> query_limits(const OpenClObjects& opencl) {
  std::map<std::string, long> limits;
#define BINDPOSE_LIMIT(type, name) limits[#name] = as_long(number_of<type>(opencl, name))
  BINDPOSE_LIMIT(cl_ulong, CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE);
  BINDPOSE_LIMIT(cl_ulong, CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  BINDPOSE_LIMIT(std::size_t, CL_DEVICE_MAX_PARAMETER_SIZE);
  BINDPOSE_LIMIT(std::size_t, CL_DEVICE_MAX_WORK_GROUP_SIZE);
  BINDPOSE_LIMIT(cl_uint, CL_DEVICE_MEM_BASE_ADDR_ALIGN);
#undef BINDPOSE_LIMIT
  // OpenCL sets no limit: the largest number of vertices that a 32-bit index reaches.
  limits["WORK_GROUPS"] = std::numeric_limits<std::int32_t>::max() / static_cast<long>(compute_group_size);
  return limits;
}

/// "OpenCL 1.2 ..." as 12; 0 if it is not a version.
int version_number(const std::string& version) {
  constexpr std::string_view before = "OpenCL ";
  if (!version.starts_with(before) || version.size() < before.size() + 3) return 0;
  return 10 * (version[before.size()] - '0') + (version[before.size() + 2] - '0');
}

}  // namespace

OpenClDevice::OpenClDevice() : objects_(std::make_unique<OpenClObjects>()) {}

OpenClDevice::~OpenClDevice() = default;

std::unique_ptr<KernelApi> OpenClDevice::kernel_api() {
  return opencl_kernels(*objects_, info_);
}

Expected<std::unique_ptr<OpenClDevice>> OpenClDevice::open(const DeviceRequest& request) {
  return request.platform == Platform::best ? open_best() : open_exactly(request.index);
}

Expected<std::unique_ptr<OpenClDevice>> OpenClDevice::open_exactly(int index) {
  BINDPOSE_TRY(const auto* const calls, opencl_calls());
  BINDPOSE_TRY(const auto devices, opencl_devices(*calls));
  if (static_cast<std::size_t>(index) >= devices.size())
    return fail("DEVICE_UNAVAILABLE", fmt::format("opencl:{}", index),
                fmt::format("the OpenCL loader lists {} devices", devices.size()));
  std::unique_ptr<OpenClDevice> device(new OpenClDevice);
  device->objects_->call = *calls;
  device->objects_->device = devices[static_cast<std::size_t>(index)];
  BINDPOSE_CHECK(device->describe(index));
  BINDPOSE_CHECK(device->make());
  return device;
}

Expected<std::unique_ptr<OpenClDevice>> OpenClDevice::open_best() {
  BINDPOSE_TRY(const auto* const calls, opencl_calls());
  BINDPOSE_TRY(const auto devices, opencl_devices(*calls));
  std::vector<DeviceRequest> requests = every_device(Api::opencl, devices.size());
  std::ranges::stable_partition(requests, [&](const DeviceRequest& request) {
    cl_device_type type = CL_DEVICE_TYPE_CPU;
    calls->GetDeviceInfo(devices[static_cast<std::size_t>(request.index)], CL_DEVICE_TYPE, sizeof type, &type,
                         nullptr);
    return (type & CL_DEVICE_TYPE_CPU) == 0;
  });
  const auto open = [](const DeviceRequest& request) { return open_exactly(request.index); };
  return open_first(requests, "opencl", open, [](OpenClDevice& device) {
    KernelBackend kernels(device.kernel_api());
    return self_check(kernels);
  });
}

Expected<void> OpenClDevice::make() {
  const OpenClCalls& call = objects_->call;
  cl_int result = CL_SUCCESS;
  objects_->context = {call.CreateContext(nullptr, 1, &objects_->device, nullptr, nullptr, &result),
                       call.ReleaseContext};
  BINDPOSE_CHECK(check_result(result, "clCreateContext"));
  objects_->queue = {call.CreateCommandQueue(objects_->context.get(), objects_->device, 0, &result),
                     call.ReleaseCommandQueue};
  return check_result(result, "clCreateCommandQueue");
}

Expected<void> OpenClDevice::describe(int index) {
  info_.opened = {Platform::device, index, Api::opencl};
  info_.vendor = fmt::format("{}, {}", text_of(*objects_, CL_DEVICE_VENDOR), platform_name(*objects_));
  info_.renderer = text_of(*objects_, CL_DEVICE_NAME);
  const std::string version = text_of(*objects_, CL_DEVICE_VERSION);
  info_.version = fmt::format("{}, driver {}", version, text_of(*objects_, CL_DRIVER_VERSION));
  info_.glsl_version = fmt::format("4.50 by {} as OpenCL C 1.2", spirv_compiler());
  info_.software = (number_of<cl_device_type>(*objects_, CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU) != 0;
  if (info_.software) info_.software_name = version.find("PoCL") != std::string::npos ? "PoCL" : "a CPU";
  info_.limits = query_limits(*objects_);
  const auto rounding = number_of<cl_device_fp_config>(*objects_, CL_DEVICE_SINGLE_FP_CONFIG);
  objects_->rounds_correctly = (rounding & CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT) != 0;
  constexpr int oldest = 12;
  if (version_number(version) < oldest)
    return fail("CONTEXT_REFUSED", "opencl", fmt::format("the device has {}, older than 1.2", version));
  if (number_of<cl_bool>(*objects_, CL_DEVICE_COMPILER_AVAILABLE) == CL_FALSE)
    return fail("CONTEXT_REFUSED", "opencl", "the device has no compiler");
  return {};
}

}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/device.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gpu/cuda/library.h"
#include "gpu/cuda/ptx.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

constexpr int oldest = 6;  // compute capability
constexpr long argument_bytes = 4096;

class CudaKernel : public DeviceKernel {
 public:
  CudaKernel(const cuda::Calls& call, cuda::Module held) : call_(call), module_(held) {}
  CudaKernel(const CudaKernel&) = delete;
  CudaKernel& operator=(const CudaKernel&) = delete;
  ~CudaKernel() override { call_.unload_module(module_); }

  cuda::Function function = nullptr;

 private:
  const cuda::Calls& call_;
  cuda::Module module_;
};

class CudaMemory : public DeviceMemory {
 public:
  CudaMemory(const cuda::Calls& call, cuda::Pointer held) : pointer(held), call_(call) {}
  CudaMemory(const CudaMemory&) = delete;
  CudaMemory& operator=(const CudaMemory&) = delete;
  ~CudaMemory() override { call_.free(pointer); }

  const cuda::Pointer pointer;

 private:
  const cuda::Calls& call_;
};

cuda::Pointer pointer_of(const DeviceMemory& memory) {
  return static_cast<const CudaMemory&>(memory).pointer;
}

class CudaKernels : public KernelApi {
 public:
  CudaKernels(const cuda::Calls& call, const DeviceInfo& info) : call_(call), info_(info) {}

  const DeviceInfo& info() const override { return info_; }
  Expected<std::unique_ptr<DeviceKernel>> compile(const std::string& text) override;
  Expected<std::unique_ptr<DeviceMemory>> memory(std::span<const std::byte> bytes) override;
  Expected<void> launch(const DeviceKernel& kernel, std::span<const KernelArgument> arguments,
                        std::size_t groups) override;
  Expected<void> copy(const DeviceMemory& from, const DeviceMemory& to, std::size_t bytes) override {
    return call_.check(call_.copy(pointer_of(to), pointer_of(from), bytes, nullptr), "cuMemcpyDtoDAsync");
  }
  Expected<void> finish() override { return call_.check(call_.synchronize(), "cuCtxSynchronize"); }
  Expected<void> read(const DeviceMemory& memory, std::span<std::byte> bytes) override {
    return call_.check(call_.read(bytes.data(), pointer_of(memory), bytes.size()), "cuMemcpyDtoH");
  }

 private:
  const cuda::Calls& call_;
  const DeviceInfo& info_;
};

Expected<std::unique_ptr<DeviceKernel>> CudaKernels::compile(const std::string& text) {
  BINDPOSE_TRY(const auto ptx, cuda::compile_ptx(text));
  std::string log(4096, '\0');
  cuda::JitOption options[] = {cuda::error_log, cuda::error_log_bytes};
  void* values[] = {log.data(), reinterpret_cast<void*>(log.size())};  // NOLINT(performance-no-int-to-ptr)
  cuda::Module made = nullptr;
  const auto loaded = call_.check(call_.load_module(&made, ptx.c_str(), std::size(options), options, values),
                                  "cuModuleLoadDataEx");
  if (!loaded)
    return fail("SHADER_COMPILE", "PTX",
                fmt::format("{}\n{}", loaded.error().message, log.substr(0, log.find('\0'))));
  auto kernel = std::make_unique<CudaKernel>(call_, made);
  BINDPOSE_CHECK(
      call_.check(call_.find_function(&kernel->function, made, kernel_name), "cuModuleGetFunction"));
  return kernel;
}

Expected<std::unique_ptr<DeviceMemory>> CudaKernels::memory(std::span<const std::byte> bytes) {
  cuda::Pointer pointer = 0;
  BINDPOSE_CHECK(call_.check(call_.allocate(&pointer, bytes.size()), "cuMemAlloc"));
  auto made = std::make_unique<CudaMemory>(call_, pointer);
  BINDPOSE_CHECK(call_.check(call_.write(pointer, bytes.data(), bytes.size()), "cuMemcpyHtoD"));
  return made;
}

// An argument is an address; the kernel must not exceed its part of the memory.
Expected<void> CudaKernels::launch(const DeviceKernel& kernel, std::span<const KernelArgument> arguments,
                                   std::size_t groups) {
  std::vector<cuda::Pointer> pointers;
  for (const KernelArgument& argument : arguments)
    pointers.push_back(pointer_of(*argument.memory) + argument.offset);
  std::vector<void*> places;
  for (cuda::Pointer& pointer : pointers)
    places.push_back(&pointer);
  return call_.check(
      call_.launch(static_cast<const CudaKernel&>(kernel).function, static_cast<unsigned>(groups), 1, 1,
                   compute_group_size, 1, 1, 0, nullptr, places.data(), nullptr),
      "cuLaunchKernel");
}

}  // namespace

struct CudaDevice::State {
  const cuda::Calls* call = nullptr;
  cuda::Device device = 0;
  cuda::Context context = nullptr;

  long attribute(cuda::Attribute what) const {
    int value = 0;
    return call->device_attribute(&value, what, device) == cuda::success ? value : 0;
  }
};

CudaDevice::CudaDevice() : state_(std::make_unique<State>()) {}

CudaDevice::~CudaDevice() {
  if (state_->context != nullptr) state_->call->destroy_context(state_->context);
}

std::unique_ptr<KernelApi> CudaDevice::kernel_api() {
  return std::make_unique<CudaKernels>(*state_->call, info_);
}

Expected<std::unique_ptr<CudaDevice>> CudaDevice::open(const DeviceRequest& request) {
  BINDPOSE_TRY(const auto* const call, cuda::calls());
  int count = 0;
  BINDPOSE_CHECK(call->check(call->device_count(&count), "cuDeviceGetCount"));
  if (request.index >= count)
    return fail("DEVICE_UNAVAILABLE", fmt::format("cuda:{}", request.index),
                fmt::format("the driver lists {} devices", count));
  std::unique_ptr<CudaDevice> device(new CudaDevice);
  State& state = *device->state_;
  state.call = call;
  BINDPOSE_CHECK(call->check(call->device(&state.device, request.index), "cuDeviceGet"));
  BINDPOSE_CHECK(device->describe(request.index));
  BINDPOSE_CHECK(call->check(call->create_context(&state.context, 0, state.device), "cuCtxCreate"));
  return device;
}

Expected<void> CudaDevice::describe(int index) {
  const cuda::Calls& call = *state_->call;
  std::string name(256, '\0');
  BINDPOSE_CHECK(call.check(call.device_name(name.data(), static_cast<int>(name.size()), state_->device),
                            "cuDeviceGetName"));
  int version = 0;
  BINDPOSE_CHECK(call.check(call.driver_version(&version), "cuDriverGetVersion"));
  std::size_t memory = 0;
  BINDPOSE_CHECK(call.check(call.device_memory(&memory, state_->device), "cuDeviceTotalMem"));
  const long major = state_->attribute(cuda::compute_capability_major);
  info_.opened = {Platform::device, index, Api::cuda};
  info_.vendor = "NVIDIA";
  info_.renderer = name.substr(0, name.find('\0'));
  info_.version = fmt::format("CUDA {}.{}, compute capability {}.{}", version / 1000, version % 1000 / 10,
                              major, state_->attribute(cuda::compute_capability_minor));
  info_.glsl_version = fmt::format("4.50 by {} as PTX by clang", spirv_compiler());
  const long most = std::numeric_limits<std::int32_t>::max();
  info_.limits = {{"CU_MAX_BLOCK_DIM_X", state_->attribute(cuda::max_threads_per_block)},
                  {"CU_MAX_GRID_DIM_X",
                   std::min(state_->attribute(cuda::max_grid_width), most / long{compute_group_size})},
                  {"CU_MULTIPROCESSOR_COUNT", state_->attribute(cuda::multiprocessors)},
                  {"CU_TOTAL_MEMORY", static_cast<long>(memory)},
                  {"CU_PARAMETER_BYTES", argument_bytes},
                  {"CU_ADDRESS_ALIGNMENT", 16}};
  if (major < oldest)
    return fail(
        "CONTEXT_REFUSED", "cuda",
        fmt::format("the device has compute capability {}, and kernels need at least {}", major, oldest));
  return {};
}

}  // namespace bindpose::gpu

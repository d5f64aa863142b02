// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: OpenCL or CUDA as a backend: plans run as kernels (gpu/spirv/kernel.h).
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/capture/backend.h"
#include "gpu/device/device.h"
#include "gpu/spirv/kernel.h"

namespace bindpose::gpu {

/// A kernel that a device has compiled.
class DeviceKernel {
 public:
  virtual ~DeviceKernel() = default;
};

/// Memory of a device.
class DeviceMemory {
 public:
  virtual ~DeviceMemory() = default;
};

/// A kernel's argument: memory from an offset on; the whole memory if `bytes` is 0.
struct KernelArgument {
  const DeviceMemory* memory = nullptr;
  std::size_t offset = 0, bytes = 0;
};

/// The required functions of an API; all APIs use them in the same way. Errors: the API's own and DEVICE_LOST.
class KernelApi {
 public:
  virtual ~KernelApi() = default;

  virtual const DeviceInfo& info() const = 0;
  /// Additional error SHADER_COMPILE.
  virtual Expected<std::unique_ptr<DeviceKernel>> compile(const std::string& text) = 0;
  virtual Expected<std::unique_ptr<DeviceMemory>> memory(std::span<const std::byte> bytes) = 0;
  /// Returns before the kernel ends. groups: of compute_group_size items each.
  virtual Expected<void> launch(const DeviceKernel& kernel, std::span<const KernelArgument> arguments,
                                std::size_t groups) = 0;
  /// Also returns before it ends. Both memories have at least `bytes` bytes.
  virtual Expected<void> copy(const DeviceMemory& from, const DeviceMemory& to, std::size_t bytes) = 0;
  virtual Expected<void> finish() = 0;
  virtual Expected<void> read(const DeviceMemory& memory, std::span<std::byte> bytes) = 0;
};

class KernelBackend : public Backend {
 public:
  explicit KernelBackend(std::unique_ptr<KernelApi> api, Contraction contraction = Contraction::off)
      : api_(std::move(api)), contraction_(contraction) {}

  const DeviceInfo& info() const override { return api_->info(); }
  Expected<void> compile(const Plan& plan, const RunSettings& settings) override;
  Expected<void> send(Plan& plan, std::size_t rows_before) override;
  Expected<void> run_part(const Part& part, std::vector<float>& captured) override;
  std::size_t program_count() const override { return programs_.size(); }

 private:
  struct Program {
    std::unique_ptr<DeviceKernel> kernel;
    std::vector<unsigned> bindings;
  };

  Expected<Program> made_of(const std::string& glsl);
  Expected<void> put(unsigned binding, std::span<const std::byte> bytes);
  Expected<void> dispatch(const Part& part, std::span<const KernelArgument> arguments);

  std::unique_ptr<KernelApi> api_;
  Contraction contraction_;
  std::map<std::string, Program> programs_;                    ///< by their GLSL
  const Program* used_ = nullptr;                              ///< program of the running plan
  std::map<unsigned, std::unique_ptr<DeviceMemory>> buffers_;  ///< by their bindings
};

}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: plans run as kernels (gpu/spirv/kernel.h) of whatever API computes them, each compiled once, with proof of what was written.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gpu/capture/plan.h"
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

/// What a kernel is given: memory from an offset on, or all of it where `bytes` is 0.
struct KernelArgument {
  const DeviceMemory* memory = nullptr;
  std::size_t offset = 0, bytes = 0;
};

/// What an API has to be able to do; what is done with it is the same for all. Errors of each are the API's own and DEVICE_LOST.
class KernelApi {
 public:
  virtual ~KernelApi() = default;

  virtual const DeviceInfo& info() const = 0;
  /// Whether kernels can call what this function of GLSL's becomes.
  virtual bool has(std::string_view /*function*/) const { return true; }
  /// Error SHADER_COMPILE, too.
  virtual Expected<std::unique_ptr<DeviceKernel>> compile(const std::string& text) = 0;
  virtual Expected<std::unique_ptr<DeviceMemory>> memory(std::span<const std::byte> bytes) = 0;
  /// Returns before the kernel has ended. groups: of compute_group_size items each.
  virtual Expected<void> launch(const DeviceKernel& kernel, std::span<const KernelArgument> arguments,
                                std::size_t groups) = 0;
  /// Likewise; both have as many bytes.
  virtual Expected<void> copy(const DeviceMemory& from, const DeviceMemory& to, std::size_t bytes) = 0;
  virtual Expected<void> finish() = 0;
  virtual Expected<void> read(const DeviceMemory& memory, std::span<std::byte> bytes) = 0;
};

class KernelRunner {
 public:
  explicit KernelRunner(std::unique_ptr<KernelApi> api) : api_(std::move(api)) {}

  KernelApi& api() const { return *api_; }
  const DeviceInfo& info() const { return api_->info(); }

  /// The captured records of the plan's vertices; its shader is Vulkan's (ShaderSpec::api). Errors SHADER_COMPILE, NOT_SUPPORTED for
  /// what a kernel cannot express, those of the API, INVALID_OUTPUT.
  Expected<std::vector<float>> run(Plan plan, const TestHooks& hooks, Contraction contraction);

  std::size_t program_count() const { return programs_.size(); }
  /// Of the last run() with repeats (TestHooks).
  const Computed& computed() const { return computed_; }

 private:
  struct Program {
    std::unique_ptr<DeviceKernel> kernel;
    std::vector<unsigned> bindings;
  };
  using Buffers = std::map<unsigned, std::unique_ptr<DeviceMemory>>;

  Expected<const Program*> program(const TestHooks& hooks, const Plan& plan, Contraction contraction);
  Expected<Program> compile(const std::string& glsl, Contraction contraction);
  Expected<std::unique_ptr<DeviceMemory>> memory(std::span<const std::byte> bytes);
  Expected<Buffers> inputs_of(const Plan& plan);
  Expected<void> run_part(const Plan& plan, const TestHooks& hooks, const Program& program, Buffers& buffers,
                          std::size_t first, std::size_t count, std::vector<float>& captured);
  Expected<void> dispatch(const TestHooks& hooks, const Program& program,
                          std::span<const KernelArgument> arguments, std::size_t vertices);

  std::unique_ptr<KernelApi> api_;
  std::map<std::pair<std::string, Contraction>, Program> programs_;  ///< by their GLSL
  Computed computed_;
};

}  // namespace bindpose::gpu

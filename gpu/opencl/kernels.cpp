// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl/kernels.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "gpu/device/named_line.h"
#include "gpu/program/shader_source.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

struct OpenClKernel : DeviceKernel {
  OpenClHandle<cl_program> program = none<cl_program>();
  OpenClHandle<cl_kernel> kernel = none<cl_kernel>();
};

struct OpenClMemory : DeviceMemory {
  explicit OpenClMemory(OpenClHandle<cl_mem> held) : buffer(std::move(held)) {}
  OpenClHandle<cl_mem> buffer;
  /// Separate buffers by offset and size.
  mutable std::map<std::pair<std::size_t, std::size_t>, OpenClHandle<cl_mem>> parts = {};
};

cl_mem name_of(const DeviceMemory& memory) {
  return static_cast<const OpenClMemory&>(memory).buffer.get();
}

class OpenClKernels : public KernelApi {
 public:
  OpenClKernels(const OpenClObjects& opencl, const DeviceInfo& info) : opencl_(opencl), info_(info) {}

  const DeviceInfo& info() const override { return info_; }
  Expected<std::unique_ptr<DeviceKernel>> compile(const std::string& text) override;
  Expected<std::unique_ptr<DeviceMemory>> memory(std::span<const std::byte> bytes) override;
  Expected<void> launch(const DeviceKernel& kernel, std::span<const KernelArgument> arguments,
                        std::size_t groups) override;
  Expected<void> copy(const DeviceMemory& from, const DeviceMemory& to, std::size_t bytes) override;
  Expected<void> finish() override { return check_result(call().Finish(opencl_.queue.get()), "clFinish"); }
  Expected<void> read(const DeviceMemory& memory, std::span<std::byte> bytes) override;

 private:
  const OpenClCalls& call() const { return opencl_.call; }
  std::string build_log(cl_program program) const;
  Expected<cl_mem> part_of(const KernelArgument& argument);

  const OpenClObjects& opencl_;
  const DeviceInfo& info_;
};

std::string OpenClKernels::build_log(cl_program program) const {
  std::size_t size = 0;
  call().GetProgramBuildInfo(program, opencl_.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  call().GetProgramBuildInfo(program, opencl_.device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.substr(0, log.find('\0'));
}

Expected<std::unique_ptr<DeviceKernel>> OpenClKernels::compile(const std::string& text) {
  const char* lines = text.c_str();
  cl_int result = CL_SUCCESS;
  auto made = std::make_unique<OpenClKernel>();
  made->program = {call().CreateProgramWithSource(opencl_.context.get(), 1, &lines, nullptr, &result),
                   call().ReleaseProgram};
  BINDPOSE_CHECK(check_result(result, "clCreateProgramWithSource"));
  std::string options = "-w -cl-std=CL1.2";
  if (opencl_.rounds_correctly) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  const auto built = check_result(
      call().BuildProgram(made->program.get(), 1, &opencl_.device, options.c_str(), nullptr, nullptr),
      "clBuildProgram");
  if (!built) {
    const std::string log = build_log(made->program.get());
    return fail("SHADER_COMPILE", "OpenCL C",
                fmt::format("{}\n{}\n{}", built.error().message, log, named_line(log, text)));
  }
  made->kernel = {call().CreateKernel(made->program.get(), kernel_name, &result), call().ReleaseKernel};
  BINDPOSE_CHECK(check_result(result, "clCreateKernel"));
  return made;
}

Expected<std::unique_ptr<DeviceMemory>> OpenClKernels::memory(std::span<const std::byte> bytes) {
  std::vector<std::byte> held(bytes.begin(), bytes.end());  // clCreateBuffer requires a writable pointer
  cl_int result = CL_SUCCESS;
  OpenClHandle<cl_mem> made(
      call().CreateBuffer(opencl_.context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, held.size(),
                          held.data(), &result),
      call().ReleaseMemObject);
  BINDPOSE_CHECK(check_result(result, "clCreateBuffer"));
  return std::make_unique<OpenClMemory>(std::move(made));
}

/// A part is a separate buffer, created once.
Expected<cl_mem> OpenClKernels::part_of(const KernelArgument& argument) {
  const cl_mem all = name_of(*argument.memory);
  if (argument.bytes == 0) return all;
  auto& parts = static_cast<const OpenClMemory&>(*argument.memory).parts;
  const std::pair where(argument.offset, argument.bytes);
  if (const auto known = parts.find(where); known != parts.end()) return known->second.get();
  const cl_buffer_region range = {argument.offset, argument.bytes};
  cl_int result = CL_SUCCESS;
  OpenClHandle<cl_mem> made(
      call().CreateSubBuffer(all, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &range, &result),
      call().ReleaseMemObject);
  BINDPOSE_CHECK(check_result(result, "clCreateSubBuffer"));
  return parts.emplace(where, std::move(made)).first->second.get();
}

Expected<void> OpenClKernels::launch(const DeviceKernel& kernel, std::span<const KernelArgument> arguments,
                                     std::size_t groups) {
  cl_kernel name = static_cast<const OpenClKernel&>(kernel).kernel.get();
  for (cl_uint i = 0; i < arguments.size(); ++i) {
    BINDPOSE_TRY(const cl_mem part, part_of(arguments[i]));
    BINDPOSE_CHECK(check_result(call().SetKernelArg(name, i, sizeof(cl_mem), &part), "clSetKernelArg"));
  }
  constexpr std::size_t group = compute_group_size;
  const std::size_t items = groups * group;
  return check_result(
      call().EnqueueNDRangeKernel(opencl_.queue.get(), name, 1, nullptr, &items, &group, 0, nullptr, nullptr),
      "clEnqueueNDRangeKernel");
}

Expected<void> OpenClKernels::copy(const DeviceMemory& from, const DeviceMemory& to, std::size_t bytes) {
  return check_result(call().EnqueueCopyBuffer(opencl_.queue.get(), name_of(from), name_of(to), 0, 0, bytes,
                                               0, nullptr, nullptr),
                      "clEnqueueCopyBuffer");
}

Expected<void> OpenClKernels::read(const DeviceMemory& memory, std::span<std::byte> bytes) {
  return check_result(call().EnqueueReadBuffer(opencl_.queue.get(), name_of(memory), CL_TRUE, 0, bytes.size(),
                                               bytes.data(), 0, nullptr, nullptr),
                      "clEnqueueReadBuffer");
}

}  // namespace

std::unique_ptr<KernelApi> opencl_kernels(const OpenClObjects& opencl, const DeviceInfo& info) {
  return std::make_unique<OpenClKernels>(opencl, info);
}

}  // namespace bindpose::gpu

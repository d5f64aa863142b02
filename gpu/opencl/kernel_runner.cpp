// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "gpu/opencl/kernel_runner.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "gpu/capture/guard.h"
#include "gpu/device/named_line.h"
#include "gpu/program/shader_source.h"
#include "gpu/spirv/spirv.h"
#include "reference/model/try.h"

namespace bindpose::gpu {
namespace {

std::string build_log(const OpenClObjects& opencl, cl_program program) {
  std::size_t size = 0;
  opencl.call.GetProgramBuildInfo(program, opencl.device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  std::string log(size, '\0');
  opencl.call.GetProgramBuildInfo(program, opencl.device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
  return log.substr(0, log.find('\0'));
}

}  // namespace

Expected<const KernelRunner::Program*> KernelRunner::program(const TestHooks& hooks, const Plan& plan,
                                                             Contraction contraction) {
  std::string text = compute_shader(plan.spec);
  if (hooks.edit) text = hooks.edit(std::move(text));
  std::pair key(std::move(text), contraction);
  if (const auto found = programs_.find(key); found != programs_.end()) return &found->second;
  BINDPOSE_TRY(auto made, compile(key.first, contraction));
  return &programs_.emplace(std::move(key), std::move(made)).first->second;
}

Expected<KernelRunner::Program> KernelRunner::compile(const std::string& glsl, Contraction contraction) {
  const OpenClObjects& opencl = device_.objects();
  BINDPOSE_TRY(const auto spirv, compile_spirv(ShaderStage::compute, glsl));
  BINDPOSE_TRY(auto written, write_kernel(spirv, contraction));
  const char* text = written.text.c_str();
  cl_int result = CL_SUCCESS;
  Program made;
  made.bindings = std::move(written.bindings);
  made.program = {opencl.call.CreateProgramWithSource(opencl.context.get(), 1, &text, nullptr, &result),
                  opencl.call.ReleaseProgram};
  BINDPOSE_CHECK(check_result(result, "clCreateProgramWithSource"));
  std::string options = "-w -cl-std=CL1.2";
  if (opencl.rounds_correctly) options += " -cl-fp32-correctly-rounded-divide-sqrt";
  const auto built = check_result(
      opencl.call.BuildProgram(made.program.get(), 1, &opencl.device, options.c_str(), nullptr, nullptr),
      "clBuildProgram");
  if (!built) {
    const std::string log = build_log(opencl, made.program.get());
    return fail("SHADER_COMPILE", "OpenCL C",
                fmt::format("{}\n{}\n{}", built.error().message, log, named_line(log, written.text)));
  }
  made.kernel = {opencl.call.CreateKernel(made.program.get(), kernel_name, &result),
                 opencl.call.ReleaseKernel};
  BINDPOSE_CHECK(check_result(result, "clCreateKernel"));
  return made;
}

/// Of one vec4 at least: no buffer of OpenCL's is empty.
Expected<KernelRunner::Buffer> KernelRunner::buffer(std::span<const std::byte> bytes) {
  constexpr std::size_t least = 16;
  const OpenClObjects& opencl = device_.objects();
  std::vector<std::byte> held(bytes.begin(), bytes.end());
  held.resize(std::max(held.size(), least));
  cl_int result = CL_SUCCESS;
  Buffer made(opencl.call.CreateBuffer(opencl.context.get(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                                       held.size(), held.data(), &result),
              opencl.call.ReleaseMemObject);
  BINDPOSE_CHECK(check_result(result, "clCreateBuffer"));
  return made;
}

/// Everything that is the same for each part of the vertices, by its binding.
Expected<std::map<unsigned, KernelRunner::Buffer>> KernelRunner::inputs_of(const Plan& plan) {
  std::map<unsigned, Buffer> buffers;
  const std::vector<float> uniforms = uniform_block(plan.data.uniforms);
  const std::pair<unsigned, std::span<const float>> inputs[] = {{palette_binding, plan.data.joint_records},
                                                                {frames_binding, plan.data.frame_records},
                                                                {uniforms_binding, uniforms}};
  for (const auto& [binding, numbers] : inputs) {
    BINDPOSE_TRY(auto made, buffer(std::as_bytes(numbers)));
    buffers.emplace(binding, std::move(made));
  }
  return buffers;
}

Expected<void> KernelRunner::dispatch(const Program& program, const std::map<unsigned, Buffer>& buffers,
                                      std::size_t vertices) {
  const OpenClObjects& opencl = device_.objects();
  cl_uint argument = 0;
  for (const unsigned binding : program.bindings) {
    const cl_mem name = buffers.at(binding).get();
    BINDPOSE_CHECK(check_result(
        opencl.call.SetKernelArg(program.kernel.get(), argument++, sizeof(cl_mem), &name), "clSetKernelArg"));
  }
  constexpr std::size_t group = compute_group_size;
  const std::size_t items = (vertices + group - 1) / group * group;
  BINDPOSE_CHECK(check_result(opencl.call.EnqueueNDRangeKernel(opencl.queue.get(), program.kernel.get(), 1,
                                                               nullptr, &items, &group, 0, nullptr, nullptr),
                              "clEnqueueNDRangeKernel"));
  return check_result(opencl.call.Finish(opencl.queue.get()), "clFinish");
}

// The kernel is given the range between the guards as a buffer of its own.
Expected<void> KernelRunner::run_part(const Plan& plan, const TestHooks& hooks, const Program& program,
                                      std::map<unsigned, Buffer>& buffers, std::size_t first,
                                      std::size_t count, std::vector<float>& captured) {
  const OpenClObjects& opencl = device_.objects();
  const VertexLayout& layout = plan.data.layout;
  const std::size_t record = layout.captured_words();
  const auto shifted = [count](int by) {
    return static_cast<std::size_t>(static_cast<std::ptrdiff_t>(count) + by);
  };
  const std::size_t drawn = shifted(hooks.extra_drawn);
  const auto alignment =
      static_cast<std::size_t>(device_.info().limit("SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT"));
  const GuardedRange guards = guarded_range(count * record, alignment);
  std::vector<std::uint32_t> words(guards.size(), poison_word);
  const std::array numbers = {PartNumbers{static_cast<std::uint32_t>(drawn),
                                          static_cast<std::uint32_t>(first),
                                          static_cast<std::uint32_t>(plan.data.vertex_count)}};
  const auto part = std::span(plan.data.words).subspan(first * layout.words(), count * layout.words());
  std::vector<std::uint32_t> vertices(part.begin(), part.end());
  vertices.resize(std::max(count, drawn) * layout.words());  // for tests that compute too many
  BINDPOSE_TRY(const auto guarded, buffer(std::as_bytes(std::span(words))));
  BINDPOSE_TRY(auto vertex_records, buffer(std::as_bytes(std::span(vertices))));
  buffers.insert_or_assign(vertices_binding, std::move(vertex_records));
  BINDPOSE_TRY(auto part_numbers, buffer(std::as_bytes(std::span(numbers))));
  buffers.insert_or_assign(part_numbers_binding, std::move(part_numbers));
  const cl_buffer_region range = {guards.guard * word_bytes,
                                  shifted(hooks.extra_range) * record * word_bytes};
  cl_int result = CL_SUCCESS;
  buffers.insert_or_assign(captured_binding,
                           Buffer(opencl.call.CreateSubBuffer(guarded.get(), CL_MEM_READ_WRITE,
                                                              CL_BUFFER_CREATE_TYPE_REGION, &range, &result),
                                  opencl.call.ReleaseMemObject));
  BINDPOSE_CHECK(check_result(result, "clCreateSubBuffer"));
  BINDPOSE_CHECK(dispatch(program, buffers, drawn));
  BINDPOSE_CHECK(check_result(
      opencl.call.EnqueueReadBuffer(opencl.queue.get(), guarded.get(), CL_TRUE, 0, words.size() * word_bytes,
                                    words.data(), 0, nullptr, nullptr),
      "clEnqueueReadBuffer"));
  return take_range(words, guards, record, captured);
}

Expected<std::vector<float>> KernelRunner::run(Plan plan, const TestHooks& hooks, Contraction contraction) {
  BINDPOSE_TRY(const Program* const used, program(hooks, plan, contraction));
  fill_joint_rows(plan);
  BINDPOSE_TRY(auto buffers, inputs_of(plan));
  const std::size_t vertex_count = plan.data.vertex_count;
  std::vector<float> captured;
  captured.reserve(vertex_count * plan.data.layout.captured_words());
  const std::size_t part = part_size(device_.info(), plan, hooks);
  for (std::size_t first = 0; first < vertex_count; first += part)
    BINDPOSE_CHECK(
        run_part(plan, hooks, *used, buffers, first, std::min(part, vertex_count - first), captured));
  return captured;
}

}  // namespace bindpose::gpu

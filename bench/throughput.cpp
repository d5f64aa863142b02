// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
#include "bench/throughput.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/bench.h"
#include "bench/ceilings.h"
#include "bench/verified.h"
#include "conformance/subjects/open.h"
#include "gpu/capture/gl_backend.h"
#include "gpu/capture/skinner.h"
#include "gpu/cuda/device.h"
#include "gpu/kernel/kernel_backend.h"
#include "gpu/opencl/device.h"
#include "gpu/program/variant.h"
#include "gpu/vulkan/device.h"
#include "gpu/vulkan/device_copy.h"
#include "reference/algorithms.h"
#include "reference/model/try.h"

namespace bindpose::bench {
namespace {

constexpr std::size_t repeats = 20;
constexpr double least_seconds = 0.2;
constexpr int copies = 7;
constexpr std::size_t joints = 64, influences = 4;

/// Bytes read and written per second by a copy of this many bytes: the best of several copies, without the
/// first.
template <class Copy>
Expected<double> fastest(std::size_t bytes, Copy copy) {
  double seconds = std::numeric_limits<double>::infinity();
  for (int turn = 0; turn <= copies; ++turn) {
    const double start = gpu::seconds_on_the_clock();
    BINDPOSE_CHECK(copy());
    if (turn > 0) seconds = std::min(seconds, gpu::seconds_on_the_clock() - start);
  }
  return 2.0 * static_cast<double>(bytes) / seconds;
}

/// Bytes read and written per second by the API's own copy.
Expected<double> copied_by(gpu::KernelApi& kernels) {
  const std::size_t bytes = device_copy_bytes(kernels.info());
  const std::vector<std::byte> zeros(bytes);
  BINDPOSE_TRY(const auto from, kernels.memory(zeros));
  BINDPOSE_TRY(const auto to, kernels.memory(zeros));
  return fastest(bytes, [&]() -> Expected<void> {
    BINDPOSE_CHECK(kernels.copy(*from, *to, bytes));
    return kernels.finish();
  });
}

Expected<double> copied_by(gpu::VulkanDevice& device) {
  const std::size_t bytes = device_copy_bytes(device.info());
  BINDPOSE_TRY(const auto copy, gpu::VulkanDeviceCopy::make(device, bytes));
  return fastest(bytes, [&copy] { return copy->run(); });
}

/// A compute shader that reads and writes the bytes of linear blending; neighbouring invocations use
/// neighbouring words.
std::string copying(std::string shader) {
  shader.erase(shader.find("void main()"));
  return shader +
         fmt::format(
             "void main() {{\n  uint v = gl_GlobalInvocationID.x;\n  if (v >= vertex_count) return;\n"
             "  uint sum = 0u;\n"
             "  for (uint k = 0u; k < {}u; ++k) sum += vertices[k * vertex_count + v];\n"
             "  for (uint k = 0u; k < {}u; ++k) captured[k * vertex_count + v] = float(sum + k);\n}}\n",
             10 + 2 * influences, 10);
}

/// Bytes read and written per second by this shader; 0 if it cannot run.
Expected<double> copied_by_shader(gpu::Skinner& skinner, const Question& question) {
  skinner.settings.edit = copying;
  const auto captured = skinner.run(*question.algorithm, question.arrays, question.options,
                                    {.formulation = "", .palette = "ssbo", .capture = "compute"});
  skinner.settings.edit = nullptr;
  if (!captured && captured.error().code == "NOT_SUPPORTED") return 0.0;
  BINDPOSE_CHECK(captured);
  return static_cast<double>(skinner.computed().bytes) / skinner.computed().seconds;
}

/// Positions, normals and tangents; a morph target moves positions and normals.
Question question_of(const Algorithm& algorithm, std::size_t vertices) {
  if (algorithm.id == "morph.dense") return sample_question(algorithm, vertices);
  return crowd_of(algorithm, {.vertices = vertices, .influences = influences, .joints = joints});
}

/// Variants of the first formulation: every palette binding and capture of the device in the first palette
/// form, and every form with the first palette binding.
std::vector<gpu::Variant> measured_variants(const Algorithm& algorithm, gpu::Api api) {
  const std::vector<gpu::Variant> all = gpu::supported_variants(algorithm, api);
  std::vector<gpu::Variant> kept;
  for (const gpu::Variant& each : all)
    if (each.formulation == all.front().formulation &&
        (each.form == all.front().form || each.palette == all.front().palette))
      kept.push_back(each);
  return kept;
}

std::string way_of(const gpu::Variant& variant) {
  std::string way = variant.capture;
  for (const auto& [name, value] :
       {std::pair(", ", variant.palette), {", ", variant.form}, {", frames by ", variant.frames}})
    if (!value.empty()) way += name + value;
  return way;
}

Expected<void> print_row(gpu::Skinner& skinner, const Question& question, const gpu::Variant& variant,
                         double copied) {
  const std::string name = fmt::format("{}, {}", question.algorithm->id, way_of(variant));
  auto arrays = skinner.run(*question.algorithm, question.arrays, question.options, variant);
  if (!arrays && arrays.error().code == "NOT_SUPPORTED") {
    fmt::print("| {} | - | - | {} |\n", name, to_string(arrays.error()));
    return {};
  }
  BINDPOSE_CHECK(arrays);
  const gpu::Computed computed = skinner.computed();
  const bool is_crowd = question.algorithm->id != "morph.dense";
  const auto rows = static_cast<double>(arrays->find("positions")->shape.front());
  const Verified verified = verify(question, {std::move(*arrays), {}, 0}, is_crowd);
  if (!verified.error.empty()) return fail("WRONG", name, verified.error);
  const double rate = static_cast<double>(computed.bytes) / computed.seconds;
  fmt::print("| {} | {:.1f} | {:.1f} | {:.2f} |\n", name, 1e-6 * rows / computed.seconds, 1e-9 * rate,
             rate / copied);
  std::fflush(stdout);
  return {};
}

Expected<void> print_table(gpu::Backend& device, std::size_t vertices, double copied) {
  gpu::Skinner skinner(device);
  skinner.settings.repeats = repeats;
  skinner.settings.least_seconds = least_seconds;
  if (!device.info().software) skinner.settings.part_bytes = std::size_t{1} << 30;
  BINDPOSE_TRY(const double by_shader,
               copied_by_shader(skinner, question_of(*find_algorithm("lbs"), vertices)));
  fmt::print(
      "{}, {}: {} vertices, {} influences, {} joints, on resident data, for {} s after a warm-up of the same "
      "time. It copies {:.1f} GB/s (read and written), its compute shaders {:.1f}: the faster "
      "is a copy.\n\n"
      "| algorithm, way | million vertices/s | GB/s | of a copy |\n| --- | --- | --- | --- |\n",
      device.info().renderer, device.info().version, vertices, influences, joints, least_seconds,
      1e-9 * copied, 1e-9 * by_shader);
  copied = std::max(copied, by_shader);
  for (const char* id : {"lbs", "dqs", "morph.dense"}) {
    const Algorithm& algorithm = *find_algorithm(id);
    const Question question = question_of(algorithm, vertices);
    for (const gpu::Variant& variant : measured_variants(algorithm, device.info().opened.api))
      BINDPOSE_CHECK(print_row(skinner, question, variant, copied));
  }
  return {};
}

template <class Device>
Expected<void> print_kernels(const conformance::SubjectSpec& spec, gpu::Api api, std::size_t vertices) {
  BINDPOSE_TRY(const auto request, gpu::parse_device_of(api, spec.target));
  BINDPOSE_TRY(const auto device, Device::open(request));
  BINDPOSE_TRY(const double copied, copied_by(*device->kernel_api()));
  gpu::KernelBackend backend(device->kernel_api());
  return print_table(backend, vertices, copied);
}

Expected<void> print_vulkan(const conformance::SubjectSpec& spec, std::size_t vertices) {
  BINDPOSE_TRY(const auto request, gpu::parse_device_of(gpu::Api::vulkan, spec.target));
  BINDPOSE_TRY(const auto device, gpu::VulkanDevice::open(request));
  BINDPOSE_TRY(const double copied, copied_by(*device));
  return print_table(*gpu::vulkan_backend(*device), vertices, copied);
}

Expected<void> print_all(const std::string& subject, std::size_t vertices) {
  BINDPOSE_TRY(const auto spec, conformance::parse_subject(subject));
  if (spec.kind == "opencl") return print_kernels<gpu::OpenClDevice>(spec, gpu::Api::opencl, vertices);
  if (spec.kind == "cuda") return print_kernels<gpu::CudaDevice>(spec, gpu::Api::cuda, vertices);
  if (spec.kind == "vulkan") return print_vulkan(spec, vertices);
  if (spec.kind != "gpu") return fail("SUBJECT_UNKNOWN", subject, "expected gpu:..., vulkan, opencl or cuda");
  BINDPOSE_TRY(const auto context, open_context(spec));
  BINDPOSE_TRY(const double copied, device_copy(*context));
  gpu::GlBackend backend(*context);
  return print_table(backend, vertices, copied);
}

}  // namespace

int print_throughput(const std::string& subject, std::size_t vertices) {
  const auto done = print_all(subject, vertices);
  if (done) return 0;
  fmt::print(stderr, "bindpose-bench: {}\n", to_string(done.error()));
  return done.error().code == "WRONG" ? 1 : 2;
}

}  // namespace bindpose::bench

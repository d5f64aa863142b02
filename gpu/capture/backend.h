// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: the interface of an API that runs plans. The skinner, the probe and the self-check use only this
// interface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gpu/capture/guard.h"
#include "gpu/capture/plan.h"
#include "gpu/capture/repeats.h"
#include "gpu/capture/run_settings.h"
#include "gpu/device/device.h"
#include "gpu/program/shader_source.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// The vertices of a plan that fit into one draw call or dispatch.
struct Part {
  const Plan& plan;
  const RunSettings& settings;
  Repeats& repeats;
  std::size_t first = 0;  ///< vertices before the part
  std::size_t count = 0;

  std::size_t record() const { return plan.data.layout.captured_words(); }
  std::span<const std::uint32_t> words() const {
    const std::size_t size = plan.data.layout.record_words();
    return std::span(plan.data.words).subspan(first * size, count * size);
  }
  std::size_t drawn() const { return shifted(settings.faults.extra_drawn); }
  std::size_t range_vertices() const { return shifted(settings.faults.extra_range); }
  /// The buffer in which the device captures the part.
  GuardedRange range(const DeviceInfo& info) const;

 private:
  std::size_t shifted(int by) const { return count + static_cast<std::size_t>(by); }
};

// Inputs of a compute shader in Vulkan's GLSL.
/// Work groups that compute the part.
std::size_t groups_of(const Part& part);
PartNumbers numbers_of(const Part& part);
/// The records of all computed vertices, filled with zeros; more than expected if a fault computes too many.
std::vector<std::uint32_t> words_to_read(const Part& part);
/// The numbers that all parts share, by their bindings: joints, frames and uniforms.
std::vector<std::pair<unsigned, std::vector<float>>> bound_numbers(const Plan& plan);

/// A device of one API. Programs are compiled once, buffers are kept between runs. One thread at a time. Errors of
/// every function: SHADER_COMPILE, NOT_SUPPORTED, NOT_APPLICABLE, INVALID_OUTPUT, DEVICE_LOST, and GL_ERROR,
/// VULKAN_ERROR, OPENCL_ERROR, CUDA_ERROR, WEBGL_ERROR or WEBGPU_ERROR. A lost device returns only errors.
class Backend {
 public:
  Backend() = default;
  virtual ~Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  virtual const DeviceInfo& info() const = 0;
  /// Compiles the plan's program, unless a program with this text is cached.
  virtual Expected<void> compile(const Plan& plan, const RunSettings& settings) = 0;
  /// Sends everything that all parts share. rows_before: rows of joints before the first instance.
  virtual Expected<void> send(Plan& plan, std::size_t rows_before) = 0;
  /// Runs a part, and appends count * record() words to `captured`.
  virtual Expected<void> run_part(const Part& part, std::vector<float>& captured) = 0;
  /// Programs compiled so far.
  virtual std::size_t program_count() const = 0;
};

struct Captured {
  std::vector<float> words;  ///< [vertex_count * captured_words] of the plan's layout
  double seconds = 0;        ///< from the first byte sent to the last byte read back and checked
  Computed computed = {};    ///< times of one repeat, if the settings request repeats
};

/// Runs a plan in as many parts as the limits require.
Expected<Captured> run_plan(Backend& device, Plan plan, const RunSettings& settings = {});

}  // namespace bindpose::gpu

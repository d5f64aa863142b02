// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
// What: a run before it reaches the device - checked against the algorithm, the input and the device's limits.
// Internal.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "gpu/capture/run_settings.h"
#include "gpu/device/device.h"
#include "gpu/program/number_form.h"
#include "gpu/program/shader_source.h"
#include "gpu/program/variant.h"
#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_pipeline.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A run, checked against the algorithm and the input, not yet against the device.
struct Plan {
  VertexData data;
  ShaderSpec spec;
  bool compute = false;
  VertexPipeline path;  ///< empty for a compute shader
  bool from_binary = false;
  bool is_exact = false;  ///< buffers have the size of their data
  std::optional<NumberForm> bits =
      {};  ///< for probes: inputs of a vertex are the bits of numbers in this form

  /// The number of vec4 for the joints of an instance.
  std::size_t palette_rows() const { return data.joint_count * data.joint_rows; }
};

/// Errors: those of Skinner::run() for the input and the options. The GLSL is for shader_api().
Expected<Plan> make_plan(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                         const ArraySet& question, Options options, const Variant& variant);

/// NOT_SUPPORTED with the limit that the plan exceeds, and both numbers, or the extension that it needs.
Expected<void> check_limits(const DeviceInfo& info, const Plan& plan);

/// A plan that the API supports, within the device's limits. Errors of make_plan() and check_limits(),
/// NOT_SUPPORTED.
Expected<Plan> checked_plan(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                            const ArraySet& question, const Options& options, const Variant& variant);

/// The text of the plan's program, as the settings change it.
std::string shader_of(const Plan& plan, const RunSettings& settings);

/// True if the device captures drawn vertices.
bool captures_draws(const DeviceInfo& info);

/// Makes the data to send from the plan's joint records. NaN before them replaces another instance's joints. NaN
/// after them fills a declared array or a row of texels, so that a shader that reads past the palette does not
/// find joints of an earlier run. Returns the number of rows before them.
std::size_t fill_joint_rows(Plan& plan);

/// Rows of texels that the frames need.
std::size_t frame_texture_height(const VertexData& data);

/// Bytes of vertices, morph targets or keys, and captured arrays (Computed).
std::size_t bytes_computed(const Plan& plan);

/// The most vertices that one draw or dispatch takes, or one message to a page.
std::size_t part_size(const DeviceInfo& info, const Plan& plan, const RunSettings& settings);

}  // namespace bindpose::gpu

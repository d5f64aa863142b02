// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run before the device sees it - checked against the algorithm, the question and the device's
// limits. Internal.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "gpu/capture/skinner.h"
#include "gpu/device/device.h"
#include "gpu/program/number_form.h"
#include "gpu/program/shader_source.h"
#include "gpu/program/variant.h"
#include "gpu/program/vertex_data.h"
#include "gpu/program/vertex_path.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// A run, checked against the algorithm and the question, not yet against the device.
struct Plan {
  VertexData data;
  ShaderSpec spec;
  bool compute = false;
  VertexPath path;  ///< unless it is a compute shader
  bool from_binary = false;
  std::optional<NumberForm> bits =
      {};  ///< of probes: inputs of a vertex are the bits of numbers in this form

  /// vec4 of an instance's joints.
  std::size_t palette_rows() const { return data.joint_count * data.joint_rows; }
};

/// Errors of Skinner::run() that the question and the options cause.
Expected<Plan> make_plan(const DeviceInfo& info, const TestHooks& hooks, const Algorithm& algorithm,
                         const ArraySet& question, Options options, const Variant& variant);

/// NOT_SUPPORTED with the limit that the plan exceeds, and both numbers, or the extension that it needs.
Expected<void> check_limits(const DeviceInfo& info, const Plan& plan);

/// Makes of the plan's joint records all that is sent: NaN before them where another instance's joints lie, and behind them up to the
/// end of a declared array or of a row of texels, so that a shader that reads past the palette does not find an earlier run's joints
/// there. Returns the rows before them.
std::size_t fill_joint_rows(Plan& plan);

/// Rows of texels that the frames need.
std::size_t frame_texture_height(const VertexData& data);

/// Of vertices, frames and what is captured (Computed).
std::size_t bytes_computed(const Plan& plan);

/// Vertices that one draw or dispatch takes.
std::size_t part_size(const DeviceInfo& info, const Plan& plan, const TestHooks& hooks);

}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a run of WebGL or WebGPU as a list of page calls, which a separate page can repeat.
#pragma once

#include <cstddef>
#include <string>

#include <nlohmann/json.hpp>

#include "gpu/capture/run_settings.h"
#include "gpu/device/device.h"
#include "gpu/program/variant.h"
#include "reference/model/algorithm.h"
#include "reference/model/arrays.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

struct PageRun {
  std::string script;  ///< defines the functions as `bindpose`
  std::string open;    ///< the function that describes the device
  nlohmann::json
      calls;  ///< [[function, arguments] ...]; `words` of the last result are the captured words, in base64, between guards
  std::size_t guard = 0;  ///< words before those captured
};

/// For a device known by its own description. Errors: those of Skinner::run() for the input; NOT_SUPPORTED also if
/// the mesh needs more than one draw call or dispatch.
Expected<PageRun> page_run(const DeviceInfo& info, const RunSettings& settings, const Algorithm& algorithm,
                           const ArraySet& question, const Options& options, const Variant& variant);

}  // namespace bindpose::gpu

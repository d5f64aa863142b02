// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a device's capability report: its choices where the shading language leaves arithmetic open. Bounds allow
// every choice. The report shows the choices of a device, and two reports show what changed between drivers.
//
// Source. The OpenGL Shading Language 4.60, section 4.7 (range and precision) and 4.9 (precise); OpenGL 4.5,
// section 2.3.5 (normalized integers).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/capture/probe.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Names and values, in a fixed order: {"dot", "((3+2)+1)+0"}, {"sqrt", "0.50 ulp"}.
using CapabilityReport = std::vector<std::pair<std::string, std::string>>;

/// Runs small programs on the device, twice: a line of the report tells if both runs agree. Errors of
/// Probe::run().
Expected<CapabilityReport> capability_report(Probe& device);

}  // namespace bindpose::gpu

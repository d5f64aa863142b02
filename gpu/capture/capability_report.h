// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a device's capability report - what it does with numbers where the shading language leaves that open. Bounds allow all of it; a capability report says
// which of it a device does, and two capability reports say what changed between drivers.
//
// Source. The OpenGL Shading Language 4.60, section 4.7 (range and precision) and 4.9 (precise); OpenGL 4.5, section 2.3.5
// (normalized integers).
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gpu/capture/probe.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Names and values, in a fixed order: {"dot", "((3+2)+1)+0"}, {"sqrt", "0.50 ulp"}.
using CapabilityReport = std::vector<std::pair<std::string, std::string>>;

/// Asks the device by small programs, twice: that both say the same is a line of its own. Errors of Probe::run().
Expected<CapabilityReport> capability_report(Probe& device);

}  // namespace bindpose::gpu

// SPDX-FileCopyrightText: 2026 The bindpose authors
// SPDX-License-Identifier: Apache-2.0
//
// What: a basic test of a device, and the first device that passes it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "gpu/capture/backend.h"
#include "reference/model/error.h"

namespace bindpose::gpu {

/// Captures y = 2 x + (1, 2, 3) for three points, exact in float32, and compares: by transform feedback if the
/// device has it, and by a compute shader if every device of the API has them. Errors SELF_TEST with the captured
/// number, and those of run_plan().
Expected<void> self_check(Backend& device);

/// The devices of an API that numbers its devices.
std::vector<DeviceRequest> every_device(Api api, std::size_t count);

/// Opens the first of these devices that passes `check`. Error DEVICE_UNAVAILABLE with every reason.
template <class Open, class Check>
auto open_first(const std::vector<DeviceRequest>& requests, const char* name, Open open, Check check)
    -> decltype(open(requests.front())) {
  std::string reasons;
  for (const DeviceRequest& request : requests) {
    auto device = open(request);
    const auto verdict = device ? check(**device) : Expected<void>(tl::unexpected(device.error()));
    if (verdict) return device;
    reasons +=
        fmt::format("{}{}: {}", reasons.empty() ? "" : "; ", to_string(request), to_string(verdict.error()));
  }
  return fail("DEVICE_UNAVAILABLE", name, reasons);
}

}  // namespace bindpose::gpu
